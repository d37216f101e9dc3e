import type { PrefixSource } from '../embedder-choice.ts';
import type { Prefixes } from '../model/known-prefixes.ts';
import { familyPrefixes, seedPrefixes } from '../model/known-prefixes.ts';
import { baseModelsOfCard, prefixesOfCard } from '../model/model-card.ts';
import type { ModelFiles } from '../model/model-files.ts';
import { baseModelOfConfig, promptsOf } from '../model/model-metadata.ts';
import type { ModelOverride } from '../model/model-overrides.ts';

export interface PrefixQuestion {
  /** The model's name, as the provider writes it. */
  model: string;
  override: ModelOverride;
  /** The model's own files; null if they cannot be read. */
  own: ModelFiles | null;
  /** Describes other models, which this one names as its bases; null if nothing may be asked. */
  hub: ModelFiles | null;
  /** Bases known from elsewhere, such as a server's answer. */
  bases?: readonly string[];
}

export interface ResolvedPrefixes {
  prefixes: Prefixes;
  source: PrefixSource;
  /** A step failed, perhaps for lack of a network: a retry may give another answer. */
  incomplete: boolean;
}

/**
 * Finds a model's prefixes: the person's override, the built-in table, the model's own metadata, that of its bases, its
 * card, its family's by name, or none. Skips what cannot be read. Overriding one prefix leaves the other.
 */
export async function resolvePrefixes(question: PrefixQuestion): Promise<ResolvedPrefixes> {
  const { queryPrefix, documentPrefix } = question.override;
  if (queryPrefix !== undefined && documentPrefix !== undefined) {
    return { prefixes: { query: queryPrefix, document: documentPrefix }, source: 'override', incomplete: false };
  }
  const reader = new Reader();
  const found = await findPrefixes(question, reader);
  const overridden = queryPrefix !== undefined || documentPrefix !== undefined;
  const prefixes = { query: queryPrefix ?? found.prefixes.query, document: documentPrefix ?? found.prefixes.document };
  return { prefixes, source: overridden ? 'override' : found.source, incomplete: reader.failed };
}

const MAX_BASES = 3;
/** A base may have a base; longer chains and rings are not followed. */
const MAX_DEPTH = 3;

interface Found {
  prefixes: Prefixes;
  source: PrefixSource;
}

async function findPrefixes({ model, own, hub, bases = [] }: PrefixQuestion, reader: Reader): Promise<Found> {
  const seed = seedPrefixes(model);
  if (seed !== null) return found(seed, 'seed');
  const metadata = promptsOf(await reader.read(own, model, PROMPTS_FILE));
  if (metadata !== null) return found(metadata, 'metadata');
  const base = await prefixesOfBases([...bases, ...(await basesOf(own, model, reader))], hub, reader, MAX_DEPTH);
  if (base !== null) return found(base, 'metadata-base');
  const card = prefixesOfCard((await reader.read(own, model, CARD_FILE)) ?? '');
  if (card !== null) return found(card, 'readme');
  const family = familyPrefixes(model);
  return family === null ? found({ query: '', document: '' }, 'none') : found(family, 'fallback');
}

const PROMPTS_FILE = 'config_sentence_transformers.json';
const CARD_FILE = 'README.md';

async function prefixesOfBases(
  bases: readonly string[],
  hub: ModelFiles | null,
  reader: Reader,
  depth: number,
): Promise<Prefixes | null> {
  if (depth === 0) return null;
  for (const base of [...new Set(bases)].slice(0, MAX_BASES)) {
    const prefixes =
      seedPrefixes(base) ??
      promptsOf(await reader.read(hub, base, PROMPTS_FILE)) ??
      (await prefixesOfBases(await basesOf(hub, base, reader), hub, reader, depth - 1));
    if (prefixes !== null) return prefixes;
  }
  return null;
}

async function basesOf(files: ModelFiles | null, model: string, reader: Reader): Promise<string[]> {
  const named = baseModelsOfCard((await reader.read(files, model, CARD_FILE)) ?? '');
  const configured = baseModelOfConfig(await reader.read(files, model, 'config.json'));
  return [...named, ...(configured === null ? [] : [configured])].filter((base) => base !== model);
}

/** A model without prefixes is symmetric, wherever that was learned. */
function found(prefixes: Prefixes, source: PrefixSource): Found {
  return { prefixes, source: prefixes.query === '' && prefixes.document === '' ? 'none' : source };
}

/** Reads files, and remembers whether any could not be read. */
class Reader {
  failed = false;

  async read(files: ModelFiles | null, model: string, file: string): Promise<string | null> {
    // After one failure, others would only add time-outs to the start.
    if (files === null || this.failed) return null;
    try {
      return await files.read(model, file);
    } catch {
      this.failed = true;
      return null;
    }
  }
}
