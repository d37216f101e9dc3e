import { compareCodeUnits } from '../../kit/text/compare-code-units.ts';
import { VaultLoomError } from '../../protocol/errors.ts';
import type { BaseQuestionInput, BaseQueryOutput } from '../../protocol/schemas/live.ts';
import { basename, extension, foldPath, toNfc } from '../../vault/paths.ts';
import type { ToolContext } from '../tool.ts';

type Ask = (question: BaseQuestionInput) => Promise<BaseQueryOutput>;

/** Lists the bases of a vault, whichever host answers. */
const ALL_BASES = { yaml: 'filters: file.ext == "base"\nviews: [{name: V, order: [file.path]}]', view: 'V' };
const MOST_LISTED = 5;

/**
 * Asks a base by its path or, if there is none to read, the only one that the name means: in another letter case, as a
 * link, without folder or ending.
 * @throws VaultLoomError what `ask` throws; `base_file_read_failed` with the bases that may be meant
 */
export async function askNamedBase(
  question: BaseQuestionInput & { file: string },
  ask: Ask,
  { engine }: Pick<ToolContext, 'engine'>,
): Promise<BaseQueryOutput> {
  try {
    return await ask(question);
  } catch (error) {
    if (!(error instanceof VaultLoomError) || error.code !== 'base_file_read_failed') throw error;
    const { file, timeoutMs } = question;
    const { rows } = await ask({ ...ALL_BASES, timeoutMs });
    const bases = rows.map((row) => row.file.path).sort(compareCodeUnits);
    const meant = basesMeant(file, bases);
    const path = meant[0] ?? (await noteMeant(file, engine));
    if (path !== null && path !== toNfc(file) && meant.length < 2) return ask({ ...question, file: path });
    throw new VaultLoomError(error.code, error.message, {
      ...withHint(error, meant, bases),
      ...(error.details === undefined ? {} : { details: error.details }),
      cause: error,
    });
  }
}

/** The bases at the path that a name spells or, if there are none and it names no folder, those with that file name. */
function basesMeant(name: string, bases: readonly string[]): string[] {
  const wanted = foldPath(bareName(name));
  const spellings = extension(wanted) === 'base' ? [wanted] : [wanted, `${wanted}.base`];
  const atPath = bases.filter((path) => spellings.includes(foldPath(path)));
  if (atPath.length > 0 || wanted.includes('/')) return atPath;
  return bases.filter((path) => spellings.includes(foldPath(basename(path))));
}

/** A note, too, can have a base. */
async function noteMeant(name: string, engine: ToolContext['engine']): Promise<string | null> {
  const found = await engine.resolve({ name: bareName(name), tolerance: 'delete' }).catch(() => null);
  return found === null || found.stub === true ? null : found.path;
}

/** Without the marks of a link, what follows `#` or `|` in it, and a leading `/` or `./`. */
function bareName(name: string): string {
  const inside = /^!?\[\[([^\]]*)\]\]$/.exec(name.trim())?.[1];
  const bare = inside === undefined ? name.trim() : inside.replace(/[#|][\s\S]*$/, '').trim();
  return bare.replace(/^(?:\.?\/+)+/, '');
}

function withHint({ hint }: VaultLoomError, meant: readonly string[], bases: readonly string[]): { hint?: string } {
  if (meant.length > 1) return { hint: `It may mean ${listed(meant)}. Give the path of one of them.` };
  const there = bases.length === 0 ? [] : [`The vault has ${listed(bases)}.`];
  const hints = [...(hint === undefined ? [] : [hint]), ...there];
  return hints.length === 0 ? {} : { hint: hints.join(' ') };
}

function listed(paths: readonly string[]): string {
  const more = paths.length - MOST_LISTED;
  const named = paths.slice(0, MOST_LISTED).map((path) => JSON.stringify(path));
  return named.join(', ') + (more > 0 ? ` and ${more} more` : '');
}
