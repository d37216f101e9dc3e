import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CodeCache, type Piece } from './code-cache.ts';
import { CacheFile } from './cache-file.ts';

const PIECE: Piece = {
  name: 'test/one.js',
  line: 41,
  code: '(function (word) {\nfunction late() { return word + "!"; }\nif (word === "") throw new Error("no word");\nreturn late(); })',
};

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vault-loom-code-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const open = (bundle = 'b1'): CodeCache => new CodeCache({ folder: join(folder, 'code'), bundle, quietMs: 10 });
const files = (): string[] => readdirSync(join(folder, 'code')).sort();
const only = (): string => join(folder, 'code', files()[0] ?? '');

function evaluate(cache: CodeCache, piece: Piece = PIECE): (word: string) => string {
  return cache.evaluate(piece) as (word: string) => string;
}

/** Evaluates the piece and waits until it is saved. */
async function keep(bundle = 'b1', piece = PIECE): Promise<void> {
  const before = known(bundle).size;
  expect(evaluate(open(bundle), piece)('a')).toBe('a!');
  await vi.waitFor(() => expect(known(bundle).size).toBe(before + 1), 5_000);
}

function known(bundle = 'b1'): ReadonlyMap<string, Buffer> {
  return new CacheFile(join(folder, 'code'), `${bundle}-${process.version}-${process.arch}`).all();
}

describe('the code of a piece', () => {
  it('is saved, found by the next process, and means the same', async () => {
    await keep();
    expect([...known().keys()]).toEqual([PIECE.name]);
    expect(evaluate(open())('b')).toBe('b!');
    if (process.platform !== 'win32') expect(statSync(only()).mode & 0o777).toBe(0o600);
  });

  it('is saved at the end of a process that has no quiet moment', async () => {
    const cache = new CodeCache({ folder: join(folder, 'code'), bundle: 'b1', quietMs: 60_000 });
    evaluate(cache)('a');
    await cache.save();
    expect([...known().keys()]).toEqual([PIECE.name]);
    rmSync(join(folder, 'code'), { recursive: true });
    await cache.save();
    expect(known().size).toBe(0);
  });

  it('joins what was saved before', async () => {
    await keep();
    await keep('b1', { ...PIECE, name: 'test/two.js' });
    expect([...known().keys()].sort()).toEqual(['test/one.js', 'test/two.js']);
  });

  it('joins what another process has saved meanwhile', async () => {
    const [one, two] = [open(), open()];
    evaluate(one)('a');
    evaluate(two, { ...PIECE, name: 'test/two.js' })('a');
    await vi.waitFor(() => expect(known().size).toBeGreaterThan(0), 5_000);
    evaluate(one, { ...PIECE, name: 'test/three.js' })('a');
    await vi.waitFor(() => expect(known().has('test/three.js')).toBe(true), 5_000);
    evaluate(two, { ...PIECE, name: 'test/four.js' })('a');
    await vi.waitFor(() => expect(known().has('test/four.js')).toBe(true), 5_000);
    expect(known().has('test/three.js')).toBe(true);
  });

  it('is of one bundle: of another, the same name may be other code of the same length', async () => {
    await keep();
    const other = { ...PIECE, code: PIECE.code.replace('"!"', '"?"') };
    expect(evaluate(open('b2'), other)('a')).toBe('a?');
  });

  it('names its lines in the bundle, compiled or from the file', async () => {
    const stackOf = (): string => {
      try {
        return evaluate(open())('');
      } catch (error) {
        return (error as Error).stack ?? '';
      }
    };
    expect(stackOf()).toContain('test/one.js:44:');
    await keep();
    expect(stackOf()).toContain('test/one.js:44:');
  });
});

describe('a file with code', () => {
  it.each([
    ['cut off', (bytes: Buffer) => bytes.subarray(0, bytes.length - 5)],
    ['changed in one byte', (bytes: Buffer) => bytes.map((byte, at) => (at === bytes.length - 9 ? byte ^ 1 : byte))],
    [
      'changed in a name',
      (bytes: Buffer) => Buffer.from(bytes.toString('latin1').replace('test/one.js', 'test/two.js'), 'latin1'),
    ],
    ['empty', () => Buffer.alloc(0)],
    ['something else', () => Buffer.from('{"hash":1,"sizes":{}}\nabc')],
  ])('that is %s is not used, and is replaced', async (_damage, damage) => {
    await keep();
    writeFileSync(only(), damage(readFileSync(only())));
    expect(known().size).toBe(0);
    await keep();
  });

  it.skipIf(process.platform === 'win32')('that others can write is not used', async () => {
    await keep();
    chmodSync(only(), 0o620);
    expect(known().size).toBe(0);
  });

  it('goes when three newer ones are there', async () => {
    for (const bundle of ['b1', 'b2', 'b3', 'b4']) {
      await keep(bundle);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    await vi.waitFor(() => expect(files().map((name) => name.slice(0, 2))).toEqual(['b2', 'b3', 'b4']));
  });

  it('is not needed: in a folder that cannot be made, pieces are compiled', async () => {
    writeFileSync(join(folder, 'code'), 'a file');
    expect(evaluate(open())('a')).toBe('a!');
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(readFileSync(join(folder, 'code'), 'utf8')).toBe('a file');
  });
});
