import type { Plugin } from 'rollup';

export function modelFile(folder: string): Plugin;
export function writeModelFile(folder: string): Promise<string>;
