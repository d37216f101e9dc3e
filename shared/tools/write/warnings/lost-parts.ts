import type { Steps } from '../../../kit/concurrency/slices.ts';
import { parseNoteSteps } from '../../../markdown/parse-note.ts';
import { missingPart, type NoteParts } from '../../../notes/missing-part.ts';
import type { PartLink } from '../../../protocol/engine-messages.ts';
import type { ToolContext } from '../../tool.ts';
import { losesLine } from './changed-lines.ts';

const MOST_SHOWN = 5;

/**
 * A warning of links that lead to a heading or block of the note at `path` before an edit, and to none after it;
 * undefined without any. The note's own are among them.
 */
export async function warnOfLostParts(
  context: ToolContext,
  path: string,
  before: Uint8Array,
  after: Uint8Array,
): Promise<string | undefined> {
  if (!losesLine(before, after, isPart)) return undefined;
  const { slicer } = await context.writing();
  // Not worth failing an edit for. An app with an older engine tells of none.
  const facts = await context.engine.linkFacts({ path }).catch(() => null);
  const lost = await slicer.run(lostLinks(path, before, after, facts?.partLinks ?? []));
  if (lost.length === 0) return undefined;
  const shown = lost.slice(0, MOST_SHOWN).map((link) => `"${link.subpath}" in "${link.path}"`);
  const more = lost.length - shown.length;
  return `After this edit these links find no heading or block in "${path}": ${shown.join(', ')}${more > 0 ? `, and ${String(more)} more` : ''}. If it was renamed, change the links, too.`;
}

function* lostLinks(
  path: string,
  before: Uint8Array,
  after: Uint8Array,
  links: readonly PartLink[],
): Steps<PartLink[]> {
  const old = yield* parseNoteSteps(DECODER.decode(before));
  const now = yield* parseNoteSteps(DECODER.decode(after));
  const own = now.links.filter((link) => link.path === '' && link.subpath !== '');
  const [had, has] = [partsOf(old), partsOf(now)];
  const all = [...own.map(({ subpath }) => ({ path, subpath })), ...links];
  return all.filter(({ subpath }) => missingPart(had, subpath) === null && missingPart(has, subpath) !== null);
}

function partsOf({ headings, blockIds }: { headings: NoteParts['headings']; blockIds: { id: string }[] }): NoteParts {
  return { headings, blockIds: blockIds.map(({ id }) => id) };
}

const DECODER = new TextDecoder();
/** A heading, or the name of a block. */
const PART = /^[ \t>]*#{1,6}(?:[ \t]|$)|\^[\w-]+[ \t]*$/;
/** What makes a heading of the line above it. */
const UNDERLINE = /^[ \t>]*(?:=+|-+)[ \t]*$/;

function isPart(line: string, next: string): boolean {
  return [PART, UNDERLINE].some((one) => one.test(line)) || UNDERLINE.test(next);
}
