import type { ProviderSetup } from '../adjusted/provider-setup.ts';
import { hubFiles, parseHub, remembering } from '../model/model-files.ts';
import { readsEnglishOnly } from '../model/model-languages.ts';
import type { NamedModel } from '../model/named-model.ts';
import type { ModelDescription, ProvidedModel } from '../adjusted/provided-model.ts';
import { retry } from '../request/retry.ts';
import type { OllamaModel } from './ollama-answers.ts';
import { OllamaClient, OllamaError } from './ollama-client.ts';
import { OllamaEmbedder } from './ollama-embedder.ts';
import { unavailable } from './ollama-failures.ts';
import { ollamaUrl } from './ollama-url.ts';

/**
 * A model of the Ollama server that the environment names. Asking the server about it loads nothing; while the server
 * is away, its last answer counts.
 * @throws VaultLoomError `invalid_arguments` for an address that makes no sense; when described, `embedder_unavailable`
 * if the server or the model is absent and was never seen
 */
export async function findOllama({ model = '' }: NamedModel, setup: ProviderSetup): Promise<ProvidedModel> {
  const client = new OllamaClient(ollamaUrl(setup.env), setup.schedule);
  return {
    provider: 'ollama',
    name: model,
    names: [model],
    identifiedBy: { provider: 'ollama', model, host: client.host, hub: setup.env.VAULT_LOOM_HUB_URL ?? '' },
    describe: async (_override, isRemembered) => {
      const described = await describe(client, model, setup).catch((error: unknown) => {
        if (!(error instanceof OllamaError)) throw error;
        if (!isRemembered || error.problem === 'model-missing') throw unavailable(error, model);
        setup.log('warn', `${error.message}; what is known of its model '${model}' from before is used meanwhile.`);
        return null;
      });
      return described === null ? null : descriptionOf(described, client, model, setup);
    },
    run: ({ version, vectorLength, maxTokens }, onOtherLength) => {
      const identity = {
        provider: 'ollama',
        model: version === '' ? model : `${model}@${version}`,
        dimensions: vectorLength,
        prefixes: { query: '', document: '' },
      };
      return new OllamaEmbedder({ client, model, identity, maxTokens, onOtherLength, schedule: setup.schedule });
    },
  };
}

function descriptionOf(
  { digest, bases, languages, dimensions, maxTokens }: OllamaModel,
  client: OllamaClient,
  model: string,
  setup: ProviderSetup,
): ModelDescription {
  const hub = parseHub(setup.env.VAULT_LOOM_HUB_URL);
  const files = hub === null ? null : remembering(hubFiles(hub, setup.schedule));
  const hubName = nameInHub(model);
  const name = hubName ?? model;
  const own = hubName === null ? null : files;
  return {
    version: digest?.replace(/^sha256:/, '').slice(0, 12) ?? '',
    vectorLength: async () => dimensions ?? (await measureDimensions(client, model)),
    maxTokens,
    prefixes: { model: name, own, hub: files, bases },
    readsEnglishOnly: () => readsEnglishOnly(name, languages, own),
  };
}

const ASK_TIMEOUT_MS = 10_000;
const MEASURE_TIMEOUT_MS = 120_000;

function describe(client: OllamaClient, model: string, setup: ProviderSetup): Promise<OllamaModel> {
  return retry(() => client.describe(model, { timeoutMs: ASK_TIMEOUT_MS }), {
    attempts: 2,
    firstDelayMs: 300,
    maxDelayMs: 300,
    mayPass: (error) =>
      error instanceof OllamaError && (error.problem === 'unreachable' || error.problem === 'server-error'),
    schedule: setup.schedule,
  });
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

/** Models that Ollama pulls from a hub are named by host, owner and name. */
function nameInHub(model: string): string | null {
  return /^[\w-]+(?:\.[\w-]+)+\/([\w.-]+\/[\w.-]+?)(?::[\w.-]+)?$/.exec(model)?.[1] ?? null;
}
