import type { IndexProgress } from '../../../shared/protocol/engine-messages.ts';
import type { ListNotesOutput, NoteDetails, SearchOutput } from '../../../shared/protocol/schemas/find.ts';
import type {
  DetectThemesOutput,
  FindConnectionsOutput,
  RankNotesOutput,
} from '../../../shared/protocol/schemas/graph.ts';
import type { IndexStatusOutput } from '../../../shared/protocol/schemas/maintenance.ts';
import { untilReady, type VaultSession } from '../vault-session.ts';

/** One call of the tour, as an assistant would make it. */
export interface Shown<Result> {
  tool: string;
  args: Record<string, unknown>;
  result: Result;
  tookMs: number;
}

export interface TourData {
  notes: ListNotesOutput;
  stubs: number;
  status: IndexStatusOutput;
  indexMs: number;
  /** The rest is absent for a vault without notes. */
  search?: Shown<SearchOutput>;
  connections?: Shown<FindConnectionsOutput> & { title: string };
  themes?: Shown<DetectThemesOutput>;
  ranks?: Shown<RankNotesOutput>;
}

const CANDIDATES = 30;

/** Collects what the tour shows; the search is made from a well-linked note, so that it suits any vault. */
export async function gatherTour(
  session: VaultSession,
  onProgress: (progress: IndexProgress) => void,
): Promise<TourData> {
  const start = performance.now();
  await untilReady(session, onProgress);
  const indexMs = performance.now() - start;
  const notes = await session.call<ListNotesOutput>('list_notes', { limit: CANDIDATES, includeStubs: false });
  const withStubs = await session.call<ListNotesOutput>('list_notes', { limit: 1 });
  const status = await session.call<IndexStatusOutput>('index_status');
  const overview = { notes, stubs: withStubs.total - notes.total, status, indexMs };
  if (notes.total === 0) return overview;

  const ranks = await show<RankNotesOutput>(session, 'rank_notes', { limit: 5 });
  const subject = await chooseSubject(session, notes);
  return {
    ...overview,
    search: await show(session, 'search', { query: queryAbout(subject), limit: 4 }),
    connections: {
      ...(await show<FindConnectionsOutput>(session, 'find_connections', { name: subject.path, depth: 2 })),
      title: subject.title,
    },
    themes: await show(session, 'detect_themes', {}),
    ranks,
  };
}

async function show<Result>(
  session: VaultSession,
  tool: string,
  args: Record<string, unknown>,
): Promise<Shown<Result>> {
  const start = performance.now();
  const result = await session.call<Result>(tool, args);
  return { tool, args, result, tookMs: performance.now() - start };
}

interface Subject {
  path: string;
  title: string;
  tags: string[];
}

/** The best-linked note with a name in words: a date or a number makes a poor question. */
async function chooseSubject(session: VaultSession, notes: ListNotesOutput): Promise<Subject> {
  const { influence = [] } = await session.call<RankNotesOutput>('rank_notes', {
    metric: 'influence',
    limit: CANDIDATES,
    minIncomingLinks: 0,
  });
  const candidates = influence.length > 0 ? influence : notes.notes;
  const chosen =
    candidates.find(({ title }) => wordsOf(title).length > 1) ??
    candidates.find(({ title }) => wordsOf(title).length > 0) ??
    candidates[0];
  if (chosen === undefined) throw new Error('A vault with notes has none to show.');
  const { data } = await session.call<{ data: NoteDetails }>('read_note', { name: chosen.path });
  return { path: data.path, title: data.title, tags: data.tags ?? [] };
}

/** The note's title, and the end of its first tag if that adds something. */
function queryAbout({ title, tags }: Subject): string {
  const words = wordsOf(title);
  const topic = wordsOf(tags[0]?.split('/').at(-1) ?? '');
  const known = words.map((word) => word.toLowerCase());
  const fresh = topic.filter((word) => !known.includes(word.toLowerCase()));
  return [...words, ...fresh].join(' ') || title;
}

function wordsOf(text: string): string[] {
  return text.match(/\p{L}[\p{L}\p{M}\p{N}'’]*/gu) ?? [];
}
