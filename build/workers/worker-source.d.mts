import type { Plugin } from 'rollup';

export type WorkerKind = 'worker-source' | 'packed-worker';

export function workerSource(options?: { minify?: boolean }): Plugin;
export function workerModule(
  kind: WorkerKind,
  path: string,
  options?: { minify?: boolean; bundled?: boolean },
): Promise<{ code: string; read: string[]; files: string[] }>;
