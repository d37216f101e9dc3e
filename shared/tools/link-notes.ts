import { insertLink, type LinkInsertion } from '../edit/link-insert.ts';
import { linkSentence, linkText, missingLinkText, missingTarget } from '../edit/link-text.ts';
import { FileNames } from '../notes/file-names.ts';
import { VaultLoomError } from '../protocol/errors.ts';
import { linkNotesInput, linkNotesOutput, linkNotesResult, type LinkNotesOutput } from '../protocol/schemas/write.ts';
import type { Steps } from '../protocol/slices.ts';
import { parseNoteSteps } from '../vault/parse-note.ts';
import { WRITES, defineTool, type ToolContext } from './tool.ts';
import { findWritable, refuseForbidden, rewriteNote } from './writing.ts';

const TOOL = 'link_notes';

export const linkNotes = defineTool({
  name: TOOL,
  title: 'Link two notes',
  description: 'Add a sentence with a link to the end of a note.',
  input: linkNotesInput,
  output: linkNotesOutput,
  strictOutput: linkNotesResult,
  annotations: { ...WRITES, destructiveHint: false, idempotentHint: true },
  needsIndex: true,
  async run({ source, target, context: reason, dryRun }, context): Promise<LinkNotesOutput> {
    const { path } = await findWritable(context, source);
    await refuseForbidden(context, path, 'edit');
    const link = await linkTo(context, path, target);
    const sentence = linkSentence(reason, link.text);
    if (dryRun) return { dryRun: true, source: path, target: link.target, wouldAppend: sentence };
    const { result, warning } = await rewriteNote(context, TOOL, path, function* (text): Steps<LinkInsertion> {
      return insertLink(text, yield* parseNoteSteps(text), sentence);
    });
    const stub = link.isStub ? { targetStub: true } : {};
    return { source: path, target: link.target, line: result.line, text: sentence, inserted: result.inserted, ...stub, ...(warning === undefined ? {} : { warning }) };
  },
});

/** The link to write, and what it leads to: a note, or a stub where no note has that name. */
async function linkTo(context: ToolContext, source: string, name: string): Promise<{ text: string; target: string; isStub: boolean }> {
  const found = await context.engine.resolve({ name, tolerance: 'write' }).catch(unlessNotFound);
  const style = await (await context.writing()).settings();
  if (found === null || found.stub === true) {
    const missing = found === null ? name : found.path.slice('_stub/'.length).replace(/\.md$/i, '');
    const target = found?.path ?? `_stub/${missingTarget(missing).replace(/#.*$/, '').replace(/\.md$/i, '')}.md`;
    return { text: missingLinkText(missing, style), target, isStub: true };
  }
  if (found.path === source) throw new VaultLoomError('invalid_arguments', `\`target\` is the note itself, "${source}".`, { hint: 'Name another note.' });
  const names = new FileNames();
  for (const path of (await context.engine.linkSources({ paths: [] })).files) names.add(path);
  return { text: linkText(found.path, source, names, style), target: found.path, isStub: false };
}

function unlessNotFound(error: unknown): null {
  if (error instanceof VaultLoomError && error.code === 'note_not_found') return null;
  throw error;
}
