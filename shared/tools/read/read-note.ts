import type { NextAction } from '../../protocol/schemas/common.ts';
import { readNoteInput, readNoteOutput } from '../../protocol/schemas/find.ts';
import type { LinkedNote, NoteDetails } from '../../protocol/schemas/find.ts';
import { withoutMd } from '../../vault/paths.ts';
import { sanitisePath } from '../../writing/places/name-rules.ts';
import { resultContext, suggestConnections } from '../next-actions.ts';
import { READ_ONLY, defineTool } from '../tool.ts';

const MOST_OF_EACH = 3;
const STUB_FOLDER = '_stub/';

export const readNote = defineTool({
  name: 'read_note',
  title: 'Read a note',
  description: 'Read one note: properties, headings and links; mode full adds the text.',
  input: readNoteInput,
  output: readNoteOutput,
  annotations: READ_ONLY,
  uncut: ['data', 'content'],
  needsIndex: true,
  async run(input, context) {
    const note = await context.engine.readNote(input);
    return { data: note, context: resultContext(context, followUps(note)) };
  },
});

function followUps(note: NoteDetails): NextAction[] {
  if (note.path.startsWith(STUB_FOLDER)) {
    return createMissing(note, note.incoming[0]);
  }
  const missing = note.outgoing.filter((link) => link.stub === true);
  const existing = note.outgoing.filter((link) => link.stub !== true);
  return [
    ...missing.flatMap((stub) => createMissing(stub, note)).slice(0, MOST_OF_EACH),
    ...existing.slice(0, MOST_OF_EACH).map(suggestConnections),
  ];
}

/**
 * Suggests writing a stub's note, unless no file can have its name. A stub's path is `_stub/` plus the link's target.
 */
function createMissing(stub: { path: string; title: string }, linkedFrom: LinkedNote | undefined): NextAction[] {
  const name = stub.path.slice(STUB_FOLDER.length).replace(/\.md$/u, '');
  if (sanitisePath(`${name}.md`) !== `${name}.md`) return [];
  const slash = name.lastIndexOf('/');
  const args = {
    title: name.slice(slash + 1),
    content: linkedFrom === undefined ? '' : `Linked from [[${withoutMd(linkedFrom.path)}]].\n`,
    ...(slash === -1 ? {} : { directory: name.slice(0, slash) }),
  };
  return [{ description: `Write the missing note "${name}".`, tool: 'create_note', args }];
}
