import { cutTo } from '../kit/text/shorten.ts';
import type { LinkedNote, NoteDetails, ReadNoteInput } from '../protocol/schemas/find.ts';
import type { NoteRecord } from '../notes/note-record.ts';
import type { Stub } from '../notes/stubs.ts';
import type { VaultSource } from '../vault/vault-source.ts';
import type { Answer } from './answer-parts.ts';
import { LinkLines } from './link-lines.ts';
import type { NoteIndex } from '../index/note-index.ts';
import { lineOfLink } from './names/note-lookup.ts';
import { isoTime, showNodesByPath } from './shown-notes.ts';
import { decodeText } from '../index/drafts/note-draft.ts';

/** Neighbours listed in each direction; if there are more, the total is given. */
const MAX_NEIGHBOURS = 200;

type ListedNeighbours = Pick<NoteDetails, 'outgoing' | 'outgoingTotal' | 'incoming' | 'incomingTotal'>;

/** Answers `read_note`, for a note or a stub. */
export const readNote: Answer<ReadNoteInput, NoteDetails> = async (parts, input) => {
  await parts.ready();
  const { path, stub } = await parts.fresh.find(input.name);
  if (stub !== undefined) return describeStub(parts.index, parts.source, stub, input);
  const record = await parts.fresh.record(path);
  return describeNote(parts.index, parts.source, record, input);
};

/** See contract, 'Tool results'. The record must be up to date with the file. */
async function describeNote(
  index: NoteIndex,
  source: VaultSource,
  record: NoteRecord,
  input: ReadNoteInput,
): Promise<NoteDetails> {
  const full = input.mode === 'full';
  const outgoing = showNodesByPath(index, index.graph.outgoing(record.path));
  const incoming = showNodesByPath(index, index.graph.incoming(record.path));
  const details: NoteDetails = {
    path: record.path,
    title: record.title,
    tags: record.tags,
    aliases: record.aliases,
    frontmatter: record.frontmatter,
    headings: record.headings.map((heading) => ({ ...heading })),
    ...listed(outgoing, incoming),
    words: record.words,
    modified: isoTime(record.mtimeMs),
  };
  if (!full) return details;
  const lines = new LinkLines(source);
  const { text } = decodeText(await source.read(record.path));
  lines.know(record.path, text);
  for (const entry of details.outgoing) entry.context = await lines.context(record, lineOfLink(index, record, entry));
  for (const entry of details.incoming) {
    const from = index.source(entry.path);
    if (from !== undefined) entry.context = await lines.context(from, lineOfLink(index, from, { path: record.path }));
  }
  const body = text.slice(record.bodyStart);
  const truncated = body.length > input.maxContentLength;
  return {
    ...details,
    content: truncated ? cutTo(body, input.maxContentLength) : body,
    truncated,
    contentLength: body.length,
  };
}

async function describeStub(
  index: NoteIndex,
  source: VaultSource,
  stub: Stub,
  input: ReadNoteInput,
): Promise<NoteDetails> {
  const incoming = showNodesByPath(index, index.graph.incoming(stub.key));
  const details: NoteDetails = {
    path: stub.path,
    title: stub.title,
    tags: [],
    aliases: [],
    frontmatter: { _stub: true },
    headings: [],
    ...listed([], incoming),
  };
  if (input.mode === 'brief') return details;
  const lines = new LinkLines(source);
  for (const entry of details.incoming) {
    const from = index.source(entry.path);
    if (from !== undefined)
      entry.context = await lines.context(from, lineOfLink(index, from, { path: stub.path, stub: true }));
  }
  return details;
}

function listed(outgoing: LinkedNote[], incoming: LinkedNote[]): ListedNeighbours {
  return {
    outgoing: outgoing.slice(0, MAX_NEIGHBOURS),
    ...(outgoing.length > MAX_NEIGHBOURS ? { outgoingTotal: outgoing.length } : {}),
    incoming: incoming.slice(0, MAX_NEIGHBOURS),
    ...(incoming.length > MAX_NEIGHBOURS ? { incomingTotal: incoming.length } : {}),
  };
}
