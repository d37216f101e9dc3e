import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../../../..');

async function stylesBelow(folder: string): Promise<string> {
  const names = await readdir(join(ROOT, folder), { recursive: true });
  const files = names.filter((name) => name.endsWith('.css'));
  return (await Promise.all(files.map((name) => readFile(join(ROOT, folder, name), 'utf8')))).join('\n');
}

function names(css: string, pattern: RegExp): Set<string> {
  return new Set([...css.matchAll(pattern)].map(([, name = '']) => name));
}

it("has each of the app's variables that the plugin's styles go by", async () => {
  const [own, given] = await Promise.all(['plugin', 'e2e/stand-in/app/styles'].map(stylesBelow));
  const known = names(given ?? '', /(--[\w-]+):/gu);
  const used = [...names(own ?? '', /var\((--[\w-]+)/gu)].filter((name) => !name.startsWith('--vault-loom-'));
  expect(used.filter((name) => !known.has(name))).toEqual([]);
});

it('has the variables that other plugins go by, for graph, flairs, callouts, search and tabs', async () => {
  const known = names(await stylesBelow('e2e/stand-in/app/styles'), /(--[\w-]+):/gu);
  const wanted = [
    '--graph-node',
    '--graph-line',
    '--flair-background',
    '--callout-default',
    '--search-icon-color',
    '--tab-text-color',
  ];
  expect(wanted.filter((name) => !known.has(name))).toEqual([]);
});
