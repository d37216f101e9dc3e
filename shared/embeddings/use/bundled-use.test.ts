import { createRequire } from 'node:module';
import { gunzipSync } from 'node:zlib';
import { rollup } from 'rollup';
import { beforeAll, describe, expect, it } from 'vitest';
import { quantiseUse, useModel } from '../../../build/quantise-use.mjs';
import { textsInComments } from '../../../build/text-in-comment.mjs';
import type { UsePackage } from './use-parts.ts';

type Parts = Omit<UsePackage, 'worker'>;

/** What the plugin's main.js may hold, less its code. */
const MAX_BYTES = 10 * 1024 * 1024;

let code: string;
let parts: Parts;

beforeAll(async () => {
  const entry = ['graph', 'weights', 'wasm', 'vocabulary'].map(
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
    const { notice: _, ...built } = await quantiseUse();
    const unpacked = {
      graph: parts.graph(),
      weights: parts.weights(),
      wasm: parts.wasm(),
      vocabulary: parts.vocabulary(),
    };
    // One comparison of whole texts: a difference must not be printed.
    expect(
      JSON.stringify(unpacked, Object.keys(unpacked).sort()) === JSON.stringify(built, Object.keys(built).sort()),
    ).toBe(true);
  });

  it('holds a wasm binary, a graph and the weights that it names', () => {
    const bytes = (part: () => string): Buffer => gunzipSync(Buffer.from(part(), 'base64'));
    const { weightSpecs } = JSON.parse(bytes(parts.graph).toString()) as {
      weightSpecs: { shape: number[]; quantization?: object }[];
    };
    const sizes = weightSpecs.map(({ shape, quantization }) =>
      shape.reduce((product, size) => product * size, quantization === undefined ? 4 : 1),
    );
    expect(bytes(parts.weights).length).toBe(sizes.reduce((sum, size) => sum + size, 0));
    expect(WebAssembly.validate(new Uint8Array(bytes(parts.wasm)))).toBe(true);
    expect(JSON.parse(parts.vocabulary())).toHaveLength(8000);
  });

  it('carries its licence', () => {
    const licence = code.slice(code.lastIndexOf('/*!'));
    expect(licence).toContain('Apache License');
    expect(licence).toContain('rounded to 8 bits');
  });

  it('says which part it does not know', async () => {
    const broken = rollup({ input: 'use-model:nothing', plugins: [useModel()] });
    await expect(broken).rejects.toThrow("no part 'nothing'");
  });
});
