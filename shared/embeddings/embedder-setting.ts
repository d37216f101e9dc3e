import { VaultLoomError } from '../protocol/errors.ts';
import { isFolder } from './model/model-folder.ts';
import { LONGEST_MODEL_NAME, type NamedModel } from './model/named-model.ts';
import { PROVIDERS, providerNamed } from './providers.ts';

/**
 * What the setting `VAULT_LOOM_EMBEDDER` names: a provider and its model, or no provider. `lsa` is LSA alone, which the
 * engine trains on the vault; `none` is no embeddings at all.
 */
export type EmbedderSetting = { provider: string } & NamedModel;

/**
 * Reads the setting; unset or empty means `use`. Makes `~` and relative folders absolute.
 * @throws VaultLoomError `invalid_arguments` that names the value and the possible ones
 */
export function parseEmbedderSetting(choice: string | undefined): EmbedderSetting {
  const value = (choice ?? '').trim();
  const [name = '', ...rest] = value.split(':');
  const provider = name.toLowerCase();
  if (value === '') return { provider: 'use' };
  if (!isKnown(provider)) throw badSetting(value, 'there is no such embedder');
  const readName = providerNamed(provider)?.readName;
  if (readName === undefined) {
    if (rest.length > 0) throw badSetting(value, `${provider} takes no model`);
    return { provider };
  }
  const model = withoutVersion(rest.join(':').trim());
  if (model === '') throw badSetting(value, 'it names no model');
  const named = readName(model);
  if (typeof named === 'string') throw badSetting(value, named);
  return { provider, ...named };
}

/** The setting that makes an embedder of this identity, as far as its name tells. */
export function settingFor({ provider, model }: { provider: string; model: string }): string {
  return isKnown(provider) && providerNamed(provider)?.readName === undefined ? provider : `${provider}:${model}`;
}

/** Settings without a provider. */
const NO_PROVIDERS = ['lsa', 'none'];

function isKnown(name: string): boolean {
  return NO_PROVIDERS.includes(name) || providerNamed(name) !== undefined;
}

/** In an identity, a version follows the model: it says which one it was, not which one is wanted. */
function withoutVersion(model: string): string {
  return isFolder(model) ? model : model.replace(/@[\w.-]+$/, '');
}

function examples(): string {
  const [first = '', ...others] = Object.entries(PROVIDERS).map(([name, { models }]) =>
    models === undefined ? `\`${name}\`` : `\`${name}:${models}\``,
  );
  return [`${first} (the default)`, '`lsa`', ...others, '`none`'].join(', ');
}

function badSetting(value: string, problem: string): VaultLoomError {
  const shown = value.length > LONGEST_MODEL_NAME ? `${value.slice(0, LONGEST_MODEL_NAME)}…` : value;
  return new VaultLoomError(
    'invalid_arguments',
    `The embedder '${shown}' cannot be used: ${problem}. Possible are ${examples()}.`,
    {
      hint: 'Set VAULT_LOOM_EMBEDDER, or the model in the settings of the plugin, to one of them.',
    },
  );
}
