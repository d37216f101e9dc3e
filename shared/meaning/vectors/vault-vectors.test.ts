import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { eventLoopYield, Slicer } from '../../kit/concurrency/slices.ts';
import { VectorLibrary } from './vault-vectors.ts';

let scratch = '';

beforeEach(() => {
  scratch = mkdtempSync(join(tmpdir(), 'vault-loom-vectors-'));
});

afterEach(() => {
  rmSync(scratch, { recursive: true, force: true });
});

it('waits for a folder that is being opened when it closes, and leaves no lock', async () => {
  const library = new VectorLibrary({
    folder: () => Promise.resolve(join(scratch, 'vectors')),
    dataFolder: join(scratch, 'data'),
    slicer: new Slicer(8, eventLoopYield()),
    log: () => undefined,
    onRole: () => undefined,
    onOthers: () => undefined,
  });
  let hasOpened = false;
  const opening = library.open().then(() => (hasOpened = true));
  await Promise.resolve();
  await Promise.resolve();
  await library.close();
  expect(hasOpened).toBe(true);
  expect(readdirSync(join(scratch, 'data', 'locks'))).toEqual([]);
  await opening;
});
