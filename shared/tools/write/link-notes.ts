import { insertLink, type LinkInsertion } from '../../edit/link/link-insert.ts';
import { partInLink } from '../../edit/link/link-part.ts';
import { linkSentence, linkText, missingLinkText, missingTarget } from '../../edit/link/link-text.ts';
import { namesOf } from '../../notes/file-names.ts';
import { VaultLoomError } from '../../protocol/errors.ts';
import type { ResolvedName } from '../../protocol/schemas/common.ts';
import {
  linkNotesInput,
  linkNotesOutput,
  linkNotesResult,
  type LinkNotesOutput,
} from '../../protocol/schemas/write.ts';
import type { Steps } from '../../kit/concurrency/slices.ts';
import { splitLinkText } from '../../markdown/inline/link-target.ts';
import { oneLine } from '../../kit/text/shorten.ts';
import { parseNote, parseNoteSteps } from '../../markdown/parse-note.ts';
import type { Link } from '../../markdown/parsed-note.ts';
import { basename, foldPath, isNotePath, withoutMd } from '../../vault/paths.ts';
import { movedAMomentAgo } from './move/recent-moves.ts';
import { WRITES, defineTool, type ToolContext } from '../tool.ts';
import { previewNotes } from './parts/rewrite-notes.ts';
import { findWritable, refuseForbidden, type WritableNote } from './parts/find-writable.ts';
import { refusePart } from './parts/named-part.ts';
import { decodeNote } from './parts/note-text.ts';
import { editingText, rewriteNote } from './parts/rewrite-note.ts';

const TOOL = 'link_notes';

export const linkNotes = defineTool({
  name: TOOL,
  title: 'Link two notes',
  description: 'Add a sentence with a link to the end of a note.',
  input: linkNotesInput,
  output: linkNotesOutput,
  strictOutput: linkNotesResult,
  annotations: { ...WRITES, destructiveHint: false, idempotentHint: true },
  writesLinks: true,
  inOrder: true,
  needsIndex: true,
  async portable({ source, target, ...rest }, context) {
    const { path } = await sourceOf(context, source);
    const found = await context.engine.resolve({ name: target, tolerance: 'write' }).catch(unlessNotFound);
    const to = found === null || found.stub === true ? target : found.path + (found.suffix ?? '');
    return { tool: TOOL, args: { ...rest, source: path, target: to } };
  },
  async run({ source, target, context: reason, dryRun }, context): Promise<LinkNotesOutput> {
    const { path } = await sourceOf(context, source);
    context.arrival?.names([path]);
    await refuseForbidden(context, path, 'edit');
    const link = await linkTo(context, path, target);
    if (dryRun) {
      const wouldAppend = sentenceWith(reason, link);
      await previewNotes(context, TOOL, [path], (_, text) => insert(text, wouldAppend));
      return { dryRun: true, source: path, target: link.target, wouldAppend };
    }
    return write(context, path, link, reason).catch(async (error: unknown) => {
      if (!(error instanceof TargetWent)) throw error;
      const movedTo = await movedAMomentAgo(context, link.target);
      if (movedTo === null) throw error;
      return write(context, path, await linkTo(context, path, movedTo), reason);
    });
  },
});

async function sourceOf(context: ToolContext, source: string): Promise<WritableNote> {
  const note = await findWritable(context, source);
  refusePart(note, `${TOOL} adds to the end of the whole note.`, 'Under a heading, write the link with edit_note.');
  return note;
}

/** A link, and its target: a note or another file, or a stub if nothing has that name. */
interface LinkToWrite {
  text: string;
  target: string;
  isStub: boolean;
  /** Whether another link leads there, too. */
  isSame: (other: Link) => boolean;
}

/** The reason with the link after it, unless it has one that leads there, in any form. */
function sentenceWith(reason: string, { text, isSame }: LinkToWrite): string {
  const written = oneLine(reason);
  return parseNote(written).links.some(isSame) ? written : linkSentence(reason, text);
}

/** Refuses rather than link to nothing. */
class TargetWent extends VaultLoomError {
  constructor(target: string, cause: unknown) {
    super('note_not_found', `"${target}" was moved or deleted while the link was being made; nothing was written.`, {
      hint: 'Find it with search or list_notes, then link to its new path.',
      cause,
    });
  }
}

async function write(
  context: ToolContext,
  source: string,
  link: LinkToWrite,
  reason: string,
): Promise<LinkNotesOutput> {
  const sentence = sentenceWith(reason, link);
  const stillThere =
    !isNotePath(link.target) || link.isStub
      ? {}
      : { target: { path: link.target, went: (cause: unknown) => new TargetWent(link.target, cause) } };
  const { result, warning } = await rewriteNote(
    context,
    TOOL,
    source,
    editingText(source, (text) => insert(text, sentence)),
    stillThere,
  );
  const stub = link.isStub ? { targetStub: true } : {};
  return {
    source,
    target: link.target,
    line: result.line,
    text: sentence,
    inserted: result.inserted,
    ...stub,
    ...(warning === undefined ? {} : { warning }),
  };
}

function* insert(text: string, sentence: string): Steps<LinkInsertion> {
  return insertLink(text, yield* parseNoteSteps(text), sentence);
}

/** The link to write to `name`. */
async function linkTo(context: ToolContext, source: string, name: string): Promise<LinkToWrite> {
  const { settings, slicer, read } = await context.writing();
  const { files } = await context.engine.linkSources({ paths: [] });
  const names = await slicer.run(namesOf(files));
  const found = await meant(context, name, (path) => names.locate(path, path, source));
  const style = await settings();
  if (found === null || found.stub === true) {
    const movedTo = await movedAMomentAgo(context, name);
    if (movedTo !== null) return linkTo(context, source, movedTo);
    const missing = found === null ? name : found.path.slice('_stub/'.length).replace(/\.md$/i, '');
    const target = found?.path ?? `_stub/${missingTarget(missing).replace(/#.*$/, '').replace(/\.md$/i, '')}.md`;
    const named = splitLinkText(missingTarget(missing));
    const isSame = (link: Link): boolean =>
      foldPath(withoutMd(link.path)) === foldPath(withoutMd(named.path)) && link.subpath === named.subpath;
    return { text: missingLinkText(missing, style), target, isStub: true, isSame };
  }
  if (found.path === source)
    throw new VaultLoomError('invalid_arguments', `\`target\` is the note itself, "${source}".`, {
      hint: 'Name another note.',
    });
  const { path, suffix = '' } = found;
  const part =
    suffix === '' || !isNotePath(path)
      ? suffix
      : partInLink(await slicer.run(parseNoteSteps(decodeNote(path, await read(path)))), suffix);
  const isSame = (link: Link): boolean =>
    names.locate(link.path, link.target, source) === path && (part === '' || link.subpath === part);
  return { text: linkText(path, source, names, style, part), target: path, isStub: false, isSame };
}

/**
 * What a name means, or else what a link with this target does: it may give the end of a path alone, or another file
 * than a note.
 */
async function meant(
  { engine, writing }: ToolContext,
  name: string,
  locate: (path: string) => string | null,
): Promise<ResolvedName | null> {
  const found = await engine.resolve({ name, tolerance: 'write' }).catch(unlessNotFound);
  if (found !== null) return found;
  const { path, subpath } = splitLinkText(missingTarget(name));
  const file = path === '' ? null : locate(path);
  if (file === null) return null;
  if (isNotePath(file)) return engine.resolve({ name: file + subpath, tolerance: 'write' }).catch(unlessNotFound);
  const isHidden = await (await writing()).hiding();
  return isHidden(file) ? null : { path: file, title: basename(file), suffix: subpath };
}

function unlessNotFound(error: unknown): null {
  if (error instanceof VaultLoomError && error.code === 'note_not_found') return null;
  throw error;
}
