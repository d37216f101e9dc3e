import { homedir } from 'node:os';
import path from 'node:path';
import { VaultLoomError } from '../../protocol/errors.ts';

/** What the setting `VAULT_LOOM_EMBEDDER` names. */
export type EmbedderSetting =
  /** The built-in encoder, along with LSA. */
  | { provider: 'use' }
  /** Only LSA, which is not a sentence embedder: the engine trains it on the vault itself. */
  | { provider: 'lsa' }
  | { provider: 'orama' }
  | { provider: 'ollama'; model: string }
  /** Either a folder (absolute) or a hub's name for a model. */
  | { provider: 'transformers'; folder: string }
  | { provider: 'transformers'; model: string }
  /** No embeddings of any kind, LSA included. */
  | { provider: 'none' };

/**
 * Parses the setting; unset or empty means `use`. `~` and relative folders are made absolute.
 * @throws VaultLoomError `invalid_arguments` that names the value and the possible ones
 */
export function parseEmbedderSetting(choice: string | undefined): EmbedderSetting {
  const value = (choice ?? '').trim();
  const [name = '', ...rest] = value.split(':');
  const provider = name.toLowerCase();
  const model = withoutVersion(rest.join(':').trim());
  if (value === '') return { provider: 'use' };
  if (provider === 'ollama' || provider === 'transformers') {
    if (model === '') throw badSetting(value, 'it names no model');
    return provider === 'ollama' ? ollamaSetting(value, model) : transformersSetting(value, model);
  }
  if (!isPlain(provider)) throw badSetting(value, 'there is no such embedder');
  if (rest.length > 0) throw badSetting(value, `${provider} takes no model`);
  return { provider };
}

/** The setting for an embedder of this identity, as far as its name reveals. */
export function settingFor({ provider, model }: { provider: string; model: string }): string {
  return isPlain(provider) ? provider : `${provider}:${model}`;
}

/** An embedder's identity names a version after the model, which says which one it was, not which one is wanted. */
function withoutVersion(model: string): string {
  return isFolder(model) ? model : model.replace(/@[\w.-]+$/, '');
}

const PLAIN = ['use', 'lsa', 'orama', 'none'] as const;
const EXAMPLES = '`use` (the default), `lsa`, `ollama:<model>`, `orama`, `transformers:<model or folder>`, `none`';
const MAX_LENGTH = 200;
const OLLAMA_NAME = /^[\w.-]+(?::\d+)?(?:\/[\w.-]+)*(?::[\w.-]+)?$/;
const HUB_NAME = /^[\w.-]+(?:\/[\w.-]+)?$/;

function isPlain(provider: string): provider is (typeof PLAIN)[number] {
  return (PLAIN as readonly string[]).includes(provider);
}

/** A part consisting of dots would climb up when a name becomes part of a path. */
function isName(model: string, form: RegExp): boolean {
  return model.length <= MAX_LENGTH && form.test(model) && !/(?:^|\/)\.+(?:\/|$)/.test(model);
}

function ollamaSetting(value: string, model: string): EmbedderSetting {
  if (!isName(model, OLLAMA_NAME)) throw badSetting(value, 'that is no name of a model in Ollama');
  return { provider: 'ollama', model };
}

function transformersSetting(value: string, model: string): EmbedderSetting {
  if (isFolder(model)) return { provider: 'transformers', folder: path.resolve(expandHome(model)) };
  if (!isName(model, HUB_NAME)) {
    throw badSetting(value, 'that is neither a folder (absolute, or beginning with ./ or ~) nor a name such as owner/model');
  }
  return { provider: 'transformers', model };
}

/** As written, whether or not it exists: a name of a hub must not change its meaning because of a local folder. */
function isFolder(model: string): boolean {
  return path.isAbsolute(model) || /^(?:\.{1,2}|~)(?:[\\/]|$)/.test(model);
}

function expandHome(folder: string): string {
  return folder.startsWith('~') ? path.join(homedir(), folder.slice(1)) : folder;
}

function badSetting(value: string, problem: string): VaultLoomError {
  const shown = value.length > MAX_LENGTH ? `${value.slice(0, MAX_LENGTH)}…` : value;
  return new VaultLoomError('invalid_arguments', `The embedder '${shown}' cannot be used: ${problem}. Possible are ${EXAMPLES}.`, {
    hint: 'Set VAULT_LOOM_EMBEDDER, or the model in the settings of the plugin, to one of them.',
  });
}
