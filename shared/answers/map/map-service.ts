import { VaultLoomError } from '../../protocol/errors.ts';
import type { MapCircle, MapDot, MapOutput, MapPlacesOutput, ThemeMapOutput } from '../../protocol/schemas/map.ts';
import type { GraphCompute } from '../../graph/compute/graph-compute.ts';
import type { CompactGraph, ThemeNote } from '../../graph/graph-types.ts';
import type { KeyedCompactGraph } from '../../graph/link-graph.ts';
import { takesPartInSearch, type NoteIndex } from '../../index/note-index.ts';
import type { Slicer } from '../../kit/concurrency/slices.ts';
import { isStubGraphKey } from '../../notes/stubs.ts';
import type { NoteRecord } from '../../notes/note-record.ts';
import type { RankService } from '../rank-service.ts';
import { circlesOf, UNSORTED, type Circles } from './circles.ts';
import { dotsOf, nodesOf } from './map-dots.ts';
import { partOf, withNeighbours } from './map-graph.ts';
import { mapLists } from './map-lists.ts';
import type { NoteNeighbours } from './note-neighbours.ts';
import { fingerprint, isStoredMap, type StoredMap } from './stored-map.ts';

export interface MapServiceParts {
  index: () => NoteIndex;
  compute: GraphCompute;
  slicer: Slicer;
  ranks: RankService;
  neighbours: NoteNeighbours;
  /** What was saved last, unchecked; null if nothing was. */
  saved: () => Promise<unknown>;
  save: (map: StoredMap) => Promise<void>;
}

interface Computed extends Circles {
  /** Version of the links it was computed from. */
  version: number;
  /** Links and neighbours by meaning. */
  graph: CompactGraph;
  /** Links alone, by the paths that notes and stubs are shown by. */
  links: KeyedCompactGraph;
}

/** Fewer notes are shown themselves. */
const FEW_NOTES = 20;
/** A theme of more notes is shown by its own themes. */
const MANY_NOTES = 150;
const MOST_DOTS = 400;
const MOST_RANKED = 20;

/** Serves the map of the vault from its cache, and keeps the cache. */
export class MapService {
  readonly #parts: MapServiceParts;
  #stored: StoredMap | null = null;
  #computed: Computed | null = null;
  #running: Promise<Computed> | null = null;
  #isComparing = false;
  /** The last answer, valid until a note changes. */
  #answer: { of: Computed; version: number; output: MapOutput } | null = null;
  /** Themes within themes, by the id of the outer one. */
  readonly #within = new Map<string, Circles>();
  /** Ids of the circles by the keys of what they hold. */
  readonly #holders = new WeakMap<Circles, ReadonlyMap<string, string>>();

  constructor(parts: MapServiceParts) {
    this.#parts = parts;
  }

  /** Answers `map`. */
  async map(): Promise<MapOutput> {
    const computed = await this.#usable();
    const { index, neighbours, ranks } = this.#parts;
    const now = index();
    this.#compareSoon();
    if (this.#answer?.of === computed && this.#answer.version === now.version && this.#isCurrent(computed))
      return this.#withProgress(this.#answer.output);
    const version = now.version;
    const notes = computed.links.keys.filter((key) => this.#note(key) !== undefined);
    const picture =
      notes.length < FEW_NOTES
        ? { notes: await this.#dots(computed.links, notes) }
        : { circles: this.#circles(computed, '') };
    const ranked = await ranks.query(
      { metric: 'both', limit: MOST_RANKED, includeStubs: false, minIncomingLinks: 2 },
      () => true,
    );
    const output: MapOutput = {
      ...picture,
      ...mapLists(now, (path) => neighbours.of(path)),
      hubs: (ranked.influence ?? []).map(({ path, title }) => ({ path, title })),
      bridges: (ranked.bridging ?? []).map(({ path, title }) => ({ path, title })),
      ...(this.#isCurrent(computed) ? {} : { stale: true }),
    };
    this.#answer = { of: computed, version, output };
    return this.#withProgress(output);
  }

  #withProgress(output: MapOutput): MapOutput {
    return this.#parts.neighbours.left > 0 ? { ...output, comparing: true } : output;
  }

  /**
   * Answers `themeMap`.
   * @throws VaultLoomError `theme_not_found`
   */
  async themeMap(id: string): Promise<ThemeMapOutput> {
    const computed = await this.#usable();
    const { label, members } = await this.#theme(computed, id);
    const notes = members.filter((key) => this.#note(key) !== undefined);
    const facts = { id, label, size: notes.length };
    if (notes.length > MANY_NOTES && id !== UNSORTED) {
      const inner = await this.#inner(computed, id, members);
      if (inner.themes.clusters.length > 1) return { ...facts, circles: this.#circles(inner, `${id}/`) };
    }
    const more = notes.slice(MOST_DOTS).flatMap((key) => this.#refOf(key));
    return {
      ...facts,
      notes: await this.#dots(computed.links, notes.slice(0, MOST_DOTS)),
      ...(more.length > 0 ? { more } : {}),
    };
  }

  /** Answers `mapPlaces`. */
  async places(paths: readonly string[]): Promise<MapPlacesOutput> {
    const computed = await this.#usable();
    const shown = paths.filter((path) => this.#note(path) !== undefined);
    return { places: shown.map((path) => ({ path, circles: this.#circlesAround(computed, path) })) };
  }

  #circlesAround(computed: Computed, path: string): string[] {
    const ids: string[] = [];
    for (let circles: Circles | undefined = computed; circles !== undefined; ) {
      const name = this.#holder(circles, path);
      if (name === undefined) break;
      const id = [...ids.slice(-1), name].join('/');
      ids.push(id);
      circles = this.#within.get(id);
    }
    return ids;
  }

  /** The id of the circle that holds a note. */
  #holder(circles: Circles, path: string): string | undefined {
    const known = this.#holders.get(circles);
    if (known !== undefined) return known.get(path);
    const holders = new Map(circles.rest.map((key) => [key, UNSORTED]));
    for (const { id, members } of circles.themes.clusters) for (const key of members) holders.set(key, id);
    this.#holders.set(circles, holders);
    return holders.get(path);
  }

  /** Computed again if a note of it has since been hidden or excluded, since its words may be in the labels. */
  async #usable(): Promise<Computed> {
    const computed = this.#computed ?? (await this.#compute());
    const { keys } = computed.links;
    const isOut = (key: string): boolean => (this.#parts.index().note(key)?.visibility ?? 'visible') !== 'visible';
    if (keys.some(isOut)) return this.#compute();
    if (!this.#isCurrent(computed)) void this.#compute().catch(() => undefined);
    return computed;
  }

  #isCurrent({ version }: Computed): boolean {
    return version === this.#parts.index().linksVersion;
  }

  #compute(): Promise<Computed> {
    this.#running ??= this.#computeNow().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  async #computeNow(): Promise<Computed> {
    const { index, ranks, neighbours, compute, slicer, save } = this.#parts;
    if (this.#stored === null) await this.#restore();
    const version = index().linksVersion;
    const { graph: compact, keys } = await ranks.compact(true);
    const shown = (key: string): string => index().links.stubs.get(key)?.path ?? key;
    const links = { graph: compact, keys: keys.map((key) => (isStubGraphKey(key) ? shown(key) : key)) };
    const graph = await slicer.run(withNeighbours(links, (key) => neighbours.of(key)));
    const of = fingerprint(graph, links.keys);
    const stored = this.#stored?.of === of ? this.#stored : null;
    const circles =
      stored ??
      (await circlesOf({
        graph,
        keys: links.keys,
        noteAt: (key) => this.#note(key),
        previous: this.#computed ?? this.#stored ?? undefined,
        compute,
        slicer,
      }));
    const isRestored = stored !== null && this.#computed === null;
    const { themes, places, radii, ties, rest } = circles;
    this.#within.clear();
    this.#computed = { themes, places, radii, ties, rest, version, graph, links };
    if (!isRestored) {
      this.#stored = { themes, places, radii, ties, rest, of, neighbours: neighbours.stored() };
      await save(this.#stored);
    }
    return this.#computed;
  }

  async #restore(): Promise<void> {
    const saved = await this.#parts.saved();
    if (!isStoredMap(saved)) return;
    this.#stored = saved;
    this.#parts.neighbours.restore(saved.neighbours);
  }

  /** Once the map was asked for, notes are compared by meaning, so that those without links find a place. */
  #compareSoon(): void {
    if (this.#isComparing) return;
    this.#isComparing = true;
    void this.#parts.neighbours
      .update()
      .then(async (hasChanged) => {
        if (hasChanged) await this.#compute();
      })
      .catch(() => undefined)
      .finally(() => {
        this.#isComparing = false;
      });
  }

  async #theme(computed: Computed, id: string): Promise<{ label: string; members: readonly string[] }> {
    const names = id.split('/');
    let circles: Circles = computed;
    for (const [depth, name] of names.entries()) {
      const isLast = depth === names.length - 1;
      if (name === UNSORTED && isLast) return { label: '', members: circles.rest };
      const found = circles.themes.clusters.find((cluster) => cluster.id === name);
      if (found === undefined) break;
      if (isLast) return found;
      circles = await this.#inner(computed, names.slice(0, depth + 1).join('/'), found.members);
    }
    throw notFound(id);
  }

  async #inner(computed: Computed, id: string, members: readonly string[]): Promise<Circles> {
    const known = this.#within.get(id);
    if (known !== undefined) return known;
    const { compute, slicer } = this.#parts;
    const { keys, nodes } = nodesOf(computed.links, members);
    const graph = await slicer.run(partOf(computed.graph, nodes));
    const inner = await circlesOf({ graph, keys, noteAt: (key) => this.#note(key), compute, slicer });
    if (computed === this.#computed) this.#within.set(id, inner);
    return inner;
  }

  #circles({ themes, places, radii, ties, rest }: Circles, prefix: string): MapCircle[] {
    const labels = [...themes.clusters, ...(rest.length === 0 ? [] : [{ id: UNSORTED, label: '', members: rest }])];
    return labels.map(({ id, label, members }) => {
      const [x, y] = places[id] ?? [0, 0];
      return {
        id: prefix + id,
        label,
        size: members.filter((key) => this.#note(key) !== undefined).length,
        x,
        y,
        radius: radii[id] ?? 0,
        ties: (ties[id] ?? []).map(([other, links]) => ({ id: prefix + other, links })),
      };
    });
  }

  #dots(links: KeyedCompactGraph, members: readonly string[]): Promise<MapDot[]> {
    const { compute, slicer } = this.#parts;
    return dotsOf(links, members, { compute, slicer, refsOf: (key) => this.#refOf(key) });
  }

  #record(key: string): NoteRecord | undefined {
    const record = this.#parts.index().note(key);
    return record !== undefined && takesPartInSearch(record) ? record : undefined;
  }

  #refOf(key: string): { path: string; title: string }[] {
    const record = this.#record(key);
    return record === undefined ? [] : [{ path: record.path, title: record.title }];
  }

  #note(key: string): ThemeNote | undefined {
    const record = this.#record(key);
    if (record === undefined) return undefined;
    const { path, title, tags, headings } = record;
    return { path, title, tags, headings: headings.map(({ text }) => text) };
  }
}

function notFound(id: string): VaultLoomError {
  return new VaultLoomError('theme_not_found', `The map has no theme "${id.slice(0, 120)}".`, {
    hint: 'Ask for the map again: themes change with the notes.',
  });
}
