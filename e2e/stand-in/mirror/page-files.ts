import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';

const PAGE = join(dirname(fileURLToPath(import.meta.url)), '..', 'page', 'main.ts');

export interface PageFiles {
  /** The page that shows a window; `nonce` lets its own script run. */
  html(nonce: string): string;
}

/** Bundles the page's script. */
export function bundlePage(): PageFiles {
  const { outputFiles } = buildSync({
    entryPoints: [PAGE],
    bundle: true,
    write: false,
    format: 'iife',
    target: 'es2022',
    logLevel: 'silent',
  });
  const script = (outputFiles[0]?.text ?? '').replaceAll('</script', '<\\/script');
  return {
    html: (nonce) =>
      `<!doctype html>\n<html><head><meta charset="utf-8"><title>Sandbox</title></head><body><script nonce="${nonce}">${script}</script></body></html>\n`,
  };
}
