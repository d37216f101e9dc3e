import { z } from 'zod';
import { isRecord } from '../../kit/json/is-record.ts';

/** What an Ollama server says about a model; null for what is not stated. */
export interface OllamaModel {
  dimensions: number | null;
  maxTokens: number | null;
  /** Of the weights: another pull of the same name may bring others. */
  digest: string | null;
  /** The models it was made from, as a hub or Ollama names them. */
  bases: string[];
  /** Those it is for; empty if unknown. */
  languages: string[];
}

/** Reads the answer of `/api/show`. Never throws; unexpected parts count as unknown. */
export function describedModel(answer: unknown): Omit<OllamaModel, 'digest'> {
  const { model_info: info, details } = showSchema.parse(answer);
  const languages = info['general.languages'];
  const architecture = String(info['general.architecture']);
  return {
    dimensions: count(info[`${architecture}.embedding_length`]),
    maxTokens: count(info[`${architecture}.context_length`]),
    bases: [...basesInHub(info), ...(details.parent_model === '' ? [] : [details.parent_model])],
    languages: Array.isArray(languages) ? languages.filter((name): name is string => typeof name === 'string') : [],
  };
}

/** The digest of a model in the answer of `/api/tags`. */
export function digestOf(answer: unknown, model: string): string | null {
  const { models } = tagsSchema.parse(answer);
  const wanted = tagged(model);
  return models.find(({ name }) => tagged(name) === wanted)?.digest ?? null;
}

/** The vectors in the answer of `/api/embed`; null if they are not lists of finite numbers. */
export function embeddingsOf(answer: unknown): Float32Array[] | null {
  const embeddings: unknown = isRecord(answer) ? answer['embeddings'] : undefined;
  if (!Array.isArray(embeddings) || !embeddings.every(isVector)) return null;
  return embeddings.map((vector) => Float32Array.from(vector));
}

export function errorOf(answer: unknown): string | null {
  const error = isRecord(answer) ? answer['error'] : undefined;
  return typeof error === 'string' ? error.slice(0, 500) : null;
}

const showSchema = z
  .object({
    model_info: z.record(z.string(), z.unknown()).catch({}),
    details: z.object({ parent_model: z.string().catch('') }).catch({ parent_model: '' }),
  })
  .catch({ model_info: {}, details: { parent_model: '' } });

const tagsSchema = z
  .object({
    models: z
      .array(
        z.object({
          name: z.string().catch(''),
          digest: z
            .string()
            .regex(/^(?:sha256:)?[\da-f]{12,64}$/)
            .nullable()
            .catch(null),
        }),
      )
      .catch([]),
  })
  .catch({ models: [] });

function count(value: unknown): number | null {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : null;
}

function isVector(vector: unknown): vector is number[] {
  return (
    Array.isArray(vector) &&
    vector.length > 0 &&
    vector.every((value) => typeof value === 'number' && Number.isFinite(Math.fround(value)))
  );
}

/** GGUF files name their bases by an address whose last two parts are owner and name. */
function basesInHub(info: Record<string, unknown>): string[] {
  return Object.entries(info).flatMap(([key, value]) => {
    if (!/^general\.base_model\.\d+\.repo_url$/.test(key) || typeof value !== 'string') return [];
    const name = /^https?:\/\/[^/]+\/([\w.-]+\/[\w.-]+)\/?$/.exec(value)?.[1];
    return name === undefined ? [] : [name];
  });
}

function tagged(model: string): string {
  const name = model.toLowerCase();
  return /:[^/]*$/.test(name) ? name : `${name}:latest`;
}
