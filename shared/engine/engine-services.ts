import { join } from 'node:path';
import { FreshNotes } from '../answers/names/fresh-notes.ts';
import { NearCopies } from '../answers/copies/near-copies.ts';
import { MapService } from '../answers/map/map-service.ts';
import { NoteNeighbours } from '../answers/map/note-neighbours.ts';
import { RankService } from '../answers/rank-service.ts';
import { ThemeService } from '../answers/themes/theme-service.ts';
import { GraphCompute } from '../graph/compute/graph-compute.ts';
import { HugeNotes } from '../index/huge-notes.ts';
import { IndexKeeper } from '../index/index-keeper.ts';
import { Slicer } from '../kit/concurrency/slices.ts';
import { EmbeddingService } from '../meaning/embedding-service.ts';
import { LikeNotes } from '../meaning/like-notes.ts';
import { Meaning } from '../meaning/meaning.ts';
import { VECTORS_FOLDER } from '../meaning/vectors/saved-vectors.ts';
import type { IndexProgress } from '../protocol/engine-messages.ts';
import type { LocalEngineOptions } from './engine-options.ts';

/** Under these names the results of long computations are saved with the index. */
export const SAVED = { bridging: 'bridging', themes: 'themes', map: 'map' } as const;

/** A worker takes some 40 MB; requests come in bursts, after the links have been quiet. */
const WORKER_IDLE_MS = 3_000;

/** What an engine consists of. */
export interface EngineServices {
  slicer: Slicer;
  keeper: IndexKeeper;
  huge: HugeNotes;
  fresh: FreshNotes;
  compute: GraphCompute;
  ranks: RankService;
  themes: ThemeService;
  embeddings: EmbeddingService;
  meaning: Meaning;
  likeNotes: LikeNotes;
  copies: NearCopies;
  neighbours: NoteNeighbours;
  map: MapService;
}

export interface ServiceEvents {
  onProgress: (progress: IndexProgress) => void;
  /** After each change of the index. */
  onChanged: () => void;
  /** A change of the vault could not be taken in. */
  onNotFollowed: (error: unknown) => void;
}

/** Makes an engine's services and connects them. Nothing starts yet. */
export function createServices(options: LocalEngineOptions, events: ServiceEvents): EngineServices {
  const slicer = new Slicer(options.sliceBudgetMs, options.yieldToLoop);
  const compute = new GraphCompute(options.spawnWorker, { idleMs: WORKER_IDLE_MS, schedule: options.schedule });
  const keeper = new IndexKeeper({
    ...options,
    slicer,
    onProgress: events.onProgress,
    onChanged: () => {
      events.onChanged();
      embeddings.touch();
    },
  });
  const index = () => keeper.index;
  const embeddings = new EmbeddingService({
    ...options,
    index,
    readTexts: (record) => keeper.texts.readAll(record),
    folder: options.vectorsFolder ?? (async () => join(await options.indexFolder(), VECTORS_FOLDER)),
    slicer,
  });
  const meaning = new Meaning(embeddings, { ...options, index, slicer });
  const huge = new HugeNotes({ ...options, keeper, onError: events.onNotFollowed });
  const shared = { index, compute, slicer, changes: keeper.changes };
  const ranks = new RankService({ ...shared, save: (bridging) => keeper.putJson(SAVED.bridging, bridging) });
  const likeNotes = new LikeNotes(embeddings, shared);
  const copies = new NearCopies({ readTexts: (record) => keeper.texts.readAll(record), slicer });
  const neighbours = new NoteNeighbours({ ...shared, likeNotes, copies });
  return {
    slicer,
    keeper,
    huge,
    fresh: new FreshNotes(options.source, keeper, huge, slicer),
    compute,
    ranks,
    themes: new ThemeService({
      ...shared,
      source: options.source,
      compact: () => ranks.compact(true),
      save: (themes) => keeper.putJson(SAVED.themes, themes),
    }),
    embeddings,
    meaning,
    likeNotes,
    copies,
    neighbours,
    map: new MapService({
      ...shared,
      source: options.source,
      ranks,
      neighbours,
      saved: () => keeper.getJson(SAVED.map),
      save: (map) => keeper.putJson(SAVED.map, map),
    }),
  };
}
