import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/u, '');
const SHIPPED = ['bridge/cli.mjs', 'plugin/main.js', 'plugin/manifest.json', 'plugin/styles.css'];

/**
 * The whole build is made twice by `npm run release`; this finds what would make it differ, in what is built anyway.
 */
it.each(SHIPPED)('%s says nothing of the folder that it was built in', async (name) => {
  const text = await readFile(new URL(`../dist/${name}`, import.meta.url), 'utf8');
  const spellings = [ROOT, ROOT.replaceAll('\\', '/'), ROOT.replaceAll('\\', '\\\\')];
  for (const path of spellings) expect(text.includes(`${path}/`) || text.includes(`${path}\\`), path).toBe(false);
});

it('no part of the build reads the clock, random numbers or the user', async () => {
  const folder = new URL('./', import.meta.url);
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.mjs'));
  const files = [...names.map((name) => new URL(name, folder)), new URL('../rollup.config.mjs', import.meta.url)];
  expect(files.length).toBeGreaterThan(10);
  for (const file of files) {
    const code = await readFile(file, 'utf8');
    expect(code, file.pathname).not.toMatch(/\bDate\b|Math\.random|randomUUID|randomBytes|hostname|userInfo|\bmtime/u);
  }
});
