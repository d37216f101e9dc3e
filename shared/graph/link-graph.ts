import { filterSteps, visitSteps } from '../kit/concurrency/long-lists.ts';
import { runSteps, type Steps } from '../kit/concurrency/slices.ts';
import { sorted } from '../kit/concurrency/sorted.ts';
import { compareCodeUnits } from '../kit/text/compare-code-units.ts';
import type { CompactGraph } from './graph-types.ts';

/** A {@link CompactGraph} with the path of each node number, in code-unit order. */
export interface KeyedCompactGraph {
  graph: CompactGraph;
  keys: string[];
}

/** Whether the node at a path takes part; if absent, all do. */
export type IncludeNode = (path: string) => boolean;

/** Nodes handled between two points at which compacting can pause. */
const NODES_A_STEP = 512;

/** A note or stub with its edges. */
interface Node {
  readonly path: string;
  /** Targets, and at the same places the number of links to each. */
  targets: Node[];
  counts: number[];
  /** The nodes that have this one among their targets. */
  sources: Node[];
}

/**
 * The vault's links as a directed graph. A node is a path: a note's, or `_stub/<name>.md` for a target without a note.
 * An edge carries the number of links; a note's links to itself are left out. A change costs as much as the note has
 * links, however large the vault; losing a target costs the target's incoming links as well. An edge takes 24 bytes, of
 * which a vault of 50,000 notes has half a million (docs/decisions/graph-algorithms.md).
 */
export class LinkGraph {
  /** By path, in order of arrival. */
  readonly #nodes = new Map<string, Node>();
  #size = 0;
  #version = 0;

  /** Grows with every change to nodes, edges or counts. */
  get version(): number {
    return this.#version;
  }

  /** Number of nodes, stubs included. */
  get order(): number {
    return this.#nodes.size;
  }

  get size(): number {
    return this.#size;
  }

  has(path: string): boolean {
    return this.#nodes.has(path);
  }

  /** All nodes, in order of arrival. */
  paths(): string[] {
    return [...this.#nodes.keys()];
  }

  addNote(path: string): void {
    this.#node(path);
  }

  /** Removes the node and its edges in both directions. */
  removeNote(path: string): void {
    const node = this.#nodes.get(path);
    if (node === undefined) return;
    for (const target of node.targets) removeFrom(target.sources, node);
    for (const source of node.sources) {
      const at = removeFrom(source.targets, node);
      removeAt(source.counts, at);
    }
    this.#size -= node.targets.length + node.sources.length;
    this.#nodes.delete(path);
    this.#version++;
  }

  /**
   * Replaces the outgoing edges of `source`: target path → number of links. Adds missing nodes, and ignores a link to
   * `source` itself. Targets that lose their last edge stay; the caller decides on them.
   */
  setOutgoing(source: string, targets: ReadonlyMap<string, number>): void {
    const node = this.#node(source);
    const before = new Map(node.targets.map((target, at) => [target, node.counts[at]]));
    const kept: Node[] = [];
    const counts: number[] = [];
    for (const [path, count] of targets) {
      if (path === source) continue;
      const target = this.#node(path);
      kept.push(target);
      counts.push(count);
      const known = before.get(target);
      before.delete(target);
      if (known === count) continue;
      if (known === undefined) target.sources.push(node);
      this.#version++;
    }
    for (const target of before.keys()) {
      removeFrom(target.sources, node);
      this.#version++;
    }
    this.#size += kept.length - node.targets.length;
    // Copies without the room for more that a list has which grew.
    node.targets = kept.slice();
    node.counts = counts.slice();
  }

  /** Paths that `path` links to, in code-unit order; empty for an unknown one. */
  outgoing(path: string): string[] {
    return pathsOf(this.#nodes.get(path)?.targets);
  }

  /** Paths that link to `path`, in code-unit order; empty for an unknown one. */
  incoming(path: string): string[] {
    return pathsOf(this.#nodes.get(path)?.sources);
  }

  /** Calls `visit` for each path that `path` links to, in no particular order. */
  forEachOutgoing(path: string, visit: (target: string, count: number) => void): void {
    const node = this.#nodes.get(path);
    node?.targets.forEach((target, at) => {
      visit(target.path, node.counts[at] ?? 0);
    });
  }

  /** Calls `visit` for each path that links to `path`, in no particular order. */
  forEachIncoming(path: string, visit: (source: string) => void): void {
    this.#nodes.get(path)?.sources.forEach((source) => {
      visit(source.path);
    });
  }

  /** Number of paths that `path` links to; 0 for an unknown one. */
  outDegree(path: string): number {
    return this.#nodes.get(path)?.targets.length ?? 0;
  }

  /** Number of paths that link to `path`; 0 for an unknown one. */
  inDegree(path: string): number {
    return this.#nodes.get(path)?.sources.length ?? 0;
  }

  /** Number of links from `source` to `target`; 0 if there is no edge. */
  linkCount(source: string, target: string): number {
    const from = this.#nodes.get(source);
    const to = this.#nodes.get(target);
    return from === undefined || to === undefined ? 0 : (from.counts[from.targets.indexOf(to)] ?? 0);
  }

  /** {@link compactSteps}, run at once. */
  compact(include?: IncludeNode): KeyedCompactGraph {
    return runSteps(this.compactSteps(include));
  }

  /**
   * The graph among the included nodes as flat arrays. Nodes, and the targets of each, are in code-unit order of their
   * paths, so the order of arrival does not matter. The graph must not change between two steps.
   */
  *compactSteps(include?: IncludeNode): Steps<KeyedCompactGraph> {
    const included = include === undefined ? this.paths() : yield* filterSteps(this.#nodes.keys(), include);
    const keys = yield* sorted(included, compareCodeUnits);
    const numbers = new Map<string, number>();
    yield* visitSteps(keys, (key) => numbers.set(key, numbers.size));
    const offsets = new Uint32Array(keys.length + 1);
    const targets = new Uint32Array(this.#size);
    const weights = new Float32Array(this.#size);
    let edges = 0;
    for (const [number, key] of keys.entries()) {
      const row: [target: number, count: number][] = [];
      this.forEachOutgoing(key, (target, count) => {
        const targetNumber = numbers.get(target);
        if (targetNumber !== undefined) row.push([targetNumber, count]);
      });
      row.sort(([a], [b]) => a - b);
      for (const [target, count] of row) {
        targets[edges] = target;
        weights[edges] = count;
        edges++;
      }
      offsets[number + 1] = edges;
      if (number % NODES_A_STEP === NODES_A_STEP - 1) yield;
    }
    return {
      graph: { nodeCount: keys.length, offsets, targets: targets.slice(0, edges), weights: weights.slice(0, edges) },
      keys,
    };
  }

  /** Gives up the room for more that lists have. Call it once no more links are expected. */
  *trim(): Steps<void> {
    yield* visitSteps(this.#nodes.values(), (node) => {
      node.sources = node.sources.slice();
    });
  }

  /** The node at this path, added if it is not known. */
  #node(path: string): Node {
    const known = this.#nodes.get(path);
    if (known !== undefined) return known;
    const node: Node = { path, targets: [], counts: [], sources: [] };
    this.#nodes.set(path, node);
    this.#version++;
    return node;
  }
}

function pathsOf(nodes: readonly Node[] = []): string[] {
  return nodes.map(({ path }) => path).sort();
}

/** Takes out a node, whose place the last one takes; returns the place. */
function removeFrom(nodes: Node[], node: Node): number {
  const at = nodes.indexOf(node);
  removeAt(nodes, at);
  return at;
}

function removeAt<T>(items: T[], at: number): void {
  const last = items.pop();
  if (last !== undefined && at < items.length) items[at] = last;
}
