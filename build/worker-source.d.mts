import type { Plugin } from 'rollup';

export function workerSource(options?: { minify?: boolean }): Plugin;
export function bundleWorker(entry: string, options?: { minify?: boolean }): Promise<{ code: string; read: string[]; files: string[] }>;
