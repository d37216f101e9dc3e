import type { NextAction } from '../../protocol/schemas/common.ts';
import {
  deleteNoteInput,
  deleteNoteOutput,
  deleteNoteResult,
  type DeletedNote,
  type DeleteNoteOutput,
} from '../../protocol/schemas/write.ts';
import { resultContext } from '../next-actions.ts';
import { WRITES, defineTool, type ToolContext } from '../tool.ts';
import type { FileChange } from '../../writing/change/file-change.ts';
import { applyChange, foresee } from './parts/apply-change.ts';
import { findWritable, refuseForbidden, type WritableNote } from './parts/find-writable.ts';
import { refusePart } from './parts/named-part.ts';

const TOOL = 'delete_note';

export const deleteNote = defineTool({
  name: TOOL,
  title: 'Delete a note',
  description: "Delete a note the way the vault's settings say (trash or for good).",
  input: deleteNoteInput,
  output: deleteNoteOutput,
  strictOutput: deleteNoteResult,
  annotations: WRITES,
  inOrder: true,
  needsIndex: true,
  async portable({ name, ...rest }, context) {
    return { tool: TOOL, args: { ...rest, name: (await noteToDelete(context, name)).path } };
  },
  async run({ name, dryRun }, context): Promise<DeleteNoteOutput> {
    const { path, title } = await noteToDelete(context, name);
    context.arrival?.names([path]);
    await refuseForbidden(context, path, 'remove');
    const facts = await context.engine.linkFacts({ path });
    const deletion: FileChange[] = [{ kind: 'delete', path }];
    if (dryRun) {
      await foresee(context, TOOL, deletion);
      return { dryRun: true, path, inboundLinks: facts.inboundLinks, stubsToPrune: facts.orphanStubs };
    }
    const { trashed, taken, warning } = await applyChange(context, TOOL, deletion);
    const [gone] = trashed;
    const deleted: DeletedNote = {
      path,
      deleted: true,
      ...(gone === undefined || gone.trashedTo === null ? {} : { trashedTo: gone.trashedTo }),
      ...(gone?.note === undefined ? {} : { note: gone.note }),
      deletedFromIndex: { edges: facts.edges, stubsPruned: taken.stubsPruned },
      ...(warning === undefined ? {} : { warning }),
    };
    if (facts.inboundNotes === 0) return deleted;
    return { data: deleted, context: resultContext(context, orphansAfter(title)) };
  },
});

async function noteToDelete(context: ToolContext, name: string): Promise<WritableNote> {
  const note = await findWritable(context, name, 'delete');
  refusePart(note, `${TOOL} deletes whole notes.`, 'A part of a note is taken out with edit_note.');
  return note;
}

/** A ranking puts notes without links last, and is cut if long; the list has only those. */
function orphansAfter(title: string): NextAction[] {
  return [
    {
      description: `Rank the notes, those without links included, now that "${title}" is gone.`,
      tool: 'rank_notes',
      args: { metric: 'influence', minIncomingLinks: 0 },
    },
    {
      description: `List the notes that nothing links to now that "${title}" is gone.`,
      tool: 'list_notes',
      args: { links: 'no_incoming' },
    },
  ];
}
