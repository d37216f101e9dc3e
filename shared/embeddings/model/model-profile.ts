import { createHash, randomUUID } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { POOLINGS } from './model-overrides.ts';
import { makeFolder } from '../../kit/disk/make-folder.ts';

/** What is known about a model before its first text. */
const profileSchema = z.object({
  /** Tells apart two states of the same name, such as a digest of the weights; empty if nothing does. */
  version: z.string(),
  /** Numbers per vector. */
  vectorLength: z.int().positive(),
  /** Whether it is that of vectors the model gave, which was not the length that its source states. */
  isLengthSeen: z.literal(true).optional(),
  maxTokens: z.int().positive(),
  prefixes: z.object({ query: z.string(), document: z.string() }),
  prefixSource: z.enum(['override', 'seed', 'metadata', 'metadata-base', 'readme', 'fallback', 'none']),
  pooling: z.enum(POOLINGS),
  readsEnglishOnly: z.boolean(),
});

export type ModelProfile = z.output<typeof profileSchema>;

/** Saved profiles: a model keeps its identity, and its vectors their value, while its server or the network is down. */
export interface ProfileMemory {
  recall(question: unknown): Promise<ModelProfile | null>;
  /** Never rejects: what was not saved is looked up again. */
  keep(question: unknown, profile: ModelProfile): Promise<void>;
}

/** In files below `folder`, one per question (any JSON); if null, nothing is saved. */
export function profileMemory(folder: string | null): ProfileMemory {
  if (folder === null) return { recall: () => Promise.resolve(null), keep: () => Promise.resolve() };
  const fileOf = (question: unknown): string => path.join(folder, 'models', `${hash(question)}.json`);
  return {
    recall: async (question) => {
      try {
        return profileSchema.parse(JSON.parse(await readFile(fileOf(question), 'utf8')));
      } catch {
        return null;
      }
    },
    keep: async (question, profile) => {
      const file = fileOf(question);
      const draft = `${file}.${randomUUID()}`;
      try {
        await makeFolder(path.dirname(file));
        await writeFile(draft, JSON.stringify(profile));
        await rename(draft, file);
      } catch {
        await rm(draft, { force: true }).catch(() => undefined);
      }
    },
  };
}

/** Changes when profiles are determined differently. */
const FORMAT = 1;

function hash(question: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify([FORMAT, question]))
    .digest('hex')
    .slice(0, 32);
}
