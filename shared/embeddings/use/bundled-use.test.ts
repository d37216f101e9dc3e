import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { rollup } from 'rollup';
import { beforeAll, describe, expect, it } from 'vitest';
import { writeModelFile } from '../../../build/model/model-file.mjs';
import { notices } from '../../../build/chunks/notices.mjs';
import { quantiseUse, useModel } from '../../../build/model/quantise-use.mjs';
import { textsInComments } from '../../../build/texts/text-in-comment.mjs';
import type { UsePackage } from './use-parts.ts';
import type { ModelFile } from './weights/model-file.ts';
import { WORD_SPACE_BYTES } from './word-space.ts';

type Parts = Pick<UsePackage, 'graph' | 'wasm' | 'vocabulary'> & { file: ModelFile };

/** What the plugin's main.js may hold of it: the weights are a file of their own. */
const MAX_BYTES = 512 * 1024;

let code: string;
/** What is put at the end of every bundle. */
let footer: string;
let parts: Parts;

beforeAll(async () => {
  const entry = ['graph', 'wasm', 'vocabulary', 'file'].map(
    (name) => `export { default as ${name} } from 'use-model:${name}';`,
  );
  const bundle = await rollup({
    input: 'entry',
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === 'entry' ? id : null),
        load: (id) => (id === 'entry' ? entry.join('\n') : null),
      },
      useModel(),
      textsInComments(),
      {
        name: 'notices',
        generateBundle(_options, output) {
          footer = notices(
            this,
            Object.values(output).filter((each) => each.type === 'chunk'),
          );
        },
      },
    ],
  });
  code = (await bundle.generate({ format: 'cjs' })).output[0].code;
  await bundle.close();
  const module = { exports: {} };
  // As the app loads a plugin.
  new Function('require', 'module', 'exports', code)(createRequire(import.meta.url), module, module.exports);
  parts = module.exports as Parts;
});

describe('the encoder in a bundle', () => {
  it('fits into the plugin, in pure ASCII, which keeps it at one byte per character in memory', () => {
    expect(code.length).toBeLessThan(MAX_BYTES);
    expect(/^[\n\x20-\x7e]*$/.test(code)).toBe(true);
  });

  it('comes out as it went in, and the same from each build', async () => {
    const { graph, wasm, vocabulary, file } = await quantiseUse();
    expect(parts.file).toEqual(file);
    // Not compared by the test's own means: a difference must not be printed.
    expect(parts.graph() === graph && parts.wasm() === wasm && parts.vocabulary() === vocabulary).toBe(true);
  });

  it('holds a wasm binary, and a graph that names the weights of the file', () => {
    const bytes = (part: () => string): Buffer => gunzipSync(Buffer.from(part(), 'base64'));
    const { weightSpecs } = JSON.parse(bytes(parts.graph).toString()) as {
      weightSpecs: { shape: number[]; quantization?: object }[];
    };
    const sizes = weightSpecs.map(({ shape, quantization }) =>
      shape.reduce((product, size) => product * size, quantization === undefined ? 4 : 1),
    );
    expect(parts.file.weightBytes).toBe(sizes.reduce((sum, size) => sum + size, 0));
    expect(parts.file.wordSpaceBytes).toBe(WORD_SPACE_BYTES);
    expect(WebAssembly.validate(new Uint8Array(bytes(parts.wasm)))).toBe(true);
    expect(JSON.parse(parts.vocabulary())).toHaveLength(8000);
  });

  it('carries its licence', () => {
    const licence = footer.slice(footer.lastIndexOf('/*!'));
    expect(licence).toContain('Apache License');
    expect(licence).toContain('rounded to 8 bits');
  });

  it('has its weights in a file of 7 MB, named after its content, with the licence at its end', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'vault-loom-model-'));
    try {
      const name = await writeModelFile(folder);
      expect([name]).toEqual(await readdir(folder));
      const content = await readFile(join(folder, name));
      expect(createHash('sha256').update(content).digest('hex')).toBe(parts.file.sha256);
      expect(name).toBe(`sentence-encoder-${parts.file.sha256.slice(0, 16)}.bin`);
      expect(Math.round(content.length / 1e6)).toBe(7);
      expect(content.subarray(parts.file.weightBytes).toString()).toMatch(/rounded to 8 bits[^]*Apache License/u);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('says which part it does not know', async () => {
    const broken = rollup({ input: 'use-model:nothing', plugins: [useModel()] });
    await expect(broken).rejects.toThrow("no part 'nothing'");
  });
});
