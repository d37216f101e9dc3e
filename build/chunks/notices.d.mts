import type { OutputChunk, PluginContext } from 'rollup';

export function notices(context: PluginContext, chunks: OutputChunk[]): string;
