import { isNamedInBase, queriesIn, WORDS_OF_QUERIES, type NameInBase } from '../../../notes/named-in-base.ts';
import { searchInput } from '../../../protocol/schemas/find.ts';
import { extension, isNotePath } from '../../../vault/paths.ts';
import type { ToolContext } from '../../tool.ts';

const MOST_READ = 1_000;
const MOST_SHOWN = 5;

/**
 * A warning if bases, or queries in notes, name what is about to get another name, since no tool writes them and their
 * rows would be gone without a word. `shown` is that name in words; `placeOf` where a file is afterwards.
 */
export async function warnOfBases(
  context: Pick<ToolContext, 'engine' | 'writing'>,
  name: NameInBase,
  shown: string,
  placeOf: (path: string) => string = (path) => path,
): Promise<string | undefined> {
  const { read, hiding, slicer } = await context.writing();
  const isHidden = await hiding();
  const { files } = await context.engine.linkSources({ paths: [] });
  const bases = files.filter((path) => extension(path) === 'base').slice(0, MOST_READ);
  const naming: string[] = [];
  for (const path of [...bases, ...(await notesWithQueries(context, name))].filter((one) => !isHidden(one))) {
    const bytes = await read(path).catch(() => null);
    if (bytes === null) continue;
    const text = new TextDecoder().decode(bytes);
    if (isNamedInBase(isNotePath(path) ? queriesIn(text) : text, name)) naming.push(placeOf(path));
    await slicer.pause();
  }
  if (naming.length === 0) return undefined;
  const listed = naming.slice(0, MOST_SHOWN).map((path) => `"${path}"`);
  const more = naming.length - listed.length;
  const kinds = naming.some(isNotePath) ? 'bases and queries in notes' : 'bases';
  return (
    `${listed.join(', ')}${more > 0 ? ` and ${more} more` : ''} still ${naming.length === 1 ? 'names' : 'name'} ${shown}: ` +
    `${kinds} are not rewritten, and may lose rows. Tell the person what to change there.`
  );
}

/** The notes that may have a base or a query with the name: those with its words, best first. */
async function notesWithQueries({ engine }: Pick<ToolContext, 'engine'>, { spellings }: NameInBase): Promise<string[]> {
  const name = spellings.at(-1)?.replaceAll('"', ' ') ?? '';
  const found = new Set<string>();
  for (const word of WORDS_OF_QUERIES) {
    const input = searchInput.parse({ query: `"${word}" "${name}"`, mode: 'fulltext', limit: MOST_FOUND });
    const { rows } = await engine.search(input).catch(() => ({ rows: [] }));
    for (const { path } of rows) if (isNotePath(path)) found.add(path);
  }
  return [...found];
}

const MOST_FOUND = 50;
