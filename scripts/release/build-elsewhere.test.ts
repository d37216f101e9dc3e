import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { differences } from './build-elsewhere.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vault-loom-builds-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const SHIPPED = {
  'bridge/cli.mjs': 'server',
  'model/encoder.bin': 'weights',
  'plugin/main.js': 'plugin',
  'plugin/manifest.json': '{}',
  'plugin/styles.css': '',
};

async function build(name: string, files: Record<string, string>): Promise<string> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name, path)), { recursive: true });
    await writeFile(join(folder, name, path), text);
  }
  return join(folder, name);
}

it('two builds differ in shipped files that are not the same, or are missing in one', async () => {
  const one = await build('one', { ...SHIPPED, 'bridge/cli.mjs.map': 'of one' });
  expect(await differences(one, await build('same', SHIPPED))).toEqual([]);
  const { 'plugin/styles.css': _styles, ...rest } = SHIPPED;
  const other = await build('other', { ...rest, 'plugin/main.js': 'plugim', 'model/other.bin': 'weights' });
  expect((await differences(one, other)).sort()).toEqual(['model/other.bin', 'plugin/main.js', 'plugin/styles.css']);
});
