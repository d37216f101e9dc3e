import type { OutputChunk, Plugin, PluginContext } from 'rollup';

export function singleFile(options: {
  target: string;
  footer: (context: PluginContext, chunks: OutputChunk[]) => string | Promise<string>;
}): Plugin;
