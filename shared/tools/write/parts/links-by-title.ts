import { linkText } from '../../../edit/link/link-text.ts';
import { parseNoteSteps } from '../../../markdown/parse-note.ts';
import type { Link } from '../../../markdown/parsed-note.ts';
import { namesOf } from '../../../notes/file-names.ts';
import { noteCalled } from '../../note-called.ts';
import type { ToolContext } from '../../tool.ts';
import { changedLines } from './changed-lines.ts';

const MOST_LOOKED_UP = 10;

/**
 * A warning of new links that give the title or an alias of a note: links go by file names, so they lead nowhere.
 * Undefined without any.
 */
export async function warnOfLinksByTitle(
  context: ToolContext,
  path: string,
  before: Uint8Array,
  after: Uint8Array,
): Promise<string | undefined> {
  const added = await newLinks(context, before, after);
  const found: string[] = [];
  for (const { path: name } of added.slice(0, MOST_LOOKED_UP)) {
    const meant = await noteCalled(context, name);
    if (meant !== null) found.push(`"${name}" (write ${await linkTo(context, path, meant, name)})`);
  }
  return found.length === 0
    ? undefined
    : `Links go by file names, not by titles or aliases, so these lead to no note: ${found.join(', ')}.`;
}

/** One link of each target in the changed lines that was not linked before; relative paths are no names. */
async function newLinks(context: ToolContext, before: Uint8Array, after: Uint8Array): Promise<Link[]> {
  const { now } = changedLines(before, after);
  if (!MAY_LINK.test(now)) return [];
  const { slicer } = await context.writing();
  const had = new TextDecoder().decode(before);
  // A huge note is not parsed for a warning: its text tells well enough what it links.
  const links = (await slicer.run(parseNoteSteps(now))).links.filter(
    ({ path }) => path !== '' && !path.startsWith('.') && !had.includes(`[[${path}`) && !had.includes(`](${path}`),
  );
  return [...new Map(links.map((link) => [link.path, link])).values()];
}

const MAY_LINK = /\[\[|\]\(/;

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
