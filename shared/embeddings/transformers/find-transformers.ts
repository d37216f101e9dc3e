import { withStop } from '../../kit/text/with-stop.ts';
import { createHash } from 'node:crypto';
import path from 'node:path';
import workerCode from 'worker-source:./transformers-worker.ts';
import { VaultLoomError } from '../../protocol/errors.ts';
import type { HubAddress, ModelFiles } from '../model/model-files.ts';
import { folderFiles, hubFiles, parseHub, remembering } from '../model/model-files.ts';
import { readsEnglishOnly } from '../model/model-languages.ts';
import type { FactTexts, ModelFacts } from '../model/model-metadata.ts';
import { FACT_FILES, readModelFacts } from '../model/model-metadata.ts';
import type { ModelOverride, Pooling } from '../model/model-overrides.ts';
import { OVERRIDES_FILE } from '../model/model-overrides.ts';
import type { NamedModel } from '../model/named-model.ts';
import type { ModelDescription, ProvidedModel } from '../adjusted/provided-model.ts';
import type { ProviderSetup } from '../adjusted/provider-setup.ts';
import { hubOfLibrary } from './ask-library.ts';
import { locateLibrary } from './library-location.ts';
import { createTransformersEmbedder } from './transformers-embedder.ts';
import { weightsInFolder } from './weights-in-folder.ts';

/**
 * An ONNX model in a folder or on a hub, run by a library that the person installed. Reads the small files that
 * describe it; the first text loads the weights.
 * @throws VaultLoomError `embedder_unavailable` if the library or the model is not available, `invalid_arguments` for
 * an override that makes no sense
 */
export async function findTransformers(
  { folder, model = '' }: NamedModel,
  setup: ProviderSetup,
): Promise<ProvidedModel> {
  const library = locateLibrary(setup.configFolder);
  const place = folder === undefined ? await inHub(model, library, setup) : await inFolder(folder, setup);
  return {
    provider: 'transformers',
    name: place.name,
    names: place.names,
    takesPooling: true,
    identifiedBy: {
      provider: 'transformers',
      model: place.model,
      hub: place.ownHub,
      dtype: place.dtype,
      weights: place.weights,
    },
    describe: (override, isRemembered) => describe(place, override, isRemembered),
    run: ({ version, vectorLength, pooling, maxTokens }) => {
      const identity = {
        provider: 'transformers',
        model: `${place.name}@${version}`,
        dimensions: vectorLength,
        prefixes: { query: '', document: '' },
      };
      const options = {
        library,
        model: place.model,
        hub: place.ownHub?.base ?? null,
        cacheFolder: setup.dataFolder === null ? null : path.join(setup.dataFolder, 'models', 'transformers'),
        dtype: place.dtype,
        pooling,
        maxTokens,
        vectorLength,
        threads: setup.threads,
      };
      return createTransformersEmbedder(options, identity, {
        spawnWorker: setup.spawnWorker,
        schedule: setup.schedule,
        code: () => workerCode,
      });
    },
  };
}

/** Where a model is, and its names. */
interface ModelPlace {
  /** For the library: a folder, or a name on the hub. */
  model: string;
  /** For people; reveals no folder of theirs. */
  name: string;
  /** Names that overrides may use. */
  names: string[];
  files: ModelFiles;
  /** Where its bases are described; null if there is no hub. */
  hub: ModelFiles | null;
  /** The hub that the person has set. */
  ownHub: HubAddress | null;
  dtype: string;
  /** Tells apart other weights in the same place, as far as visible from outside. */
  weights: string;
}

async function inFolder(folder: string, { env, schedule }: ProviderSetup): Promise<ModelPlace> {
  const weights = await weightsInFolder(folder);
  const ownHub = parseHub(env.VAULT_LOOM_HUB_URL);
  const name = path.basename(folder);
  return {
    model: folder,
    // As a folder, so as not to look like a hub's name.
    name: `./${name}`,
    names: [name, folder],
    files: remembering(folderFiles(folder)),
    hub: ownHub === null ? null : remembering(hubFiles(ownHub, schedule)),
    ownHub,
    dtype: weights.dtype,
    weights: String(weights.bytes),
  };
}

async function inHub(model: string, library: string, setup: ProviderSetup): Promise<ModelPlace> {
  const ownHub = parseHub(setup.env.VAULT_LOOM_HUB_URL);
  const files = remembering(hubFiles(ownHub ?? (await hubOfLibrary(library, workerCode, setup)), setup.schedule));
  return { model, name: model, names: [model], files, hub: files, ownHub, dtype: HUB_DTYPE, weights: '' };
}

/** A quarter of the exact weights' size; hubs have it for nearly every such model. */
const HUB_DTYPE = 'q8';

async function describe(
  place: ModelPlace,
  override: ModelOverride,
  isRemembered: boolean,
): Promise<ModelDescription | null> {
  const texts = await readFacts(place).catch((error: Error) => {
    if (isRemembered) return null;
    throw new VaultLoomError(
      'embedder_unavailable',
      withStop(`The model '${place.name}' could not be looked up: ${error.message}`),
      {
        hint: 'A model of a hub needs the network the first time. One in a folder does not.',
        cause: error,
      },
    );
  });
  if (texts === null) return null;
  if (texts['config.json'] === null) {
    throw new VaultLoomError('embedder_unavailable', `There is no model '${place.name}', or it has no config.json.`, {
      hint: 'Check the name, or the folder.',
    });
  }
  const facts = readModelFacts(texts);
  const pooling = poolingOf(place.name, facts, override);
  return {
    version: `${place.dtype}-${pooling}-${hash([texts, place.weights])}`,
    vectorLength: () => Promise.resolve(vectorLengthOf(place.name, facts, override)),
    maxTokens: facts.maxTokens,
    pooling,
    prefixes: { model: place.name, own: place.files, hub: place.hub },
    readsEnglishOnly: () => readsEnglishOnly(place.name, [], place.files),
  };
}

async function readFacts({ files, model }: ModelPlace): Promise<FactTexts> {
  const entries = await Promise.all(FACT_FILES.map(async (file) => [file, await files.read(model, file)] as const));
  return Object.fromEntries(entries) as FactTexts;
}

function vectorLengthOf(model: string, { dimensions }: ModelFacts, override: ModelOverride): number {
  const length = dimensions ?? override.dimensions;
  if (length !== undefined) return length;
  throw new VaultLoomError(
    'embedder_unavailable',
    `The config.json of '${model}' does not say how long its vectors are.`,
    {
      hint: `Set 'dimensions' for it in ${OVERRIDES_FILE}.`,
    },
  );
}

function poolingOf(model: string, { pooling }: ModelFacts, override: ModelOverride): Pooling {
  const way = override.pooling ?? pooling ?? 'mean';
  if (way !== 'unsupported') return way;
  throw new VaultLoomError(
    'embedder_unavailable',
    `The model '${model}' makes one vector of many in a way that is not supported here.`,
    {
      hint: `Choose another model, or set 'pooling' for it in ${OVERRIDES_FILE}.`,
    },
  );
}

function hash(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 8);
}
