import type { Embedder } from '../embedder.ts';
import type { EmbedderChoice } from '../embedder-choice.ts';
import { adjustEmbedder } from './adjusted-embedder.ts';
import { keptDimensions } from './kept-dimensions.ts';
import type { ModelOverride, Pooling } from '../model/model-overrides.ts';
import { overrideOf } from '../model/model-overrides.ts';
import type { ModelProfile } from '../model/model-profile.ts';
import type { ProviderSetup } from './provider-setup.ts';
import { resolvePrefixes, type PrefixQuestion, type ResolvedPrefixes } from './resolve-prefixes.ts';

/** A model as its provider found it, and how to run it. Nothing is loaded yet. */
export interface ProvidedModel {
  provider: string;
  /** For people, and in messages. */
  name: string;
  /** Names that overrides may use. */
  names: readonly string[];
  /** Whether an override of `pooling` changes anything. */
  takesPooling?: boolean;
  /**
   * What tells this model from any other, as JSON, to remember its profile by. Absent if it can always be described.
   */
  identifiedBy?: object;
  /**
   * Describes the model; null if its source is away and the remembered profile will do.
   * @param isRemembered whether there is one
   */
  describe(override: ModelOverride, isRemembered: boolean): Promise<ModelDescription | null>;
  /**
   * Runs the model as it is: no prefixes, whole vectors.
   * @param onOtherLength called with the length of the vectors if the profile says otherwise; the next start uses it.
   * Never rejects
   */
  run(profile: ModelProfile, onOtherLength: (vectorLength: number) => Promise<void>): Embedder;
}

/** What a provider found out; functions are for what is costly to ask. */
export interface ModelDescription {
  /** Tells apart two states of the same name; empty if nothing does. */
  version: string;
  vectorLength: () => Promise<number>;
  maxTokens?: number | null | undefined;
  pooling?: Pooling;
  /** Where to look for prefixes; absent for a model that needs none. */
  prefixes?: Omit<PrefixQuestion, 'override'>;
  readsEnglishOnly: () => Promise<boolean>;
}

/**
 * Makes a provider's model an embedder: remembers its profile, applies overrides, finds prefixes and puts them before
 * texts, and cuts vectors.
 * @throws VaultLoomError what the provider throws; `invalid_arguments` for an override of more dimensions than there
 * are
 */
export async function provideEmbedder(model: ProvidedModel, setup: ProviderSetup): Promise<EmbedderChoice> {
  const override = overrideOf(setup.overrides, model.provider, model.names);
  const question = model.identifiedBy === undefined ? null : { ...model.identifiedBy, override };
  const profile = await findProfile(model, question, override, setup);
  const onOtherLength = async (vectorLength: number): Promise<void> => {
    if (question !== null) await setup.memory.keep(question, { ...profile, vectorLength, isLengthSeen: true });
  };
  const { prefixes, maxTokens } = profile;
  const dimensions = keptDimensions(model.name, profile.vectorLength, override);
  const fields = Object.keys(override).filter((field) => field !== 'pooling' || model.takesPooling === true);
  return {
    embedder: adjustEmbedder(model.run(profile, onOtherLength), { prefixes, dimensions, maxTokens }),
    readsEnglishOnly: profile.readsEnglishOnly,
    prefixSource: profile.prefixSource,
    overrideApplied: fields.length > 0,
  };
}

/** What nearly all models take. */
const UNKNOWN_MAX_TOKENS = 512;

async function findProfile(
  model: ProvidedModel,
  question: object | null,
  override: ModelOverride,
  { memory, log }: ProviderSetup,
): Promise<ModelProfile> {
  const remembered = question === null ? null : await memory.recall(question);
  const described = await model.describe(override, remembered !== null);
  if (described === null) {
    if (remembered === null) throw new Error(`The provider of '${model.name}' says nothing about it.`);
    return remembered;
  }
  const { version, pooling = 'mean' } = described;
  const { prefixes, source, incomplete } = await prefixesOf(described, override);
  if (incomplete) {
    log('warn', 'The hub could not be reached to learn of prefixes.');
    if (remembered?.version === version) return remembered;
  }
  // What was seen counts more than what is said, of the same state of the model.
  const isLengthSeen = remembered?.isLengthSeen === true && remembered.version === version;
  const vectorLength = isLengthSeen ? remembered.vectorLength : await described.vectorLength();
  const maxTokens = override.maxTokens ?? described.maxTokens ?? UNKNOWN_MAX_TOKENS;
  const profile: ModelProfile = {
    version,
    vectorLength,
    ...(isLengthSeen ? { isLengthSeen } : {}),
    maxTokens,
    prefixes,
    prefixSource: source,
    pooling,
    readsEnglishOnly: await described.readsEnglishOnly(),
  };
  if (question !== null && !incomplete) await memory.keep(question, profile);
  return profile;
}

async function prefixesOf({ prefixes }: ModelDescription, override: ModelOverride): Promise<ResolvedPrefixes> {
  if (prefixes !== undefined) return resolvePrefixes({ ...prefixes, override });
  const { queryPrefix, documentPrefix } = override;
  const overridden = queryPrefix !== undefined || documentPrefix !== undefined;
  return {
    prefixes: { query: queryPrefix ?? '', document: documentPrefix ?? '' },
    source: overridden ? 'override' : 'none',
    incomplete: false,
  };
}
