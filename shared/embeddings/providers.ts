import type { NamedModel } from './model/named-model.ts';
import type { ProvidedModel } from './adjusted/provided-model.ts';
import type { ProviderSetup } from './adjusted/provider-setup.ts';
import { readOllamaName } from './ollama/ollama-name.ts';
import { readTransformersName } from './transformers/transformers-name.ts';

/** A way to run models. */
export interface Provider {
  /** What it is, in a few words for people. */
  about: string;
  /** What may follow `<provider>:` in a setting, for people; absent if there is a single model. */
  models?: string;
  /** Reads what follows, or says what is wrong with it. */
  readName?: (model: string) => NamedModel | string;
  /**
   * Whether it asks no server and loads no code of others, so that a vault's settings may name it without the person's
   * consent.
   */
  isOwn: boolean;
  /** Whether the texts of notes and queries go to a server. */
  sendsText?: boolean;
  /** Finds the model. Throws `VaultLoomError`. */
  find: (named: NamedModel, setup: ProviderSetup) => Promise<ProvidedModel>;
}

/**
 * All providers, in the order in which people see them. A new one is a folder and a line here: `provideEmbedder` adds
 * memory, overrides, prefixes and cut vectors. Its code runs only if it is chosen.
 */
export const PROVIDERS: Readonly<Record<string, Provider>> = {
  use: {
    about: 'built in, for English; what is learned from the notes stands in for other languages',
    isOwn: true,
    find: async (_named, setup) => (await import('./use/find-use.ts')).findUse(setup),
  },
  ollama: {
    about: 'an embedding model of an Ollama server',
    models: '<model>',
    readName: readOllamaName,
    isOwn: false,
    sendsText: true,
    find: async (named, setup) => (await import('./ollama/find-ollama.ts')).findOllama(named, setup),
  },
  orama: {
    about: "the encoder of Orama's embeddings plugin, with the built-in weights",
    isOwn: true,
    find: async (_named, setup) => (await import('./orama/find-orama.ts')).findOrama(setup),
  },
  transformers: {
    about: 'an ONNX model from a folder or a hub, run by a package of its own',
    models: '<model or folder>',
    readName: readTransformersName,
    isOwn: false,
    find: async (named, setup) => (await import('./transformers/find-transformers.ts')).findTransformers(named, setup),
  },
};

export function providerNamed(name: string): Provider | undefined {
  return Object.hasOwn(PROVIDERS, name) ? PROVIDERS[name] : undefined;
}
