import { mkdir, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { decodeManifest, encodeManifest, MANIFEST_NAME, readManifest, switchManifest } from './manifest.ts';
import { segmentFileName } from './segment-name.ts';
import { writeSegment } from './write-segment.ts';
import { flipBit, removeFolder, temporaryFolder } from './store-test-kit.ts';
import type { Manifest, SegmentInfo } from './store-types.ts';

let folder: string;
beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(() => removeFolder(folder));

const always = (): Promise<boolean> => Promise.resolve(true);
const manifestOf = (segments: SegmentInfo[], generation = 1): Manifest => ({
  format: 4,
  generation,
  segments,
  state: { next: 7, name: 'ä' },
});

describe('the manifest', () => {
  it('is read as it was written', async () => {
    const segment = await writeSegment(folder, 'segment0001', 'notes', { a: new Uint8Array(9) }, { first: 1 });
    const stored = await switchManifest(folder, manifestOf([segment]), always);
    expect(await readManifest(folder, 4)).toEqual(stored);
    expect(stored?.manifest).toEqual(manifestOf([segment]));
  });

  it('is one JSON value, for people and tools that look', () => {
    expect(JSON.parse(encodeManifest(manifestOf([])).text)).toMatchObject({
      vaultLoomIndex: 1,
      manifest: { format: 4, generation: 1 },
    });
  });

  it('stays unchanged when the switch is cancelled or fails', async () => {
    await switchManifest(folder, manifestOf([], 1), always);
    expect(await switchManifest(folder, manifestOf([], 2), () => Promise.resolve(false))).toBeUndefined();
    await expect(switchManifest(folder, manifestOf([], 2), () => Promise.reject(new Error('no lock')))).rejects.toThrow(
      'no lock',
    );
    expect(await readManifest(folder, 4)).toMatchObject({ manifest: { generation: 1 } });
    expect(await readdir(folder)).toEqual([MANIFEST_NAME]);
  });

  it('takes the place of a folder, unless the switch is cancelled', async () => {
    const inside = join(folder, MANIFEST_NAME, 'inside');
    await mkdir(dirname(inside));
    await writeFile(inside, 'text');
    expect(await switchManifest(folder, manifestOf([], 1), () => Promise.resolve(false))).toBeUndefined();
    expect(await readFile(inside, 'utf8')).toBe('text');
    await switchManifest(folder, manifestOf([], 1), always);
    expect(await readManifest(folder, 4)).toMatchObject({ manifest: { generation: 1 } });
  });

  it('has an id that differs between contents', () => {
    expect(encodeManifest(manifestOf([], 1)).id).not.toBe(encodeManifest(manifestOf([], 2)).id);
  });
});

describe('a manifest that cannot be used gives the reason', () => {
  const reasonOf = async (): Promise<string> => {
    const result = await readManifest(folder, 4);
    return 'reason' in result ? result.reason : 'none';
  };

  it('if there is none, or no folder', async () => {
    expect(await reasonOf()).toBe('There was no index yet.');
    await removeFolder(folder);
    expect(await reasonOf()).toBe('There was no index yet.');
  });

  it('where it has another layout', async () => {
    await switchManifest(folder, { ...manifestOf([]), format: 3 }, always);
    expect(await reasonOf()).toBe('The index had layout 3; this version uses layout 4.');
  });

  it('where another program wrote it', async () => {
    for (const text of ['', '{}', '{"id":"some-plugin","version":"1.0"}', 'null']) {
      await writeFile(join(folder, MANIFEST_NAME), text);
      expect(await reasonOf()).toBe('The index was written by another program or version.');
    }
  });

  it('where a segment is missing or has another size', async () => {
    const segment = await writeSegment(folder, 'segment0001', 'notes', { a: new Uint8Array(9) }, {});
    await switchManifest(folder, manifestOf([segment]), always);
    await truncate(join(folder, segmentFileName(segment.key)), 10);
    expect(await reasonOf()).toBe('The index was damaged: segment-segment0001.bin has the wrong size.');
    await rm(join(folder, segmentFileName(segment.key)));
    expect(await reasonOf()).toBe('The index was incomplete: segment-segment0001.bin is missing.');
  });

  it('for any flipped bit and any truncation', async () => {
    await switchManifest(folder, manifestOf([]), always);
    const file = join(folder, MANIFEST_NAME);
    const sound = await readFile(file);
    await fc.assert(
      fc.asyncProperty(fc.nat(sound.length * 8 - 1), async (bit) => {
        await flipBit(file, sound, bit);
        expect(await reasonOf()).toMatch(/damaged|another program/);
        await writeFile(file, sound.subarray(0, bit >> 3));
        expect(await reasonOf()).toMatch(/damaged|another program/);
      }),
      { numRuns: 100, seed: 4 },
    );
  });

  it('if it is whole but impossible', () => {
    const segment: SegmentInfo = { key: 'segment0001', kind: 'notes', bytes: 10, meta: {} };
    const wrong: unknown[] = [
      null,
      [],
      { ...manifestOf([]), state: null },
      { ...manifestOf([]), generation: -1 },
      { ...manifestOf([]), format: '4' },
      { ...manifestOf([]), segments: {} },
      ...[{ key: '../../../secret' }, { key: 1 }, { bytes: 1.5 }, { kind: null }, { meta: [] }].map((part) =>
        manifestOf([{ ...segment, ...part } as SegmentInfo]),
      ),
      manifestOf([segment, segment]),
    ];
    for (const content of wrong) {
      expect(decodeManifest(encodeManifest(content as Manifest).text, 4)).toEqual({
        reason: 'The index was damaged: its manifest is incomplete.',
      });
    }
  });
});
