import { newNoteText } from '../../edit/new-note.ts';
import { noteTitle } from '../../notes/note-record.ts';
import { createNoteInput, createNoteOutput } from '../../protocol/schemas/write.ts';
import { parseNoteSteps } from '../../markdown/parse-note.ts';
import { toNfc } from '../../vault/paths.ts';
import { checkTitle } from '../../writing/places/name-rules.ts';
import { WRITES, defineTool, type ToolContext } from '../tool.ts';
import { applyChange, encodeNote } from './rewrite-note.ts';

const TOOL = 'create_note';

export const createNote = defineTool({
  name: TOOL,
  title: 'Create a note',
  description: 'Write a new note; never replaces one.',
  input: createNoteInput,
  output: createNoteOutput,
  annotations: { ...WRITES, destructiveHint: false },
  writesLinks: true,
  needsIndex: true,
  async run({ title, content, directory, frontmatter }, context) {
    checkTitle(title);
    const path = pathOf(title, directory);
    const text = newNoteText({ title, content, ...(frontmatter === undefined ? {} : { frontmatter }) });
    const { refreshed } = await applyChange(context, TOOL, [{ kind: 'create', path, bytes: encodeNote(text) }]);
    const { inboundLinks } = await context.engine.linkFacts({ path });
    return {
      path,
      title: await titleOf(path, text, context),
      created: true as const,
      linksResolved: inboundLinks,
      stubsPruned: refreshed.stubsPruned,
    };
  },
});

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
