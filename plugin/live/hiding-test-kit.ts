import { VaultLoomError } from '../../shared/protocol/errors.ts';
import { IGNORE_FILE, IgnoreRules } from '../../shared/vault/rules/ignore-rules.ts';
import type { Hiding } from '../../shared/vault/rules/rule-files.ts';

/** What the rules of a vault that a test plays hide, read for each question. */
export function hidingOf(vault: object): Hiding {
  const { adapter, configDir } = vault as {
    configDir: string;
    adapter: { stat(path: string): Promise<unknown>; read(path: string): Promise<string> };
  };
  return async () => {
    const isThere = (await adapter.stat(IGNORE_FILE).catch(() => null)) !== null;
    const ignoreFile = isThere ? await adapter.read(IGNORE_FILE).catch(unreadable) : null;
    const rules = new IgnoreRules({ ignoreFile, appSettings: null, configDir });
    return (path) => rules.visibility(path) === 'hidden';
  };
}

function unreadable(cause: unknown): never {
  throw new VaultLoomError('internal', 'The rules cannot be read.', { cause });
}
