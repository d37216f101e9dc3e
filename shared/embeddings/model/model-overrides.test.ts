import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { VaultLoomError } from '../../protocol/errors.ts';
import { OVERRIDES_FILE, overrideOf, readModelOverrides } from './model-overrides.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'vault-loom-config-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

const write = (content: string | Uint8Array): Promise<void> => writeFile(path.join(folder, OVERRIDES_FILE), content);

describe('model-overrides.json', () => {
  it('need not exist, nor its folder', async () => {
    expect(await readModelOverrides(folder)).toEqual(new Map());
    expect(await readModelOverrides(path.join(folder, 'absent'))).toEqual(new Map());
  });

  it('matches a model in any letter case, with or without the tag `latest`', async () => {
    const entry = { queryPrefix: 'q: ', documentPrefix: '', maxTokens: 512, dimensions: 256, pooling: 'cls' };
    await write(`\uFEFF${JSON.stringify({ 'Ollama:Nomic-Embed-Text:latest': entry })}`);
    const overrides = await readModelOverrides(folder);
    expect(overrideOf(overrides, 'ollama', ['nomic-embed-text'])).toEqual(entry);
    expect(overrideOf(overrides, 'transformers', ['nomic-embed-text'])).toEqual({});
  });

  it('puts an entry for a provider before one for only the model, field by field', async () => {
    await write(JSON.stringify({ 'ollama:m': { maxTokens: 100 }, m: { maxTokens: 200, queryPrefix: 'q' } }));
    const overrides = await readModelOverrides(folder);
    expect(overrideOf(overrides, 'ollama', ['m'])).toEqual({ maxTokens: 100, queryPrefix: 'q' });
    expect(overrideOf(overrides, 'transformers', ['m'])).toEqual({ maxTokens: 200, queryPrefix: 'q' });
  });

  it('is not there if its folder cannot be, as with HOME=/dev/null', async () => {
    const file = path.join(folder, 'file');
    await writeFile(file, '');
    expect(await readModelOverrides(path.join(file, 'vault-loom'))).toEqual(new Map());
  });

  it.each([
    ['{ "m": ', 'is not JSON'],
    ['', 'is not JSON'],
    ['[]', 'must be an object of models'],
    ['null', 'must be an object of models'],
    ['{"m": "query: "}', "the entry 'm'"],
    ['{"m": {"queryPrefix": 7}}', "'queryPrefix' of 'm'"],
    ['{"m": {"maxTokens": "512"}}', "'maxTokens' of 'm'"],
    ['{"m": {"maxTokens": 0}}', "'maxTokens' of 'm'"],
    ['{"m": {"dimensions": 1.5}}', "'dimensions' of 'm'"],
    ['{"m": {"pooling": "max"}}', "'pooling' of 'm'"],
    ['{"m": {"prefix": "q"}}', "unknown field in the entry 'm': 'prefix'"],
    [`{"m": {"queryPrefix": "${'q'.repeat(2_001)}"}}`, "'queryPrefix' of 'm'"],
    [`{"m": {}}${' '.repeat(300_000)}`, 'larger than 256 KiB'],
    [Uint8Array.of(0x7b, 0xff, 0x7d), 'is not UTF-8'],
  ])('is refused, with the place and what is allowed: %#', async (content, problem) => {
    await write(content);
    await expect(readModelOverrides(folder)).rejects.toMatchObject({
      name: 'VaultLoomError',
      code: 'invalid_arguments',
      message: expect.stringMatching(new RegExp(`^${OVERRIDES_FILE} in the configuration folder .*${problem}`, 's')),
      hint: expect.stringContaining('queryPrefix and documentPrefix'),
    });
  });

  it('is refused if it is a folder', async () => {
    await mkdir(path.join(folder, OVERRIDES_FILE));
    await expect(readModelOverrides(folder)).rejects.toMatchObject({
      code: 'invalid_arguments',
      message: `${OVERRIDES_FILE} in the configuration folder is a folder.`,
    });
  });

  it('is understood or refused, for any content, and never reveals its location', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.json(),
          fc.string(),
          fc.dictionary(fc.string(), fc.object()).map((value) => JSON.stringify(value)),
        ),
        async (text) => {
          await write(text);
          const outcome = await readModelOverrides(folder).catch((error: unknown) => error);
          if (outcome instanceof Map) expect(overrideOf(outcome, 'ollama', ['m'])).toBeTypeOf('object');
          else expect(outcome).toBeInstanceOf(VaultLoomError);
          expect(String((outcome as Error).message ?? '')).not.toContain(folder);
        },
      ),
      { numRuns: 100, seed: 4 },
    );
  });
});
