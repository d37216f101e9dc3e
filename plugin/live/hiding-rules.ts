import { VaultLoomError } from '../../shared/protocol/errors.ts';
import { scheduleTimeout } from '../../shared/kit/schedule.ts';
import { IGNORE_FILE, IgnoreRules } from '../../shared/vault/rules/ignore-rules.ts';

/** The part of the app's vault that the rules are read from. */
export interface RuleFiles {
  configDir: string;
  adapter: { stat(path: string): Promise<{ mtime: number } | null>; read(path: string): Promise<string> };
}

/** A program that saves in place empties the file first, and fills it within this. */
const HALF_WRITTEN_MS = 60;

/**
 * Tells whether `.vaultloomignore` keeps a path out of every result.
 *
 * @throws VaultLoomError `internal` if the file exists but cannot be read: better to show nothing than too much
 */
export async function hidingRules({ adapter, configDir }: RuleFiles): Promise<(path: string) => boolean> {
  const found = await adapter.stat(IGNORE_FILE).catch(() => null);
  const isThere = found !== null;
  if (isThere && Math.abs(Date.now() - found.mtime) < HALF_WRITTEN_MS) await new Promise<void>((resolve) => scheduleTimeout(resolve, HALF_WRITTEN_MS));
  const ignoreFile = isThere ? await adapter.read(IGNORE_FILE).catch(unreadableRules) : null;
  const rules = new IgnoreRules({ ignoreFile, appSettings: null, configDir });
  return (path) => rules.visibility(path) === 'hidden';
}

function unreadableRules(cause: unknown): never {
  throw new VaultLoomError('internal', `"${IGNORE_FILE}" cannot be read, so it is unknown which notes are hidden.`, { cause });
}
