import type { OutputChunk, Plugin } from 'rollup';

export function denseChunks(options: { target: string }): Plugin;
export function withInlineMap(chunk: Pick<OutputChunk, 'code' | 'map'>): string;
