import { visitSteps } from '../../kit/concurrency/long-lists.ts';
import { sorted } from '../../kit/concurrency/sorted.ts';
import type { Slicer } from '../../kit/concurrency/slices.ts';
import { VaultLoomError } from '../../protocol/errors.ts';
import type { MapCircle, MapDot, MapOutput, MapPlacesOutput, ThemeMapOutput } from '../../protocol/schemas/map.ts';
import { compareCodeUnits } from '../../kit/text/compare-code-units.ts';
import type { NoteIndex } from '../../index/note-index.ts';
import { graphFingerprint } from '../graph-fingerprint.ts';
import type { RankService } from '../rank-service.ts';
import { circlesOf, UNSORTED, type Circles } from './circles.ts';
import { CurrentCircles, type Computed, type CurrentCirclesParts } from './current-circles.ts';
import { dotsOf, nodesOf } from './map-dots.ts';
import { partOf } from './map-graph.ts';
import { mapLists } from './map-lists.ts';
import { renamedThemes } from '../theme-names.ts';
import { byName, noteOnMap, refsOnMap, themeNoteOnMap } from './map-notes.ts';

export interface MapServiceParts extends CurrentCirclesParts {
  ranks: RankService;
}

/** All of an answer that takes time, and what it was made from. */
interface KeptAnswer {
  of: Computed;
  index: NoteIndex;
  revision: number;
  rulesVersion: number;
  neighboursVersion: number;
  output: Pick<MapOutput, 'circles' | 'notes' | 'unresolved' | 'unlinked' | 'copies'>;
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
  readonly #current: CurrentCircles;
  #isComparing = false;
  #answer: KeptAnswer | null = null;
  /** Ids of the circles by the keys of what they hold. */
  readonly #holders = new WeakMap<Circles, ReadonlyMap<string, string>>();

  constructor(parts: MapServiceParts) {
    this.#parts = parts;
    this.#current = new CurrentCircles(parts);
  }

  /** Answers `map`. */
  async map(): Promise<MapOutput> {
    const computed = await this.#current.usable();
    // Answer first: even starting to compare notes takes time.
    const isFirst = this.#answer === null;
    if (!isFirst) this.#compareSoon();
    const output = await this.#answerOf(computed);
    // Asked again each time: bridges are recomputed in the background even if no note changes.
    const { influence = [], bridging = [] } = await this.#parts.ranks.query(
      { metric: 'both', limit: MOST_RANKED, includeStubs: false, minIncomingLinks: 2 },
      null,
    );
    if (isFirst) this.#compareSoon();
    const { lack, willImprove } = this.#parts.neighbours;
    return {
      ...output,
      hubs: influence.map(({ path, title }) => ({ path, title })),
      bridges: bridging.map(({ path, title }) => ({ path, title })),
      ...((await this.#current.isOfNow(computed)) ? {} : { stale: true }),
      ...(this.#isSettled(computed) ? {} : { comparing: true }),
      ...(lack === null ? {} : { uncompared: lack }),
      ...(willImprove ? { improving: true } : {}),
    };
  }

  /** Whether all notes have been compared, and the circles reflect it. */
  #isSettled(computed: Computed): boolean {
    const { neighbours } = this.#parts;
    return neighbours.left === 0 && !neighbours.isAwaited && this.#current.knowsNeighbours(computed);
  }

  async #answerOf(computed: Computed): Promise<KeptAnswer['output']> {
    const { source, neighbours, slicer } = this.#parts;
    const index = this.#parts.index();
    const { revision } = index;
    const { rulesVersion } = source;
    const { version: neighboursVersion } = neighbours;
    const kept = this.#answer;
    if (
      kept?.of === computed &&
      kept.index === index &&
      kept.revision === revision &&
      kept.rulesVersion === rulesVersion &&
      kept.neighboursVersion === neighboursVersion
    )
      return kept.output;
    const notes = computed.links.keys.filter((key) => noteOnMap(index, key) !== undefined);
    const picture =
      notes.length < FEW_NOTES
        ? { notes: await this.#dots(computed, '', notes) }
        : { circles: this.#circles(computed, '') };
    const lists = await slicer.run(mapLists(index, (record) => neighbours.copiesOf(record)));
    const output = { ...picture, ...lists };
    this.#answer = { of: computed, index, revision, rulesVersion, neighboursVersion, output };
    return output;
  }

  /**
   * Answers `themeMap`.
   * @throws VaultLoomError `theme_not_found`
   */
  async themeMap(id: string): Promise<ThemeMapOutput> {
    const computed = await this.#current.usable();
    const { label, members } = await this.#theme(computed, id);
    const notes = members.filter((key) => this.#isShown(key));
    const facts = { id, label, size: notes.length };
    if (notes.length > MANY_NOTES && id !== UNSORTED) {
      const inner = await this.#inner(computed, id, members);
      if (inner.themes.clusters.length > 1) return { ...facts, circles: this.#circles(inner, `${id}/`) };
    }
    const inOrder = id === UNSORTED ? await this.#byName(notes) : notes;
    const more = inOrder.slice(MOST_DOTS).flatMap((key) => refsOnMap(this.#parts.index(), key));
    return {
      ...facts,
      notes: await this.#dots(computed, id, inOrder.slice(0, MOST_DOTS)),
      ...(more.length > 0 ? { more } : {}),
    };
  }

  /** Answers `mapPlaces`. */
  async places(paths: readonly string[], slicer: Slicer): Promise<MapPlacesOutput> {
    const computed = await this.#current.usable();
    const places: MapPlacesOutput['places'] = [];
    const add = (path: string): void => {
      if (this.#isShown(path)) places.push({ path, circles: this.#circlesAround(computed, path) });
    };
    await slicer.run(visitSteps(paths, add));
    return { places };
  }

  #circlesAround(computed: Computed, path: string): string[] {
    const ids: string[] = [];
    for (let circles: Circles | undefined = computed; circles !== undefined; ) {
      const name = this.#holder(circles, path);
      if (name === undefined) break;
      const id = [...ids.slice(-1), name].join('/');
      ids.push(id);
      circles = computed.levels.circles.get(id);
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

  /** Once the map has been asked for, notes are compared by meaning, so that those without links find a place. */
  #compareSoon(): void {
    if (this.#isComparing) return;
    this.#isComparing = true;
    void this.#parts.neighbours
      .update()
      .finally(() => {
        this.#isComparing = false;
      })
      .then((hasChanged) => (hasChanged ? this.#current.refresh() : null))
      .catch(() => undefined);
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
    const { circles, before } = computed.levels;
    const known = circles.get(id);
    if (known !== undefined) return known;
    const { index, compute, slicer } = this.#parts;
    // By path, so that what is found does not depend on the order of ranks, which changes with notes elsewhere.
    const { keys, nodes } = nodesOf(computed.links, [...members].sort(compareCodeUnits));
    const graph = await slicer.run(partOf(await computed.graph(), nodes));
    const of = await slicer.run(graphFingerprint({ graph, keys }));
    const noteAt = (key: string): ReturnType<typeof themeNoteOnMap> => themeNoteOnMap(index(), key);
    const previous = before.circles[id];
    const inner =
      previous?.of === of
        ? { ...previous, themes: await slicer.run(renamedThemes({ graph, keys, noteAt, themes: previous.themes })) }
        : { ...(await circlesOf({ graph, keys, noteAt, previous, compute, slicer })), of };
    circles.set(id, inner);
    return inner;
  }

  #circles({ themes, places, radii, ties, rest }: Circles, prefix: string): MapCircle[] {
    const labels = [...themes.clusters, ...(rest.length === 0 ? [] : [{ id: UNSORTED, label: '', members: rest }])];
    return labels.map(({ id, label, members }) => {
      const [x, y] = places[id] ?? [0, 0];
      return {
        id: prefix + id,
        label,
        size: members.filter((key) => this.#isShown(key)).length,
        x,
        y,
        radius: radii[id] ?? 0,
        ties: (ties[id] ?? []).map(([other, links]) => ({ id: prefix + other, links })),
      };
    });
  }

  async #byName(keys: readonly string[]): Promise<string[]> {
    const refs = keys.flatMap((key) => refsOnMap(this.#parts.index(), key));
    return (await this.#parts.slicer.run(sorted(refs, byName))).map(({ path }) => path);
  }

  #isShown(key: string): boolean {
    return noteOnMap(this.#parts.index(), key) !== undefined;
  }

  /** Notes as dots, where they were before if they were shown on this level. */
  async #dots({ links, levels }: Computed, level: string, members: readonly string[]): Promise<MapDot[]> {
    const { index, compute, slicer } = this.#parts;
    const previous = levels.dots.get(level) ?? levels.before.dots[level];
    const refsOf = (key: string): ReturnType<typeof refsOnMap> => refsOnMap(index(), key);
    const { dots, places } = await dotsOf(links, members, { compute, slicer, refsOf, previous });
    levels.dots.set(level, places);
    return dots;
  }
}

function notFound(id: string): VaultLoomError {
  return new VaultLoomError('theme_not_found', `The map has no theme "${id.slice(0, 120)}".`, {
    hint: 'Ask for the map again: themes change with the notes.',
  });
}
