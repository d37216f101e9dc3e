import type { OutputChunk, Plugin, PluginContext } from 'rollup';

export function singleFile(options: {
  target: string;
  format: 'esm' | 'cjs';
  dense?: boolean;
  footer: (context: PluginContext, chunks: OutputChunk[]) => string | Promise<string>;
}): Plugin;
