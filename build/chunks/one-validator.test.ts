import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rollup } from 'rollup';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { oneValidator } from './one-validator.mjs';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vault-loom-validator-'));
});
afterEach(() => rm(folder, { recursive: true }));

it('the client takes the copy of the server if it differs in names of chunks alone', async () => {
  const size = "export const most = 'ten';";
  expect(await bundled(size, size)).toEqual(1);
  expect(await bundled(size, "export const most = 'two';")).toEqual(2);
});

/** How many validators are in a bundle of both packages. */
async function bundled(forClient: string, forServer: string): Promise<number> {
  const packages = join(folder, 'node_modules', '@modelcontextprotocol');
  for (const [side, code, hash] of [
    ['client', forClient, 'AAA-1'],
    ['server', forServer, 'BBB_2'],
  ] as const) {
    const dist = join(packages, side, 'dist');
    await mkdir(dist, { recursive: true });
    await writeFile(join(dist, 'index.mjs'), `export { most as ${side} } from "./ajvProvider-${hash}.mjs";\n`);
    await writeFile(join(dist, `chunk-${hash}.mjs`), 'export const helper = 1;\n');
    await writeFile(
      join(dist, `ajvProvider-${hash}.mjs`),
      `import { helper } from "./chunk-${hash}.mjs";\n${code}\nglobalThis.used = helper;\n//# sourceMappingURL=ajvProvider-${hash}.mjs.map`,
    );
  }
  const entry = join(folder, 'entry.mjs');
  await writeFile(
    entry,
    ['client', 'server']
      .map((side) => `export * from './node_modules/@modelcontextprotocol/${side}/dist/index.mjs';\n`)
      .join(''),
  );
  const built = await rollup({ input: entry, plugins: [oneValidator()] });
  const { output } = await built.generate({ format: 'es' });
  await built.close();
  return [...output[0].code.matchAll(/globalThis\.used/g)].length;
}
