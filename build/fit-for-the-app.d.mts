import type { Plugin } from 'rollup';

export function fitForTheApp(fileName: string): Plugin;
