import { VaultLoomError } from '../../../protocol/errors.ts';
import { basename, foldPath } from '../../../vault/paths.ts';
import type { ToolContext } from '../../tool.ts';

/** Notes that have a new note's file name in other folders, and how many links lead to each. */
export type LinksOfNamesakes = ReadonlyMap<string, number>;

/** Before a note is written at `path`. Never rejects. */
export async function linksOfNamesakes({ engine }: ToolContext, path: string): Promise<LinksOfNamesakes> {
  const namesakes = (await notesNamed(engine, basename(path))).filter((other) => other !== path);
  return new Map(await Promise.all(namesakes.map(async (other) => [other, await linksTo(engine, other)] as const)));
}

/**
 * A warning of links that led to a namesake before, and lead to the new note now: they give the name alone. Undefined
 * without any. Never rejects.
 */
export async function warnOfTakenLinks({ engine }: ToolContext, before: LinksOfNamesakes): Promise<string | undefined> {
  const changes = [...before].map(async ([path, links]) => ({ path, taken: links - (await linksTo(engine, path)) }));
  const lost = (await Promise.all(changes)).filter(({ taken }) => taken > 0);
  if (lost.length === 0) return undefined;
  const from = lost.map(({ path, taken }) => `${String(taken)} that led to "${path}"`).join(', ');
  return `Links that give this note's name alone lead here now: ${from}. If that was not meant, take the note back and give it another title.`;
}

type Engine = ToolContext['engine'];

async function notesNamed(engine: Engine, fileName: string): Promise<string[]> {
  try {
    const { path, stub } = await engine.resolve({ name: fileName, tolerance: 'delete', isQuick: true });
    return stub === true ? [] : alike([path], fileName);
  } catch (error) {
    if (!(error instanceof VaultLoomError) || error.code !== 'ambiguous_note') return [];
    const candidates = (error.details?.['candidates'] ?? []) as { path: string }[];
    return alike(
      candidates.map(({ path }) => path),
      fileName,
    );
  }
}

function alike(paths: readonly string[], fileName: string): string[] {
  return paths.filter((path) => foldPath(basename(path)) === foldPath(fileName));
}

/** `NaN` if the index cannot be asked: nothing is known, and nothing is said. */
async function linksTo(engine: Engine, path: string): Promise<number> {
  return engine.linkFacts({ path }).then(
    ({ inboundLinks }) => inboundLinks,
    () => NaN,
  );
}
