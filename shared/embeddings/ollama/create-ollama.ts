import type { EmbedderChoice } from '../embedder-choice.ts';
import { adjustEmbedder } from '../model/adjusted-embedder.ts';
import type { ProviderSetup } from '../model/provider-setup.ts';
import { keptDimensions } from '../model/kept-dimensions.ts';
import { hubFiles, parseHub, remembering } from '../model/model-files.ts';
import { overrideOf } from '../model/model-overrides.ts';
import { readsEnglishOnly } from '../model/model-languages.ts';
import type { ModelProfile } from '../model/model-profile.ts';
import { resolvePrefixes } from '../model/resolve-prefixes.ts';
import { retry } from '../model/retry.ts';
import type { OllamaModel } from './ollama-answers.ts';
import { OllamaClient, OllamaError } from './ollama-client.ts';
import type { OllamaEmbedderOptions } from './ollama-embedder.ts';
import { OllamaEmbedder } from './ollama-embedder.ts';
import { unavailable } from './ollama-failures.ts';
import { ollamaUrl } from './ollama-url.ts';

export type OllamaTuning = Pick<OllamaEmbedderOptions, 'patience' | 'pauseMs' | 'textsPerCall'>;

/**
 * An embedder using a model of the Ollama server in the environment. The server is asked about the model, which loads
 * nothing; while it is away, its last answer is used.
 * @throws VaultLoomError `embedder_unavailable` if the server or the model is absent and was never seen;
 * `invalid_arguments` for an address or an override that makes no sense
 */
export async function createOllama(model: string, setup: ProviderSetup, tuning: OllamaTuning = {}): Promise<EmbedderChoice> {
  const client = new OllamaClient(ollamaUrl(setup.env), setup.schedule);
  const override = overrideOf(setup.overrides, 'ollama', [model]);
  const question = { provider: 'ollama', model, host: client.host, hub: setup.env.VAULT_LOOM_HUB_URL ?? '', override };
  const remembered = await setup.memory.recall(question);
  const profile = await findProfile();
  const dimensions = keptDimensions(model, profile.vectorLength, override);
  const identity = {
    provider: 'ollama',
    model: profile.version === '' ? model : `${model}@${profile.version}`,
    dimensions: profile.vectorLength,
    prefixes: { query: '', document: '' },
  };
  const embedder = new OllamaEmbedder({ ...tuning, client, model, identity, maxTokens: profile.maxTokens, schedule: setup.schedule });
  return {
    embedder: adjustEmbedder(embedder, { prefixes: profile.prefixes, dimensions, maxTokens: profile.maxTokens }),
    readsEnglishOnly: profile.readsEnglishOnly,
    prefixSource: profile.prefixSource,
    overrideApplied: Object.keys(override).some((field) => field !== 'pooling'),
  };

  async function findProfile(): Promise<ModelProfile> {
    const described = await describe(client, model, setup).catch((error: unknown) => {
      if (!(error instanceof OllamaError)) throw error;
      if (remembered === null || error.problem === 'model-missing') throw unavailable(error, model);
      setup.log('warn', `${error.message}; what is known of its model '${model}' from before is used meanwhile.`);
      return null;
    });
    if (described === null && remembered !== null) return remembered;
    const { version, bases, languages, ...facts } = factsOf(described);
    const hub = parseHub(setup.env.VAULT_LOOM_HUB_URL);
    const files = hub === null ? null : remembering(hubFiles(hub, setup.schedule));
    const hubName = nameInHub(model);
    const asked = { model: hubName ?? model, override, own: hubName === null ? null : files, hub: files, bases };
    const { prefixes, source, incomplete } = await resolvePrefixes(asked);
    if (incomplete) {
      setup.log('warn', 'The hub could not be reached to learn of prefixes.');
      if (remembered?.version === version) return remembered;
    }
    const vectorLength = facts.dimensions ?? (await measureDimensions(client, model));
    const maxTokens = override.maxTokens ?? facts.maxTokens ?? UNKNOWN_MAX_TOKENS;
    const english = await readsEnglishOnly(asked.model, languages, asked.own);
    const profile: ModelProfile = { version, vectorLength, maxTokens, prefixes, prefixSource: source, pooling: 'mean', readsEnglishOnly: english };
    if (!incomplete) await setup.memory.keep(question, profile);
    return profile;
  }
}

/** What nearly every model takes. */
const UNKNOWN_MAX_TOKENS = 512;
const ASK_TIMEOUT_MS = 10_000;
const MEASURE_TIMEOUT_MS = 120_000;

function describe(client: OllamaClient, model: string, setup: ProviderSetup): Promise<OllamaModel> {
  return retry(() => client.describe(model, { timeoutMs: ASK_TIMEOUT_MS }), {
    attempts: 2,
    firstDelayMs: 300,
    maxDelayMs: 300,
    mayPass: (error) => error instanceof OllamaError && (error.problem === 'unreachable' || error.problem === 'server-error'),
    schedule: setup.schedule,
  });
}

function factsOf(described: OllamaModel | null): Omit<OllamaModel, 'digest'> & { version: string } {
  const { digest, ...facts } = described ?? { digest: null, bases: [], languages: [], dimensions: null, maxTokens: null };
  return { version: digest?.replace(/^sha256:/, '').slice(0, 12) ?? '', ...facts };
}

/** If the server does not say how long its vectors are, one must be made. */
async function measureDimensions(client: OllamaClient, model: string): Promise<number> {
  try {
    const [vector] = await client.embed(model, ['How long is a vector?'], { timeoutMs: MEASURE_TIMEOUT_MS });
    return vector?.length ?? 0;
  } catch (error) {
    throw error instanceof OllamaError ? unavailable(error, model) : error;
  }
}

/** Models that Ollama pulls from a hub are named by its host, an owner and a name. */
function nameInHub(model: string): string | null {
  return /^[\w-]+(?:\.[\w-]+)+\/([\w.-]+\/[\w.-]+?)(?::[\w.-]+)?$/.exec(model)?.[1] ?? null;
}
