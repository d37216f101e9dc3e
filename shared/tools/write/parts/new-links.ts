import { linkText } from '../../../edit/link/link-text.ts';
import { parseNoteSteps } from '../../../markdown/parse-note.ts';
import type { Link, ParsedNote } from '../../../markdown/parsed-note.ts';
import { namesOf } from '../../../notes/file-names.ts';
import { missingPart } from '../../../notes/missing-part.ts';
import { noteCalled, noteNamed } from '../../note-called.ts';
import type { ToolContext } from '../../tool.ts';
import { withWarnings } from './with-warnings.ts';

const MOST_LOOKED_UP = 10;
const DECODER = new TextDecoder();

/**
 * A warning of new links that lead nowhere though a note is meant: by its title or an alias, where links go by file
 * names, or to a heading or block that it does not have. Undefined without any. Never rejects.
 */
export async function warnOfNewLinks(
  context: ToolContext,
  path: string,
  before: string,
  after: string,
): Promise<string | undefined> {
  if (!MAY_LINK.test(after)) return undefined;
  const { slicer } = await context.writing();
  const [old, now] = [await slicer.run(parseNoteSteps(before)), await slicer.run(parseNoteSteps(after))];
  const had = new Set(old.links.flatMap((link) => [link.path, link.target]));
  // A relative path is no name.
  const links = now.links.filter((link) => !link.path.startsWith('.'));
  const { warning } = withWarnings(
    await ofTitles(
      context,
      path,
      links.filter((link) => !had.has(link.path)),
    ),
    await ofParts(
      context,
      now,
      links.filter((link) => !had.has(link.target)),
    ),
  );
  return warning;
}

const MAY_LINK = /\[\[|\]\(/;

async function ofTitles(context: ToolContext, source: string, links: readonly Link[]): Promise<string | undefined> {
  const found: string[] = [];
  for (const name of first(links, ({ path }) => path).keys()) {
    const meant = name === '' ? null : await noteCalled(context, name);
    if (meant !== null) found.push(`"${name}" (write ${await linkTo(context, source, meant, name)})`);
  }
  return found.length === 0
    ? undefined
    : `Links go by file names, not by titles or aliases, so these lead to no note: ${found.join(', ')}.`;
}

async function ofParts(context: ToolContext, own: ParsedNote, links: readonly Link[]): Promise<string | undefined> {
  const found: string[] = [];
  const toParts = links.filter(({ subpath }) => subpath !== '');
  for (const { path, target, subpath } of first(toParts, (link) => link.target).values()) {
    const note = path === '' ? own : await parsed(context, path);
    if (note === null) continue;
    const { headings, blockIds } = note;
    if (missingPart({ headings, blockIds: blockIds.map(({ id }) => id) }, subpath) !== null) found.push(`"${target}"`);
  }
  return found.length === 0
    ? undefined
    : `These new links find no heading or block: ${found.join(', ')}. read_note has those of a note.`;
}

/** The first few links of each key. */
function first(links: readonly Link[], keyOf: (link: Link) => string): Map<string, Link> {
  return new Map([...new Map(links.map((link) => [keyOf(link), link]))].slice(0, MOST_LOOKED_UP));
}

/** The note of that file name; null if there is none, or several. */
async function parsed(context: ToolContext, name: string): Promise<ParsedNote | null> {
  const path = await noteNamed(context, name);
  if (path === null) return null;
  const { read, slicer } = await context.writing();
  const bytes = await read(path).catch(() => null);
  return bytes === null || bytes.length > LONGEST_READ ? null : slicer.run(parseNoteSteps(DECODER.decode(bytes)));
}

const LONGEST_READ = 1_000_000;

async function linkTo(context: ToolContext, source: string, target: string, shown: string): Promise<string> {
  const { settings, slicer } = await context.writing();
  try {
    const { files } = await context.engine.linkSources({ paths: [] });
    const link = linkText(target, source, await slicer.run(namesOf(files)), await settings());
    return link.replace(/\]\]$/, `|${shown}]]`);
  } catch {
    // The note is written; a name that no link can hold, or an engine that is gone, must not fail the call.
    return `a link to "${target}"`;
  }
}
