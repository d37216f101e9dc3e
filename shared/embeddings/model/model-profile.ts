import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { POOLINGS } from './model-overrides.ts';

/** What was learned about a model before its first text. */
const profileSchema = z.object({
  /** Tells two states of the same name apart, such as a digest of the weights; empty if nothing does. */
  version: z.string(),
  /** How many numbers the model gives. */
  vectorLength: z.int().positive(),
  maxTokens: z.int().positive(),
  prefixes: z.object({ query: z.string(), document: z.string() }),
  prefixSource: z.enum(['override', 'seed', 'metadata', 'metadata-base', 'readme', 'fallback', 'none']),
  pooling: z.enum(POOLINGS),
  readsEnglishOnly: z.boolean(),
});

export type ModelProfile = z.output<typeof profileSchema>;

/**
 * Profiles as last found out, so that a model keeps its identity, and its vectors their worth, while the server or the
 * network it was learned from is unavailable.
 */
export interface ProfileMemory {
  recall(question: unknown): Promise<ModelProfile | null>;
  /** Never rejects: what cannot be saved is looked up again. */
  keep(question: unknown, profile: ModelProfile): Promise<void>;
}

/** In files below `folder`, one per question (any JSON); null: nothing is remembered. */
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
        await mkdir(path.dirname(file), { recursive: true });
        await writeFile(draft, JSON.stringify(profile));
        await rename(draft, file);
      } catch {
        await rm(draft, { force: true }).catch(() => undefined);
      }
    },
  };
}

/** Incremented when profiles are determined differently. */
const FORMAT = 1;

function hash(question: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify([FORMAT, question]))
    .digest('hex')
    .slice(0, 32);
}
