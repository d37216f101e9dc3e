import { dirname, join } from 'node:path';
import { describeRefused } from '../../../shared/embeddings/chosen-embedders.ts';
import { parseEmbedderSetting } from '../../../shared/embeddings/embedder-setting.ts';
import { PROVIDERS } from '../../../shared/embeddings/providers.ts';
import { BUILT_IN_MODEL } from '../../../shared/embeddings/use/weights/built-in-model.ts';
import { missingModel } from '../../../shared/embeddings/use/weights/missing-model.ts';
import { faultOfModel, ModelFault } from '../../../shared/embeddings/use/weights/model-file.ts';
import { messageOf } from '../../../shared/kit/text/message-of.ts';
import { VaultLoomError } from '../../../shared/protocol/errors.ts';
import { printJson } from '../print-json.ts';
import type { CommandLine } from '../surroundings.ts';
import { pad, type Screen } from '../terminal.ts';
import { builtInFolders, chosenModel, openModel, vaultIfAny, type ChosenModel } from './chosen-model.ts';

/** A model's file in one place. */
interface Place {
  file: string;
  state: 'whole' | 'absent' | 'damaged';
  /** What is wrong with a damaged one. */
  problem?: string;
}

interface ListedModel {
  /** As in `VAULT_LOOM_EMBEDDER`. */
  setting: string;
  about: string;
  isInUse: boolean;
  /** Of models whose file is known. */
  bytes?: number;
  sha256?: string;
  places?: Place[];
}

interface Listing {
  inUse: ChosenModel & {
    dimensions?: number;
    maxTokens?: number;
    /** Why it does not work now. */
    problem?: string;
  };
  models: ListedModel[];
}

/** Those that read the built-in model's file. */
const FROM_FILE = new Set(['use', 'orama']);
/** Settings without a provider. */
const OTHERS: readonly (readonly [setting: string, about: string])[] = [
  ['lsa', 'learned from the notes themselves, for any language; nothing to load'],
  ['none', 'no search by meaning'],
];

/** Lists the models: which is in use and why, and where the built-in one is. Reads that whole file to check it. */
export async function listModels(
  line: CommandLine,
  vault: string | undefined,
  { json }: { json: boolean },
): Promise<void> {
  const listing = await gather(line, vaultIfAny(line.env, vault));
  if (json) printJson(line.screen, listing);
  else line.screen.write(`${textOf(listing, line.screen).join('\n')}\n`);
}

async function gather(line: CommandLine, vaultRealPath: string | null): Promise<Listing> {
  const chosen = await chosenModel(line, vaultRealPath);
  const places = await placesOf(await builtInFolders(line, vaultRealPath));
  const name = providerOf(chosen.setting);
  const providers = Object.entries(PROVIDERS).map(
    ([provider, { models, about }]): ListedModel => ({
      setting: models === undefined ? provider : `${provider}:${models}`,
      about,
      isInUse: provider === name,
      ...(FROM_FILE.has(provider) ? { bytes: BUILT_IN_MODEL.bytes, sha256: BUILT_IN_MODEL.sha256, places } : {}),
    }),
  );
  const asked = await askModel(line, chosen.setting, vaultRealPath);
  const problem = asked.problem ?? (FROM_FILE.has(name) ? problemOf(places) : undefined);
  const others = OTHERS.map(([setting, about]) => ({ setting, about, isInUse: setting === name }));
  return {
    inUse: { ...chosen, ...asked, ...(problem === undefined ? {} : { problem }) },
    models: [...providers, ...others],
  };
}

/**
 * What the model says of itself, without loading it; an Ollama server or a hub is asked only if it is the one in use.
 */
async function askModel(
  line: CommandLine,
  setting: string,
  vaultRealPath: string | null,
): Promise<Partial<Listing['inUse']>> {
  try {
    const choice = await openModel(line, setting, vaultRealPath);
    if (choice === null) return {};
    const { embedder } = choice;
    const state = embedder.state();
    await embedder.close();
    return {
      dimensions: embedder.identity.dimensions,
      maxTokens: embedder.maxTokens,
      ...(state.phase === 'missing' ? { problem: `${state.missing.message} ${state.missing.hint}` } : {}),
      ...(state.phase === 'failed' ? { problem: state.error } : {}),
    };
  } catch (error) {
    const hint = error instanceof VaultLoomError ? error.hint : undefined;
    return { problem: [messageOf(error), hint].filter(Boolean).join(' ') };
  }
}

/** Its provider; the setting itself if it makes no sense. */
function providerOf(setting: string): string {
  try {
    return parseEmbedderSetting(setting).provider;
  } catch {
    return setting;
  }
}

/** Why the built-in model does not work, if its file is whole nowhere: that of the right size was only read here. */
function problemOf(places: readonly Place[]): string | undefined {
  const damaged = places.find(({ state }) => state === 'damaged');
  if (damaged === undefined || places.some(({ state }) => state === 'whole')) return undefined;
  const fault = new ModelFault('damaged', damaged.problem ?? '');
  const { message, hint } = missingModel(BUILT_IN_MODEL, { folder: dirname(damaged.file), fault });
  return `${message} ${hint}`;
}

function placesOf(folders: readonly string[]): Promise<Place[]> {
  return Promise.all(
    [...new Set(folders)].map(async (folder): Promise<Place> => {
      const fault = await faultOfModel(folder, BUILT_IN_MODEL);
      const file = join(folder, BUILT_IN_MODEL.name);
      if (fault === null) return { file, state: 'whole' };
      return { file, state: fault.kind, ...(fault.kind === 'damaged' ? { problem: fault.message } : {}) };
    }),
  );
}

const MARGIN = '  ';

function textOf({ inUse, models }: Listing, { style }: Screen): string[] {
  const column = Math.max(...models.map(({ setting }) => setting.length)) + 2;
  const size = inUse.dimensions === undefined ? '' : `, vectors of ${inUse.dimensions} numbers`;
  const files =
    models.find(({ isInUse, places }) => isInUse && places !== undefined) ??
    models.find(({ places }) => places !== undefined);
  return [
    `In use: ${style.bold(inUse.setting)} (${inUse.by === 'default' ? 'the default' : `by ${inUse.by}`})${size}`,
    ...(inUse.problem === undefined ? [] : [style.bad(`It does not work: ${inUse.problem}`)]),
    ...(inUse.refused === undefined ? [] : [describeRefused(inUse.refused)]),
    '',
    ...models.map(
      ({ setting, about, isInUse }) => `${isInUse ? style.good('* ') : MARGIN}${pad(setting, column)}${about}`,
    ),
    '',
    `The built-in model's file, ${megabytes(files?.bytes ?? 0)}, for use and orama:`,
    ...(files?.places ?? []).map(({ file, state, problem }) => {
      const paint = state === 'whole' ? style.good : state === 'damaged' ? style.bad : style.dim;
      return `${MARGIN}${paint(pad(state, 8))} ${file}${problem === undefined ? '' : ` (${problem})`}`;
    }),
    '',
    style.dim('whole: size and SHA-256 are those of this build. `vault-loom models test` tries the one in use.'),
  ];
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
