import { once } from '../../../kit/concurrency/once.ts';
import { linkText } from '../../../edit/link/link-text.ts';
import { parseNoteSteps } from '../../../markdown/parse-note.ts';
import type { Link, ParsedNote } from '../../../markdown/parsed-note.ts';
import { namesOf, stubTarget } from '../../../notes/file-names.ts';
import { missingPart } from '../../../notes/missing-part.ts';
import { readNoteInput, type LinkedNote } from '../../../protocol/schemas/find.ts';
import { basename, foldPath, withoutMd } from '../../../vault/paths.ts';
import type { ToolContext } from '../../tool.ts';
import { changedLines } from './changed-lines.ts';
import { warnOfOpenBars } from './open-bars.ts';
import { withWarnings } from './with-warnings.ts';

const MOST_LOOKED_UP = 10;
const LONGEST_READ = 1_000_000;
const DECODER = new TextDecoder();

/**
 * A warning of new links that lead nowhere though a note is meant: by its title or an alias, where links go by file
 * names, or to a heading or block that it does not have; and of those that break a table. Undefined without any. Never
 * rejects.
 */
export async function warnOfNewLinks(
  context: ToolContext,
  path: string,
  before: Uint8Array,
  after: Uint8Array,
): Promise<string | undefined> {
  const { slicer } = await context.writing();
  const { warning } = withWarnings(
    await leadingNowhere(context, path, before, after),
    await warnOfOpenBars(slicer, before, after),
  );
  return warning;
}

async function leadingNowhere(
  context: ToolContext,
  path: string,
  before: Uint8Array,
  after: Uint8Array,
): Promise<string | undefined> {
  const links = await newLinks(context, before, after);
  const named = first(
    links.filter((link) => link.path !== '' && link.isNewName),
    (link) => link.path,
  );
  const toParts = first(
    links.filter((link) => link.subpath !== ''),
    (link) => link.target,
  );
  if (named.length + toParts.length === 0) return undefined;
  const meanings = await meaningsOf(context, path, [...named, ...toParts]);
  const { warning } = withWarnings(
    await ofTitles(context, path, named, meanings),
    await ofParts(context, after, toParts, meanings),
  );
  return warning;
}

/** A link with a target that its note did not have before. */
interface NewLink extends Link {
  /** Whether no link of the note had the name in it, to whatever part. */
  isNewName: boolean;
}

/** The new links in the lines that changed: a long note is not parsed for a warning. */
async function newLinks(context: ToolContext, before: Uint8Array, after: Uint8Array): Promise<NewLink[]> {
  const { now } = changedLines(before, after);
  if (!MAY_LINK.test(now)) return [];
  const { slicer } = await context.writing();
  const had = DECODER.decode(before);
  const isNew = (target: string, ends: string): boolean => !STARTS.some((start) => hasLink(had, start + target, ends));
  // A relative path is no name.
  const links = (await slicer.run(parseNoteSteps(now))).links.filter(({ path }) => !path.startsWith('.'));
  return links
    .filter(({ target }) => isNew(target, TARGET_ENDS))
    .map((link) => ({ ...link, isNewName: isNew(link.path, NAME_ENDS) }));
}

/** Whether a text has a link that begins so, up to one of the characters that end what was meant to be in it. */
function hasLink(text: string, begin: string, ends: string): boolean {
  for (let at = text.indexOf(begin); at >= 0; at = text.indexOf(begin, at + 1)) {
    const next = text[at + begin.length];
    if (next !== undefined && ends.includes(next)) return true;
  }
  return false;
}

const TARGET_ENDS = ']|\\)>';
const NAME_ENDS = `${TARGET_ENDS}#`;

/** What comes before a link's target. */
const STARTS = ['[[', ']('];
const MAY_LINK = /\[\[|\]\(/;

/** What the target of a link means: the note of that file name, or the one that has it as its title or an alias. */
interface Meaning {
  note?: string;
  called?: string;
}

/** The first few links of each key. */
function first(links: readonly Link[], keyOf: (link: Link) => string): Link[] {
  return [...new Map(links.map((link) => [keyOf(link), link])).values()].slice(0, MOST_LOOKED_UP);
}

/** By the links' targets; the index knows those of a note that is written already, and others are asked for at once. */
async function meaningsOf(
  { engine }: ToolContext,
  path: string,
  links: readonly Link[],
): Promise<ReadonlyMap<string, Meaning>> {
  const { outgoing = [] } = await engine.readNote(readNoteInput.parse({ name: path })).catch(() => ({ outgoing: [] }));
  const known = new Map(outgoing.map((one) => knownMeaning(one)));
  const names = [...new Set(links.map((link) => link.path))].filter((name) => name !== '');
  const asked = names.map(async (name): Promise<[string, Meaning]> => {
    const meaning = known.get(foldPath(withoutMd(name))) ?? known.get(fileName(name));
    if (meaning !== undefined) return [name, meaning];
    const found = await engine.resolve({ name, tolerance: 'delete', isQuick: true }).catch(() => null);
    if (found === null || found.stub === true) return [name, {}];
    return [name, fileName(found.path) === fileName(name) ? { note: found.path } : { called: found.path }];
  });
  return new Map(await Promise.all(asked));
}

function knownMeaning({ path, stub, meant }: LinkedNote): [string, Meaning] {
  if (stub !== true) return [fileName(path), { note: path }];
  return [foldPath(stubTarget(path)), meant === undefined ? {} : { called: meant }];
}

function fileName(path: string): string {
  return foldPath(basename(withoutMd(path)));
}

async function ofTitles(
  context: ToolContext,
  source: string,
  links: readonly Link[],
  meanings: ReadonlyMap<string, Meaning>,
): Promise<string | undefined> {
  const found: string[] = [];
  for (const { path: name } of links) {
    const called = meanings.get(name)?.called;
    if (called !== undefined) found.push(`"${name}" (write ${await linkTo(context, source, called, name)})`);
  }
  return found.length === 0
    ? undefined
    : `Links go by file names, not by titles or aliases, so these lead to no note: ${found.join(', ')}.`;
}

async function ofParts(
  context: ToolContext,
  after: Uint8Array,
  links: readonly Link[],
  meanings: ReadonlyMap<string, Meaning>,
): Promise<string | undefined> {
  const { slicer } = await context.writing();
  const own = once(() => slicer.run(parseNoteSteps(DECODER.decode(after))));
  const found: string[] = [];
  for (const { path, target, subpath } of links) {
    const note = path === '' ? await own() : await parsed(context, meanings.get(path)?.note);
    if (note === null) continue;
    const { headings, blockIds } = note;
    if (missingPart({ headings, blockIds: blockIds.map(({ id }) => id) }, subpath) !== null) found.push(`"${target}"`);
  }
  return found.length === 0
    ? undefined
    : `These new links find no heading or block: ${found.join(', ')}. read_note has those of a note.`;
}

async function parsed(context: ToolContext, path: string | undefined): Promise<ParsedNote | null> {
  if (path === undefined) return null;
  const { read, slicer } = await context.writing();
  const bytes = await read(path).catch(() => null);
  return bytes === null || bytes.length > LONGEST_READ ? null : slicer.run(parseNoteSteps(DECODER.decode(bytes)));
}

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
