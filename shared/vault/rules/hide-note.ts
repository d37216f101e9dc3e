import { lstat, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { realPathOf, isAbsence, readSettingsText } from '../../kit/disk/disk-io.ts';
import { writeDurably } from '../../kit/disk/durable-file.ts';
import { VaultLoomError } from '../../protocol/errors.ts';
import { withinRoot } from '../disk/disk-walk.ts';
import { IGNORE_FILE } from './ignore-rules.ts';
import { MAX_PATTERN_LENGTH } from './rule-expression.ts';

const MAX_BYTES = 4 * 1024 * 1024;

/**
 * Adds a note to `.vaultloomignore`, so that no assistant sees it; nothing happens if its line is there. The file is
 * replaced as a whole.
 *
 * @param root real path of the vault
 * @returns whether a line was added
 * @throws VaultLoomError `invalid_arguments` for a name that no rule can hold, `file_changed` if the file changed
 * meanwhile, `path_outside_vault` if it is a link to elsewhere; the system's error
 */
export function hideNote(root: string, path: string): Promise<boolean> {
  const rule = ruleFor(path);
  return rewrite(root, (text) => withRule(text, rule));
}

/** Takes the line back that {@link hideNote} added; throws likewise. */
export function showNote(root: string, path: string): Promise<boolean> {
  const rule = ruleFor(path);
  return rewrite(root, (text) => withoutRule(text, rule));
}

/**
 * The gitignore rule that means this one path. Throws `invalid_arguments` for a name with a line break, and for a path
 * that is too long for a rule.
 */
export function ruleFor(path: string): string {
  if (/[\r\n]/u.test(path))
    throw new VaultLoomError('invalid_arguments', `${IGNORE_FILE} cannot name a file with a line break in its name.`, {
      hint: 'Rename the note.',
    });
  const rule = `/${path.replace(/[\\*?[\]]/gu, '\\$&').replace(/ +$/u, (blanks) => '\\ '.repeat(blanks.length))}`;
  if (rule.length > MAX_PATTERN_LENGTH)
    throw new VaultLoomError('invalid_arguments', `The path is too long for a rule in ${IGNORE_FILE}.`, {
      hint: 'Shorten the name of the note, or hide its folder.',
    });
  return rule;
}

/** The file's text with the rule as its last line; the same if it holds the rule. */
export function withRule(text: string, rule: string): string {
  // A later line may show again what an earlier one hides.
  const lines = text.split(/\r?\n/u);
  if (lines.lastIndexOf(rule) > lines.findLastIndex((line) => line.startsWith('!'))) return text;
  const lineBreak = text.includes('\r\n') ? '\r\n' : '\n';
  return `${text}${text === '' || text.endsWith('\n') ? '' : lineBreak}${rule}${lineBreak}`;
}

/** The text without the last line that is this rule; the same if there is none. */
export function withoutRule(text: string, rule: string): string {
  const lines = text.match(/[^\n]*\n|[^\n]+$/gu) ?? [];
  const index = lines.findLastIndex((line) => line.replace(/\r?\n$/u, '') === rule);
  return lines.filter((_, each) => each !== index).join('');
}

async function rewrite(root: string, change: (text: string) => string): Promise<boolean> {
  const named = join(root, IGNORE_FILE);
  const place = await realPathOf(named).catch((error: unknown) => {
    if (isAbsence(error)) return named;
    throw error;
  });
  if (withinRoot(root, place) === null)
    throw new VaultLoomError('path_outside_vault', `${IGNORE_FILE} is a link to a file outside the vault.`);
  const isThere = await lstat(place).then(
    () => true,
    () => false,
  );
  const seen = await signature(place);
  const text = await readSettingsText(place, MAX_BYTES);
  if (text === null && isThere) throw new VaultLoomError('path_not_allowed', `${IGNORE_FILE} is not a regular file.`);
  const next = change(text ?? '');
  if (next === (text ?? '')) return false;
  const mode = (await stat(place).catch(() => null))?.mode;
  const written = await writeDurably(
    dirname(place),
    basename(place),
    async (handle) => {
      await handle.writeFile(next);
      if (mode !== undefined) await handle.chmod(mode & 0o777);
    },
    async () => (await signature(place)) === seen,
  );
  if (!written)
    throw new VaultLoomError('file_changed', `${IGNORE_FILE} was changed at the same time.`, { hint: 'Try again.' });
  return true;
}

async function signature(path: string): Promise<string | null> {
  return stat(path, { bigint: true }).then(
    ({ ino, size, mtimeNs }) => `${ino} ${size} ${mtimeNs}`,
    () => null,
  );
}
