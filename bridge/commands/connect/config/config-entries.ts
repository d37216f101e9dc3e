import type { ConfigFormat } from '../../../../shared/clients/config-text.ts';
import { entryName } from '../../../../shared/clients/entry-name.ts';
import type { ServerLaunch } from '../../../../shared/clients/server-launch.ts';
import { isRecord } from '../../../../shared/kit/json/is-record.ts';
import { VaultLoomError } from '../../../../shared/protocol/errors.ts';
import { Unfit, type ConfigEditor, type Servers } from './config-editor.ts';
import { editJson } from './edit-json.ts';
import { editToml } from './edit-toml.ts';
import { isOwnEntry, isSameVault, vaultOf } from './own-entry.ts';

const BOM = '\ufeff';

/**
 * The editor for a format that can be edited here; null for those that are only printed. Its errors are
 * `invalid_arguments`.
 */
export function editorOf(format: ConfigFormat, file: string): ConfigEditor | null {
  if (format === 'yaml' || format === 'opencode' || format === 'opencode2') return null;
  const editor = format === 'toml' ? editToml : editJson(format);
  const guarded = <Result>(edit: () => Result): Result => {
    try {
      return edit();
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      throw new VaultLoomError('invalid_arguments', `${file} was left as it is: ${why}.`, {
        hint: error instanceof Unfit ? error.hint : 'Correct the file, or edit the entry by hand (connect --print).',
        cause: error,
      });
    }
  };
  const bare = (text: string): string => (text.startsWith(BOM) ? text.slice(BOM.length) : text);
  const kept = (text: string, edited: string): string => (text.startsWith(BOM) ? BOM + edited : edited);
  return {
    servers: (text) => guarded(() => editor.servers(bare(text))),
    set: (text, name, launch) => guarded(() => kept(text, editor.set(bare(text), name, launch))),
    remove: (text, name, keepsList) => guarded(() => kept(text, editor.remove(bare(text), name, keepsList))),
    hasEmptyList: (text) => guarded(() => editor.hasEmptyList(bare(text))),
  };
}

/** The names of this server's entries: those of one vault alone if it is given. */
export function ownNames(servers: Servers, vaultPath?: string): string[] {
  return Object.keys(servers).filter((name) => {
    const entry = servers[name];
    if (!isOwnEntry(name, entry)) return false;
    const vault = vaultOf(entry);
    return vaultPath === undefined || (vault !== null && isSameVault(vault, vaultPath));
  });
}

/**
 * The name under which a client lists a vault: the one that it has, else one that no other entry has.
 * @param vaults all that are to be told apart
 */
export function nameFor(servers: Servers, vaultPath: string, vaults: readonly string[] = []): string {
  const [own] = ownNames(servers, vaultPath);
  return own ?? entryName(vaultPath, vaults, (name) => Object.hasOwn(servers, name));
}

/** Whether an entry starts just this. */
export function starts(entry: unknown, { command, args, env }: ServerLaunch): boolean {
  if (!isRecord(entry) || !isRecord(entry['env'])) return false;
  const { env: variables } = entry;
  return (
    entry['command'] === command &&
    JSON.stringify(entry['args']) === JSON.stringify(args) &&
    Object.entries(env).every(([key, value]) => isRecord(variables) && variables[key] === value)
  );
}
