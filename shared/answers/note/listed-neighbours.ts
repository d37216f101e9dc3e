import type { LinkedNote, NoteDetails, ReadNoteInput } from '../../protocol/schemas/find.ts';
import type { NoteIndex } from '../../index/note-index.ts';
import { stubTarget } from '../../notes/file-names.ts';
import { meantNote } from '../names/meant-note.ts';
import { showNodesByPath } from '../shown-notes.ts';

/** Neighbours listed in each direction; if there are more, the total is given. */
const MAX_NEIGHBOURS = 200;

export type ListedNeighbours = Pick<NoteDetails, 'outgoing' | 'outgoingTotal' | 'incoming' | 'incomingTotal'>;

/** A node's links either way, as far as they are asked for. `key` is its key in the link graph. */
export function linksOf(index: NoteIndex, key: string, links: ReadNoteInput['links']): ListedNeighbours {
  if (links === 'none') return {};
  const outgoing = showNodesByPath(index, index.graph.outgoing(key)).map((node) => withMeant(index, node));
  const incoming = showNodesByPath(index, index.graph.incoming(key));
  if (links === 'counts') return { outgoingTotal: outgoing.length, incomingTotal: incoming.length };
  return { ...listed('outgoing', outgoing), ...listed('incoming', incoming) };
}

function withMeant(index: NoteIndex, node: LinkedNote): LinkedNote {
  return node.stub === true ? { ...node, ...meantNote(index, stubTarget(node.path)) } : node;
}

function listed(way: 'outgoing' | 'incoming', notes: LinkedNote[]): ListedNeighbours {
  return {
    [way]: notes.slice(0, MAX_NEIGHBOURS),
    ...(notes.length > MAX_NEIGHBOURS ? { [`${way}Total`]: notes.length } : {}),
  };
}
