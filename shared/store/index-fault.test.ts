import { readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { indexFault } from './index-fault.ts';
import { MANIFEST_NAME, switchManifest } from './manifest.ts';
import { segmentFileName } from './segment-name.ts';
import { flipBit, removeFolder, temporaryFolder } from './store-test-kit.ts';
import { writeSegment } from './write-segment.ts';

let folder: string;
let files: string[];

beforeEach(async () => {
  folder = await temporaryFolder();
  const bytes = (fill: number): Uint8Array => new Uint8Array(5000).fill(fill);
  const segments = [
    await writeSegment(folder, 'segment0001', 'notes', { a: bytes(1), b: bytes(2) }, {}),
    await writeSegment(folder, 'segment0002', 'notes', { a: bytes(3) }, {}),
  ];
  files = segments.map(({ key }) => join(folder, segmentFileName(key)));
  await switchManifest(folder, { format: 4, generation: 1, segments, state: {} }, () => Promise.resolve(true));
});
afterEach(() => removeFolder(folder));

describe('what is wrong with an index', () => {
  it('is nothing if it is whole, or not there', async () => {
    expect(await indexFault(folder)).toBeNull();
    expect(await indexFault(join(folder, 'none'))).toBeNull();
  });

  it('is said of any file, wherever in it the damage is', async () => {
    for (const file of [...files, join(folder, MANIFEST_NAME)]) {
      const sound = await readFile(file);
      for (const place of [0, Math.floor(sound.length / 2), sound.length - 2]) {
        await flipBit(file, sound, place * 8);
        expect((await indexFault(folder))?.reason).toMatch(/damaged|another program/u);
      }
      await truncate(file, 100);
      expect((await indexFault(folder))?.reason).toMatch(/damaged/u);
      await writeFile(file, sound);
    }
    expect(await indexFault(folder)).toBeNull();
  });

  it('is a file that is gone', async () => {
    await rm(files[1] ?? '');
    expect((await indexFault(folder))?.reason).toContain('missing');
  });
});
