import type { NoteOrStubRef } from '../protocol/schemas/common.ts';
import type { RankNotesInput, RankNotesOutput } from '../protocol/schemas/graph.ts';
import type { GraphCompute } from '../graph/compute/graph-compute.ts';
import type { KeyedCompactGraph } from '../graph/link-graph.ts';
import { pageRankSteps } from '../graph/pagerank.ts';
import { isStubGraphKey } from '../notes/stubs.ts';
import { compareCodeUnits } from '../kit/text/compare-code-units.ts';
import { filterSteps } from '../kit/concurrency/long-lists.ts';
import type { Slicer, Steps } from '../kit/concurrency/slices.ts';
import type { Turns } from '../kit/concurrency/turns.ts';
import type { NoteIndex } from '../index/note-index.ts';
import { graphFingerprint } from './graph-fingerprint.ts';
import { isRanked, showNode } from './shown-notes.ts';

interface RankedKey {
  key: string;
  score: number;
}

/** The links at some time. */
interface Links {
  index: NoteIndex;
  version: number;
}

/** Graph keys, best first, and the links they were computed from; null if unknown. */
interface Scores {
  of: Links | null;
  ranked: readonly RankedKey[];
  approximate: boolean;
}

/** With the number of notes that link to each. */
interface Influence extends Scores {
  ranked: readonly LinkedKey[];
  scores: ReadonlyMap<string, number>;
}

interface LinkedKey extends RankedKey {
  incoming: number;
}

/** Saved bridging scores, used after a start until they are recomputed. */
export interface StoredBridging {
  /** Of the graph they were computed from; see {@link graphFingerprint}. */
  fingerprint: string;
  approximate: boolean;
  scores: [key: string, score: number][];
}

export interface RankServiceParts {
  index: () => NoteIndex;
  compute: GraphCompute;
  slicer: Slicer;
  /** Held while the graph is copied, so that it does not change. */
  changes: Turns;
  save: (bridging: StoredBridging) => Promise<void>;
}

/**
 * Influence and bridging of notes (contract, 'Themes and ranks over time'). PageRank is always up to date; betweenness
 * is the last computed, until {@link refreshBridging}.
 */
export class RankService {
  readonly #parts: RankServiceParts;
  readonly #influence = new Map<boolean, Influence>();
  readonly #bridging = new Map<boolean, Scores>();
  readonly #running = new Map<boolean, Promise<unknown>>();
  /** The last result of {@link #bridges}, valid until a note changes. */
  #bridgingNow: { scores: Scores; index: NoteIndex; version: number; rows: readonly RankedKey[] } | null = null;
  /** The rows asked for last, for one minimum of linking notes: most questions use the same one. */
  #linkedNow: { ranked: readonly LinkedKey[]; least: number; rows: readonly LinkedKey[] } | null = null;

  constructor(parts: RankServiceParts) {
    this.#parts = parts;
  }

  /** Takes over saved scores, as up to date if the graph is still the same. */
  async restore(stored: StoredBridging): Promise<void> {
    const links = this.#linksNow();
    const now = await this.#parts.slicer.run(graphFingerprint(await this.compact(false)));
    if (this.#bridging.has(false)) return;
    this.#bridging.set(false, {
      of: now === stored.fingerprint ? links : null,
      ranked: byScore(stored.scores),
      approximate: stored.approximate,
    });
  }

  /** Recomputes bridging unless it is up to date. */
  async refreshBridging(): Promise<void> {
    if (!this.#isOfNow(this.#bridging.get(false))) await this.#computeBridging(false);
  }

  /** Answers `rank_notes` for the nodes that `member` accepts; for all if it is null. */
  async query(input: RankNotesInput, member: ((key: string) => boolean) | null): Promise<RankNotesOutput> {
    const output: RankNotesOutput = {};
    const totals = [0];
    const membersOf = <Row extends RankedKey>(rows: readonly Row[]): readonly Row[] =>
      member === null ? rows : rows.filter(({ key }) => member(key));
    if (input.metric !== 'bridging') {
      const { ranked } = await this.#influenceScores(input.includeStubs);
      const rows = membersOf(this.#linked(ranked, input.minIncomingLinks));
      output.influence = this.#shown(rows, input.limit, ({ incoming }) => ({ incoming }));
      totals.push(rows.length);
    }
    if (input.metric !== 'influence') {
      const bridging = await this.#bridgingScores(input.includeStubs);
      const { approximate } = bridging;
      const rows = membersOf(await this.#bridges(bridging, input.includeStubs));
      output.bridging = this.#shown(rows, input.limit, () => ({}));
      totals.push(rows.length);
      if (approximate) output.approximate = true;
    }
    const total = Math.max(...totals);
    if (total > input.limit) output.total = total;
    return output;
  }

  /** A function that gives a node's influence; 0 if it is not ranked. */
  async influence(includeStubs: boolean): Promise<(key: string) => number> {
    const { scores } = await this.#influenceScores(includeStubs);
    return (key) => scores.get(key) ?? 0;
  }

  /** The graph of nodes that count for ranks and themes. */
  compact(includeStubs: boolean): Promise<KeyedCompactGraph> {
    const { changes, slicer, index } = this.#parts;
    return changes.run(() => {
      const current = index();
      return slicer.run(
        current.graph.compactSteps((key) => (includeStubs || !isStubGraphKey(key)) && isRanked(current, key)),
      );
    });
  }

  /** Those to which at least this many notes link. */
  #linked(ranked: readonly LinkedKey[], least: number): readonly LinkedKey[] {
    const known = this.#linkedNow;
    if (known?.ranked === ranked && known.least === least) return known.rows;
    const rows = ranked.filter(({ incoming }) => incoming >= least);
    this.#linkedNow = { ranked, least, rows };
    return rows;
  }

  /** The nodes that bridge anything and count now. */
  async #bridges(scores: Scores, includeStubs: boolean): Promise<readonly RankedKey[]> {
    const index = this.#parts.index();
    const { version } = index;
    const known = this.#bridgingNow;
    if (known?.scores === scores && known.index === index && known.version === version) return known.rows;
    const rows = await this.#parts.slicer.run(
      filterSteps(scores.ranked, ({ key, score }) => score > 0 && isRanked(index, key)),
    );
    // Whether a stub counts depends on more than the notes.
    if (!includeStubs) this.#bridgingNow = { scores, index, version, rows };
    return rows;
  }

  #shown<Row extends RankedKey, More extends object>(
    rows: readonly Row[],
    limit: number,
    more: (row: Row) => More,
  ): (NoteOrStubRef & { score: number } & More)[] {
    const index = this.#parts.index();
    return rows.slice(0, limit).flatMap((row) => {
      const ref = showNode(index, row.key);
      return ref === null ? [] : { ...ref, score: row.score, ...more(row) };
    });
  }

  async #influenceScores(includeStubs: boolean): Promise<Influence> {
    const known = this.#influence.get(includeStubs);
    if (known !== undefined && this.#isOfNow(known)) return known;
    const links = this.#linksNow();
    const { slicer } = this.#parts;
    const { graph, keys } = await this.compact(includeStubs);
    const ranks = await slicer.run(pageRankSteps(graph));
    const ranked = await slicer.run(linkedSteps(links.index, keys, ranks));
    const scores = new Map(ranked.map(({ key, score }) => [key, score]));
    const influence: Influence = { of: links, ranked, approximate: false, scores };
    this.#influence.set(includeStubs, influence);
    return influence;
  }

  async #bridgingScores(includeStubs: boolean): Promise<Scores> {
    const known = this.#bridging.get(includeStubs);
    // Ranks with stubs are not refreshed in the background.
    if (known !== undefined && (!includeStubs || this.#isOfNow(known))) return known;
    return this.#computeBridging(includeStubs);
  }

  /** Waits for a run in progress, which may have begun before the last change. */
  #computeBridging(includeStubs: boolean): Promise<Scores> {
    const before = this.#running.get(includeStubs) ?? Promise.resolve();
    const running = before.catch(() => undefined).then(() => this.#bridgingOfNow(includeStubs));
    this.#running.set(includeStubs, running);
    return running;
  }

  async #bridgingOfNow(includeStubs: boolean): Promise<Scores> {
    const known = this.#bridging.get(includeStubs);
    if (known !== undefined && this.#isOfNow(known)) return known;
    const links = this.#linksNow();
    const compacted = await this.compact(includeStubs);
    const { scores, approximate } = await this.#parts.compute.betweenness(compacted.graph);
    const result: Scores = {
      of: links,
      ranked: byScore(compacted.keys.map((key, i) => [key, scores[i] ?? 0])),
      approximate,
    };
    this.#bridging.set(includeStubs, result);
    if (!includeStubs) {
      const kept = result.ranked.filter(({ score }) => score > 0);
      await this.#parts.save({
        fingerprint: await this.#parts.slicer.run(graphFingerprint(compacted)),
        approximate,
        scores: kept.map(({ key, score }) => [key, score]),
      });
    }
    return result;
  }

  #linksNow(): Links {
    const index = this.#parts.index();
    return { index, version: index.linksVersion };
  }

  #isOfNow(scores: Scores | undefined): boolean {
    const { index, version } = this.#linksNow();
    return scores?.of?.index === index && scores.of.version === version;
  }
}

function* linkedSteps(index: NoteIndex, keys: readonly string[], ranks: ArrayLike<number>): Steps<LinkedKey[]> {
  const rows: LinkedKey[] = [];
  for (const [i, key] of keys.entries()) {
    rows.push({ key, score: ranks[i] ?? 0, incoming: countIncoming(index, key) });
    yield;
  }
  return rows.sort(compareRanked);
}

/** Notes that link to the node, except hidden ones and canvases. */
function countIncoming(index: NoteIndex, key: string): number {
  let count = 0;
  index.graph.forEachIncoming(key, (source) => {
    const note = index.note(source);
    if (note !== undefined && note.visibility !== 'hidden') count++;
  });
  return count;
}

function byScore(scores: readonly [key: string, score: number][]): RankedKey[] {
  return scores.map(([key, score]) => ({ key, score })).sort(compareRanked);
}

function compareRanked(a: RankedKey, b: RankedKey): number {
  return b.score - a.score || compareCodeUnits(a.key, b.key);
}
