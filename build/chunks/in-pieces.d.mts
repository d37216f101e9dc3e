import type { OutputChunk, Plugin, PluginContext } from 'rollup';

export function inPieces(options: {
  name: string;
  mostAtOnce: number;
  program?: boolean;
  footer: (context: PluginContext, chunks: OutputChunk[]) => string | Promise<string>;
}): Plugin;
