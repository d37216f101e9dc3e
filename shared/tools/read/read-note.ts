import type { z } from 'zod';
import { VaultLoomError } from '../../protocol/errors.ts';
import type { NextAction } from '../../protocol/schemas/common.ts';
import { readNoteOutput, readNotesInput, readNoteStrict, type unreadNote } from '../../protocol/schemas/find.ts';
import type { LinkedNote, NoteDetails, ReadNoteInput, ReadNotesInput } from '../../protocol/schemas/find.ts';
import { withoutMd } from '../../vault/paths.ts';
import { sanitisePath } from '../../writing/places/name-rules.ts';
import { resultContext, suggestConnections } from '../next-actions.ts';
import { noteUri } from '../note-uri.ts';
import { READ_ONLY, defineTool, type ToolContext } from '../tool.ts';

const STUB_FOLDER = '_stub/';
/** Read at once. */
const AT_ONCE = 4;
/** What is offered to a reader whose text was cut. */
const LARGE = 20_000;

export const readNote = defineTool({
  name: 'read_note',
  title: 'Read a note',
  description:
    'Read a note of the Obsidian vault, or several (names): properties, headings, tasks and links; mode full adds the text. section, block and lines read just that part. Canvases and bases, too.',
  input: readNotesInput,
  output: readNoteOutput,
  strictOutput: readNoteStrict,
  annotations: READ_ONLY,
  uncut: ['data', 'content'],
  needsIndex: true,
  async run({ name, names, ...how }, context) {
    if (name !== undefined) {
      const note = await read({ ...how, name }, context);
      return { data: note, context: resultContext(context, followUps(note, { ...how, name })) };
    }
    const data = await readAll(names ?? [], how, context);
    return { data, context: resultContext(context, []) };
  },
});

type How = Omit<ReadNotesInput, 'name' | 'names'>;

async function read(input: ReadNoteInput, { engine, vaultName }: ToolContext): Promise<NoteDetails> {
  const note = await engine.readNote(input);
  const isWhole = note.startLine === undefined && !note.path.startsWith(STUB_FOLDER);
  return vaultName === undefined || !isWhole ? note : { ...note, uri: noteUri(vaultName, note.path) };
}

/** In the order of the names; what cannot be read says why. */
async function readAll(names: readonly string[], how: How, context: ToolContext): Promise<(NoteDetails | Unread)[]> {
  const all: (NoteDetails | Unread)[] = [];
  for (let at = 0; at < names.length; at += AT_ONCE) {
    const some = names
      .slice(at, at + AT_ONCE)
      .map((name) => read({ ...how, name }, context).catch((error: unknown) => unread(name, error)));
    all.push(...(await Promise.all(some)));
  }
  return all;
}

/** What stands for a note that could not be read. */
type Unread = z.infer<typeof unreadNote>;

function unread(name: string, error: unknown): Unread {
  if (!(error instanceof VaultLoomError) || error.code === 'internal') throw error;
  return { name, error: { ...error.toBody() } };
}

function followUps(note: NoteDetails, asked: How & { name: string }): NextAction[] {
  if (note.path.startsWith(STUB_FOLDER)) return writeOrRead(note, note.incoming?.[0]);
  const { outgoing = [] } = note;
  const missing = outgoing.find((link) => link.stub === true && canBeFile(link));
  const existing = outgoing.filter((link) => link.stub !== true);
  return [
    ...readingOn(note, asked),
    ...(missing === undefined ? [] : writeOrRead(missing, note)),
    ...existing.slice(0, 1).map(suggestConnections),
  ];
}

/** Suggests writing a stub's note, or reading the note that has its name as title or alias: that may be meant. */
function writeOrRead(
  stub: { path: string; title: string; meant?: string | undefined },
  linkedFrom: LinkedNote | undefined,
): NextAction[] {
  if (!canBeFile(stub)) return [];
  const { meant } = stub;
  if (meant === undefined) return createMissing(stub, linkedFrom);
  const description = `Read "${meant}", which has "${nameOfStub(stub)}" as its title or an alias: no link leads there by that.`;
  return [{ description, tool: 'read_note', args: { name: meant } }];
}

/** The rest of a text that was cut, or the text of a note read in brief. */
function readingOn(
  note: NoteDetails,
  { name, section, block, lines, offset, mode }: How & { name: string },
): NextAction[] {
  const { path, title, nextOffset, content, kind, contentLength = 0, cards, cardsTotal } = note;
  if (nextOffset !== undefined && cards !== undefined) {
    const description = `Read on (${(cardsTotal ?? 0) - nextOffset} cards are left).`;
    return [{ description, tool: 'read_note', args: { name: path, mode, offset: nextOffset } }];
  }
  if (nextOffset !== undefined) {
    const part = Object.entries({ section, block, lines }).filter(([, value]) => value !== undefined);
    // The part may be in the name alone.
    const named = part.length === 0 && note.startLine !== undefined && /[#^]/.test(name) ? name : path;
    const args = { name: named, ...Object.fromEntries(part), offset: nextOffset, maxContentLength: LARGE };
    const isWhole = part.length === 0 && named === path;
    const left = contentLength - (isWhole ? nextOffset : (content?.length ?? 0));
    const atMost = isWhole || offset === undefined ? '' : ', at most';
    return [{ description: `Read on (${left} characters are left${atMost}).`, tool: 'read_note', args }];
  }
  if (content !== undefined || kind !== undefined) return [];
  return [{ description: `Read the text of "${title}".`, tool: 'read_note', args: { name: path, mode: 'full' } }];
}

/** A stub's path is `_stub/` plus the link's target. */
function nameOfStub({ path }: { path: string }): string {
  return path.slice(STUB_FOLDER.length).replace(/\.md$/u, '');
}

function canBeFile(stub: { path: string }): boolean {
  const file = `${nameOfStub(stub)}.md`;
  return sanitisePath(file) === file;
}

function createMissing(stub: { path: string; title: string }, linkedFrom: LinkedNote | undefined): NextAction[] {
  const name = nameOfStub(stub);
  const slash = name.lastIndexOf('/');
  const args = {
    title: name.slice(slash + 1),
    content: linkedFrom === undefined ? '' : `Linked from [[${withoutMd(linkedFrom.path)}]].\n`,
    ...(slash === -1 ? {} : { directory: name.slice(0, slash) }),
  };
  return [{ description: `Write the missing note "${name}".`, tool: 'create_note', args }];
}
