import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ModelFile } from './model-file.ts';

const BYTES = 2_500_000;
const WEIGHT_BYTES = 2_400_000;

/** Content of a model's file that is read in several pieces. */
export const MADE_UP_CONTENT = Buffer.alloc(BYTES, createHash('sha256').update('weights').digest());
export const MADE_UP_WEIGHTS = MADE_UP_CONTENT.subarray(0, WEIGHT_BYTES);

const sha256 = createHash('sha256').update(MADE_UP_CONTENT).digest('hex');

export const MADE_UP_MODEL: ModelFile = {
  name: `sentence-encoder-${sha256.slice(0, 16)}.bin`,
  bytes: BYTES,
  weightBytes: WEIGHT_BYTES,
  wordSpaceBytes: 0,
  sha256,
};

/** Puts content under the model's name into a folder. */
export async function putModel(folder: string, content: Buffer = MADE_UP_CONTENT): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, MADE_UP_MODEL.name), content);
}

/** The content with one byte changed. */
export function damagedContent(): Buffer {
  const content = Buffer.from(MADE_UP_CONTENT);
  content[1_234_567] = (content[1_234_567] ?? 0) ^ 1;
  return content;
}
