import { VaultLoomError } from '../../../protocol/errors.ts';
import { basename, foldPath, withoutMd } from '../../../vault/paths.ts';
import type { ToolContext } from '../../tool.ts';
import { withWarnings } from './with-warnings.ts';

/** What is called as a new note before it is written. */
export interface Namesakes {
  /** Notes with its file name in other folders, and how many links lead to each. */
  links: ReadonlyMap<string, number>;
  /** Notes with its name as their title or an alias. */
  called: readonly string[];
}

const MOST_NAMED = 3;

/** Before a note is written at `path`. Never rejects. */
export async function namesakesOf({ engine }: ToolContext, path: string): Promise<Namesakes> {
  const name = withoutMd(basename(path));
  const found = await notesCalled(engine, name);
  const isAlike = (other: string): boolean => foldPath(withoutMd(basename(other))) === foldPath(name);
  const alike = found.filter((other) => other !== path && isAlike(other));
  return {
    links: new Map(await Promise.all(alike.map(async (other) => [other, await linksTo(engine, other)] as const))),
    called: found.filter((other) => !isAlike(other)),
  };
}

/**
 * A warning of links that led to a namesake before, and lead to the new note now, as they give the name alone; and of
 * notes that may have been meant. Undefined without any. Never rejects.
 */
export async function warnOfNamesakes({ engine }: ToolContext, before: Namesakes): Promise<string | undefined> {
  const changes = [...before.links].map(async ([path, links]) => ({
    path,
    taken: links - (await linksTo(engine, path)),
  }));
  const lost = (await Promise.all(changes)).filter(({ taken }) => taken > 0);
  const from = lost.map(({ path, taken }) => `${String(taken)} that led to "${path}"`).join(', ');
  const called = before.called
    .slice(0, MOST_NAMED)
    .map((path) => `"${path}"`)
    .join(', ');
  return withWarnings(
    lost.length === 0
      ? undefined
      : `Links that give this note's name alone lead here now: ${from}. If that was not meant, take the note back and give it another title.`,
    called === ''
      ? undefined
      : `This name is the title or an alias of ${called}. If that note was meant, take the new one back.`,
  ).warning;
}

type Engine = ToolContext['engine'];

/** The notes of the first step of naming a note that finds any, down to aliases. */
async function notesCalled(engine: Engine, name: string): Promise<string[]> {
  try {
    const { path, stub, suffix } = await engine.resolve({ name, tolerance: 'delete', isQuick: true });
    return stub === true || suffix !== undefined ? [] : [path];
  } catch (error) {
    if (!(error instanceof VaultLoomError) || error.code !== 'ambiguous_note') return [];
    return ((error.details?.['candidates'] ?? []) as { path: string }[]).map(({ path }) => path);
  }
}

/** `NaN` if the index cannot be asked: nothing is known, and nothing is said. */
async function linksTo(engine: Engine, path: string): Promise<number> {
  return engine.linkFacts({ path }).then(
    ({ inboundLinks }) => inboundLinks,
    () => NaN,
  );
}
