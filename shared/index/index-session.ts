import { LinkGraph } from '../graph/link-graph.ts';
import type { Turns } from '../kit/concurrency/turns.ts';
import type { Slicer } from '../kit/concurrency/slices.ts';
import type { SpawnWorker } from '../kit/concurrency/spawn-worker.ts';
import { NoteFullText } from '../search/words/fulltext.ts';
import type { IndexStore } from '../store/segment-store.ts';
import type { VaultSource } from '../vault/vault-source.ts';
import { NoteIndex } from './note-index.ts';
import { SavedIndex } from './saved/saved-index.ts';
import type { TextPage } from './saved/text-pages.ts';
import { VaultSync } from './sync/vault-sync.ts';

/** One index in memory, with what keeps it up to date and on disk. */
export interface IndexSession {
  index: NoteIndex;
  sync: VaultSync;
  saved: SavedIndex;
}

export interface IndexSessionParts {
  source: VaultSource;
  slicer: Slicer;
  spawnWorker: SpawnWorker;
}

/** A session whose index is empty. `store` is null if the index cannot be saved. */
export function newSession(store: IndexStore | null, parts: IndexSessionParts): IndexSession {
  return sessionOver(new SavedIndex(store, parts.slicer), parts);
}

/**
 * A session whose index is the saved one, or empty if that is not usable: then `onUnusable` is called with the reason,
 * if there is one. If it only cannot be read now, `onRefused` is called, and the session saves nothing over it. The
 * disk is read in a turn of `disk`.
 */
export async function loadSession(
  store: IndexStore | null,
  parts: IndexSessionParts & { disk: Turns; onUnusable: (reason: string) => void; onRefused: (reason: string) => void },
): Promise<IndexSession> {
  const session = newSession(store, parts);
  const result = await parts.disk.run(() => session.saved.load(session.index));
  if (result.loaded) return session;
  if (result.isPassing === true) {
    parts.onRefused(result.reason ?? '');
    await session.saved.close();
    return newSession(null, parts);
  }
  if (result.reason !== null) parts.onUnusable(result.reason);
  // What was read from a damaged index cannot be trusted; the saved index knows what to replace.
  await session.saved.close();
  return sessionOver(session.saved.emptied(), parts);
}

function sessionOver(saved: SavedIndex, parts: IndexSessionParts): IndexSession {
  const { source, slicer, spawnWorker } = parts;
  const index = new NoteIndex({
    graph: new LinkGraph(),
    fulltext: new NoteFullText(),
    isHidden: (path) => source.visibility(path) === 'hidden',
  });
  const savedPages = (id: number): Promise<readonly TextPage[]> => saved.pages(index, id);
  return { index, sync: new VaultSync({ source, slicer, spawnWorker, index, savedPages }), saved };
}
