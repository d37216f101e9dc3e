import type { GraphCompute } from '../../graph/compute/graph-compute.ts';
import type { CompactGraph } from '../../graph/graph-types.ts';
import type { KeyedCompactGraph } from '../../graph/link-graph.ts';
import type { NoteIndex } from '../../index/note-index.ts';
import type { Slicer, Steps } from '../../kit/concurrency/slices.ts';
import { Turns } from '../../kit/concurrency/turns.ts';
import type { VaultSource } from '../../vault/vault-source.ts';
import type { RankService } from '../rank-service.ts';
import { byShownPaths, isWithheld } from '../shown-notes.ts';
import { circlesOf, type Circles } from './circles.ts';
import { InnerLevels } from './inner-levels.ts';
import { withNeighbours } from './map-graph.ts';
import { themeNoteOnMap } from './map-notes.ts';
import type { NoteNeighbours } from './note-neighbours.ts';
import { graphFingerprint } from '../graph-fingerprint.ts';
import { namesFingerprint, renamedThemes } from '../theme-names.ts';
import { isStoredMap, type StoredMap } from './stored-map.ts';

export interface CurrentCirclesParts {
  index: () => NoteIndex;
  source: Pick<VaultSource, 'rulesVersion'>;
  compute: GraphCompute;
  slicer: Slicer;
  ranks: Pick<RankService, 'compact'>;
  neighbours: NoteNeighbours;
  /** What was saved last, unchecked; null if nothing was. */
  saved: () => Promise<unknown>;
  save: (map: StoredMap) => Promise<void>;
}

/** What circles are computed from. */
interface ComputedFrom {
  index: NoteIndex;
  linksVersion: number;
  rulesVersion: number;
  neighboursVersion: number;
}

/** The circles of the vault. */
export interface Computed extends Circles {
  from: ComputedFrom;
  /** See {@link namesFingerprint}. */
  names: string;
  /** Links alone, by the paths that notes and stubs are shown by. */
  links: KeyedCompactGraph;
  /** Links and neighbours by meaning. */
  graph: () => Promise<CompactGraph>;
  levels: InnerLevels;
}

interface KnownCircles {
  circles: Circles;
  /** Fingerprint of their links. */
  of: string;
  /** Fingerprint of what their themes were named after. */
  names: string;
  /** Of the neighbours that they were computed with. */
  revision: number;
}

/** Keeps the circles of the vault in step with its links and with what its notes mean. */
export class CurrentCircles {
  readonly #parts: CurrentCirclesParts;
  readonly #turns = new Turns();
  #hasRestored = false;
  #known: KnownCircles | null = null;
  #computed: Computed | null = null;
  #levels = new InnerLevels();
  /** Whether circles hold withheld notes, at one version of the notes and rules. */
  #lookedAt: { of: Computed; index: NoteIndex; version: number; rulesVersion: number; hasWithheld: boolean } | null =
    null;
  /** What themes are named after, at one version of the notes. */
  #named: { of: KeyedCompactGraph; index: NoteIndex; version: number; names: string } | null = null;
  /** The computation that has not begun. */
  #next: Promise<Computed> | null = null;

  constructor(parts: CurrentCirclesParts) {
    this.#parts = parts;
  }

  /**
   * The last circles, which are then brought up to date in the background; not if a note of them has since been hidden
   * or excluded, since its words may be in the labels.
   */
  async usable(): Promise<Computed> {
    const computed = this.#computed ?? (await this.refresh());
    if ((await this.isOfNow(computed)) && this.knowsNeighbours(computed)) return computed;
    if (await this.#hasWithheld(computed)) return this.refresh();
    void this.refresh().catch(() => undefined);
    return computed;
  }

  async #hasWithheld(computed: Computed): Promise<boolean> {
    const { index, rulesVersion } = this.#from();
    const { version } = index;
    const known = this.#lookedAt;
    const isOfNow =
      known?.of === computed &&
      known.index === index &&
      known.version === version &&
      known.rulesVersion === rulesVersion;
    if (known !== null && isOfNow) return known.hasWithheld;
    const hasWithheld = await this.#parts.slicer.run(anyWithheld(index, computed.links.keys));
    this.#lookedAt = { of: computed, index, version, rulesVersion, hasWithheld };
    return hasWithheld;
  }

  /** Whether links, rules, and what themes are named after, are still as they were. */
  async isOfNow({ from, links, names }: Computed): Promise<boolean> {
    const now = this.#from();
    const hasSameLinks =
      from.index === now.index && from.linksVersion === now.linksVersion && from.rulesVersion === now.rulesVersion;
    return hasSameLinks && names === (await this.#names(links));
  }

  /** Whether they were computed with all neighbours that are known now. */
  knowsNeighbours({ from }: Computed): boolean {
    return from.neighboursVersion === this.#parts.neighbours.version;
  }

  /** Circles that cover all that is known now: one already being computed may lack some of it. */
  refresh(): Promise<Computed> {
    this.#next ??= this.#turns.run(() => {
      this.#next = null;
      return this.#compute();
    });
    return this.#next;
  }

  #from(): ComputedFrom {
    const { index, source, neighbours } = this.#parts;
    const now = index();
    return {
      index: now,
      linksVersion: now.linksVersion,
      rulesVersion: source.rulesVersion,
      neighboursVersion: neighbours.version,
    };
  }

  async #compute(): Promise<Computed> {
    const before = this.#computed;
    if (before !== null && (await this.isOfNow(before)) && this.knowsNeighbours(before)) return before;
    if (!this.#hasRestored) await this.#restore();
    const { ranks, neighbours, slicer } = this.#parts;
    const from = this.#from();
    const { revision } = neighbours;
    const links = byShownPaths(await ranks.compact(true), from.index);
    let combined: Promise<CompactGraph> | null = null;
    const graph = (): Promise<CompactGraph> =>
      (combined ??= slicer.run(withNeighbours(links, (key) => neighbours.of(key))));
    const of = await slicer.run(graphFingerprint(links));
    const names = await this.#names(links);
    let known = this.#known;
    if (known?.of !== of || known.revision !== revision || known.names !== names) {
      const hasSameLinks = known?.of === of && known.revision === revision;
      const circles =
        known !== null && hasSameLinks
          ? await this.#renamed(known.circles, links, await graph())
          : await this.#circles(links, await graph());
      known = { circles, of, names, revision };
      this.#known = known;
      this.#levels = this.#levels.next(circles.themes.clusters.map(({ id }) => id));
      // Saved before it is shown, so that the next start shows the same. Without it, they are computed again then.
      await this.#save(known).catch(() => undefined);
    }
    this.#computed = { ...known.circles, from, names, links, graph, levels: this.#levels };
    return this.#computed;
  }

  async #names(of: KeyedCompactGraph): Promise<string> {
    const { slicer } = this.#parts;
    const index = this.#parts.index();
    const { version } = index;
    const known = this.#named;
    if (known?.of === of && known.index === index && known.version === version) return known.names;
    const names = await slicer.run(namesFingerprint(of.keys, (key) => themeNoteOnMap(index, key)));
    this.#named = { of, index, version, names };
    return names;
  }

  async #renamed(circles: Circles, { keys }: KeyedCompactGraph, graph: CompactGraph): Promise<Circles> {
    const { index, slicer } = this.#parts;
    const noteAt = (key: string): ReturnType<typeof themeNoteOnMap> => themeNoteOnMap(index(), key);
    return { ...circles, themes: await slicer.run(renamedThemes({ graph, keys, noteAt, themes: circles.themes })) };
  }

  #circles({ keys }: KeyedCompactGraph, graph: CompactGraph): Promise<Circles> {
    const { index, compute, slicer } = this.#parts;
    const noteAt = (key: string): ReturnType<typeof themeNoteOnMap> => themeNoteOnMap(index(), key);
    return circlesOf({ graph, keys, noteAt, previous: this.#computed ?? this.#known?.circles, compute, slicer });
  }

  async #save({ circles, of, names, revision }: KnownCircles): Promise<void> {
    const { neighbours, slicer, save } = this.#parts;
    const stored = await slicer.run(neighbours.stored());
    // At the next start circles are taken over only together with the neighbours that they were computed with.
    const levels = this.#levels.before;
    await save({ ...circles, of: neighbours.revision === revision ? of : '', names, neighbours: stored, levels });
  }

  async #restore(): Promise<void> {
    const { saved, neighbours } = this.#parts;
    const map = await saved();
    this.#hasRestored = true;
    if (!isStoredMap(map)) return;
    const { themes, places, radii, ties, rest, of, names = '' } = map;
    neighbours.restore(map.neighbours);
    this.#levels = InnerLevels.restored(map.levels);
    this.#known = { circles: { themes, places, radii, ties, rest }, of, names, revision: neighbours.revision };
  }
}

function* anyWithheld(index: NoteIndex, paths: readonly string[]): Steps<boolean> {
  for (const path of paths) {
    if (isWithheld(index, path)) return true;
    yield;
  }
  return false;
}
