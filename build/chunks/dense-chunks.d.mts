import type { Plugin } from 'rollup';

export function denseChunks(options: { target: string }): Plugin;
