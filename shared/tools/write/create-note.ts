import { newNoteText, textFromTemplate, withFinalNewline, type NewNote } from '../../edit/new-note.ts';
import { readNoteInput } from '../../protocol/schemas/find.ts';
import type { NoteSettings } from '../../vault/rules/note-settings.ts';
import { templateText, type FilledTemplate } from './parts/templates.ts';
import type { Writing } from './parts/writing-parts.ts';
import { noteTitle } from '../../notes/note-record.ts';
import { createNoteInput, createNoteOutput } from '../../protocol/schemas/write.ts';
import { parseNoteSteps } from '../../markdown/parse-note.ts';
import { toNfc, withoutMd } from '../../vault/paths.ts';
import { isLinkable } from '../../edit/link/link-text.ts';
import { checkTitle, refuseOtherKind } from '../../writing/places/name-rules.ts';
import { WRITES, defineTool, type ToolContext } from '../tool.ts';
import { applyChange } from './parts/apply-change.ts';
import { spelledAsKnown } from './parts/known-spelling.ts';
import { warnOfNewLinks } from './warnings/new-links.ts';
import { encodeNote } from './parts/note-text.ts';
import type { TakenIn } from './parts/tell-engine.ts';
import { namesakesOf, warnOfNamesakes } from './warnings/namesakes.ts';
import { warnOfTypes } from './warnings/value-types.ts';
import { datesOf } from './parts/with-dates.ts';
import { withWarnings } from './warnings/with-warnings.ts';

const TOOL = 'create_note';

export const createNote = defineTool({
  name: TOOL,
  title: 'Create a note',
  description: 'Write a new note; never replaces one.',
  input: createNoteInput,
  output: createNoteOutput,
  annotations: { ...WRITES, destructiveHint: false },
  writesLinks: true,
  inOrder: true,
  needsIndex: true,
  async run({ title: given, content, directory, frontmatter, template }, context) {
    const title = withoutMd(given);
    checkTitle(title);
    refuseOtherKind(given);
    const writing = await context.writing();
    const settings = await writing.noteSettings();
    const { path, there } = await spelledAsKnown(pathOf(title, directory ?? settings.newNotes), writing.namesIn);
    context.arrival?.names([path]);
    const types = await writing.propertyTypes();
    const properties = frontmatter === undefined ? {} : { frontmatter, dates: datesOf(types) };
    const note = { title, content, ...properties };
    const begun: FilledTemplate =
      template === undefined ? { text: newNoteText(note) } : await fromTemplate(template, settings, note, writing);
    const text = withFinalNewline(begun.text);
    const bytes = encodeNote(text);
    const namesakes = await namesakesOf(context, path);
    const { taken, warning } = await applyChange(context, TOOL, [{ kind: 'create', path, bytes, there }]);
    const { linksResolved, unresolvedLinks } = await linksOf(path, text, context, taken);
    return {
      path,
      title: await titleOf(path, text, context),
      created: true as const,
      linksResolved,
      stubsPruned: taken.stubsPruned,
      ...(unresolvedLinks.length === 0 ? {} : { unresolvedLinks }),
      ...withWarning(
        [
          warning,
          begun.warning,
          await warnOfNamesakes(context, namesakes),
          await warnOfNewLinks(context, path, new Uint8Array(), bytes),
          warnOfTypes(Object.entries(frontmatter ?? {}), types),
        ],
        title,
      ),
    };
  },
});

const MOST_UNRESOLVED = 50;

/** The app also creates such a note, and warns in the same way. */
function withWarning(given: readonly (string | undefined)[], title: string): { warning?: string } {
  return withWarnings(
    ...given,
    isLinkable(title) ? undefined : `No link can hold the name "${title}": rename the note.`,
  );
}

async function fromTemplate(
  template: string,
  settings: NoteSettings,
  note: NewNote,
  writing: Writing,
): Promise<FilledTemplate> {
  const { momentIn } = await import('../../kit/time/calendar.ts');
  const now = momentIn(await writing.language(), writing.now());
  const begin = await templateText(template, settings, { title: note.title, day: now, now }, writing);
  return { ...begin, text: await writing.slicer.run(textFromTemplate(begin.text, note)) };
}

/** What the index says of the new note's links; nothing if it has not read the note yet. Never rejects. */
async function linksOf(
  path: string,
  text: string,
  context: ToolContext,
  { warning }: TakenIn,
): Promise<{ linksResolved: number; unresolvedLinks: string[] }> {
  const unknown = { linksResolved: 0, unresolvedLinks: [] };
  if (warning !== undefined) return unknown;
  try {
    const { inboundLinks } = await context.engine.linkFacts({ path });
    return { linksResolved: inboundLinks, unresolvedLinks: await unresolvedIn(path, text, context) };
  } catch {
    return unknown;
  }
}

/** The link targets in the note that have no file, as its links name them. */
async function unresolvedIn(path: string, text: string, { engine, writing }: ToolContext): Promise<string[]> {
  const { links } = await (await writing()).slicer.run(parseNoteSteps(text));
  if (links.length === 0) return [];
  const { outgoing = [] } = await engine.readNote(readNoteInput.parse({ name: path }));
  return outgoing
    .filter(({ stub }) => stub === true)
    .slice(0, MOST_UNRESOLVED)
    .map((stub) => stub.path.replace(/^_stub\//, '').replace(/\.md$/, ''));
}

/** As every tool shows it. Not from the engine, which does not find hidden notes by name. */
async function titleOf(path: string, text: string, context: ToolContext): Promise<string> {
  const { slicer } = await context.writing();
  return noteTitle(path, (await slicer.run(parseNoteSteps(text))).title);
}

/** A folder is often written with slashes around it; the path guard judges the rest. */
function pathOf(title: string, directory = ''): string {
  const folder = directory.trim().replace(/^\/(?!\/)|\/+$/g, '');
  return toNfc(folder === '' ? `${title}.md` : `${folder}/${title}.md`);
}
