import { open } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { systemCode } from '../../kit/disk/disk-io.ts';
import { messageOf } from '../../kit/text/message-of.ts';
import { VaultLoomError } from '../../protocol/errors.ts';

export const POOLINGS = ['mean', 'cls', 'last_token'] as const;
export type Pooling = (typeof POOLINGS)[number];

/** What a person may set for a model; absent fields change nothing. */
const overrideSchema = z.strictObject({
  /** Put verbatim before a query, and before a note's text. */
  queryPrefix: z.string().max(2_000).optional(),
  documentPrefix: z.string().max(2_000).optional(),
  /** Tokens that the model takes. */
  maxTokens: z.int().min(16).max(1_000_000).optional(),
  /** Numbers of each vector to keep, for models trained to be cut. */
  dimensions: z.int().min(2).max(16_384).optional(),
  /** How tokens' vectors become one (`transformers` only). */
  pooling: z.enum(POOLINGS).optional(),
});

const fileSchema = z.record(z.string().min(1), overrideSchema);

export type ModelOverride = z.output<typeof overrideSchema>;
export type ModelOverrides = ReadonlyMap<string, ModelOverride>;

export const OVERRIDES_FILE = 'model-overrides.json';

/**
 * Reads `model-overrides.json` in the configuration folder, if there is one. Keys are `provider:model`, or just a
 * model's name, in any letter case.
 * @throws VaultLoomError `invalid_arguments` if the file cannot be read or makes no sense, with the key and what is
 * allowed
 */
export async function readModelOverrides(configFolder: string): Promise<ModelOverrides> {
  const text = await readText(path.join(configFolder, OVERRIDES_FILE));
  if (text === null) return new Map();
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw badFile(`is not JSON (${messageOf(error)})`, error);
  }
  const parsed = fileSchema.safeParse(value);
  if (!parsed.success) throw badFile(describeIssue(parsed.error.issues[0]));
  return new Map(Object.entries(parsed.data).map(([key, override]) => [plainKey(key), override]));
}

/** The overrides for one model. Fields for `provider:model` win over those for the name alone. */
export function overrideOf(overrides: ModelOverrides, provider: string, models: readonly string[]): ModelOverride {
  const keys = models.flatMap((model) => [plainKey(model), plainKey(`${provider}:${model}`)]);
  const specificLast = [...keys].sort(
    (a, b) => Number(a.startsWith(`${provider}:`)) - Number(b.startsWith(`${provider}:`)),
  );
  return specificLast.reduce<ModelOverride>((all, key) => ({ ...all, ...overrides.get(key) }), {});
}

const MAX_BYTES = 256 * 1024;
const ALLOWED = `queryPrefix and documentPrefix (text), maxTokens and dimensions (whole numbers), pooling (${POOLINGS.join(', ')})`;

/** Case-insensitive, without Ollama's default tag. */
function plainKey(key: string): string {
  return key
    .normalize('NFC')
    .trim()
    .toLowerCase()
    .replace(/:latest$/, '');
}

async function readText(file: string): Promise<string | null> {
  try {
    const handle = await open(file, 'r');
    try {
      const stats = await handle.stat();
      if (stats.isDirectory()) throw badFile('is a folder');
      if (stats.size > MAX_BYTES) throw badFile(`is larger than ${MAX_BYTES / 1024} KiB`);
      return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await handle.readFile());
    } finally {
      await handle.close();
    }
  } catch (error) {
    const code = systemCode(error);
    // ENOTDIR: there is no such folder, as with HOME=/dev/null.
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    if (error instanceof VaultLoomError) throw error;
    if (error instanceof TypeError) throw badFile('is not UTF-8 text', error);
    throw badFile(code === 'EISDIR' ? 'is a folder' : `cannot be read (${code})`, error);
  }
}

function describeIssue(issue: z.core.$ZodIssue | undefined): string {
  const [key, field] = issue?.path ?? [];
  if (key === undefined) return 'must be an object of models';
  const where = field === undefined ? `the entry '${String(key)}'` : `'${String(field)}' of '${String(key)}'`;
  if (issue?.code === 'unrecognized_keys')
    return `has an unknown field in ${where}: ${issue.keys.map((name) => `'${name}'`).join(', ')}`;
  return `is wrong in ${where}: ${issue?.message ?? 'invalid'}`;
}

function badFile(problem: string, cause?: unknown): VaultLoomError {
  return new VaultLoomError('invalid_arguments', `${OVERRIDES_FILE} in the configuration folder ${problem}.`, {
    hint: `Correct or remove the file. It maps "provider:model" to an object with any of: ${ALLOWED}.`,
    cause,
  });
}
