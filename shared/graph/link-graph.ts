import { DirectedGraph } from 'graphology';
import { runSteps, type Steps } from '../kit/concurrency/slices.ts';
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

/**
 * The vault's links as a directed graph. A node is a path: a note's, or `_stub/<name>.md` for a target without a note.
 * An edge carries the number of links; a note's links to itself are left out. A change costs as much as the note has
 * links, however large the vault.
 */
export class LinkGraph {
  readonly #graph = new DirectedGraph<Record<string, never>, { count: number }>({
    multi: false,
    allowSelfLoops: false,
  });
  #version = 0;

  /** Grows with every change to nodes, edges or counts. */
  get version(): number {
    return this.#version;
  }

  /** Number of nodes, stubs included. */
  get order(): number {
    return this.#graph.order;
  }

  get size(): number {
    return this.#graph.size;
  }

  has(path: string): boolean {
    return this.#graph.hasNode(path);
  }

  /** All nodes, in order of arrival. */
  paths(): string[] {
    return this.#graph.nodes();
  }

  addNote(path: string): void {
    if (this.#graph.hasNode(path)) return;
    this.#graph.addNode(path);
    this.#version++;
  }

  /** Removes the node and its edges in both directions. */
  removeNote(path: string): void {
    if (!this.#graph.hasNode(path)) return;
    this.#graph.dropNode(path);
    this.#version++;
  }

  /** Gives a node another path, keeping its edges. Throws if `to` exists. */
  renameNote(from: string, to: string): void {
    if (from === to || !this.#graph.hasNode(from)) return;
    this.#graph.addNode(to);
    this.#graph.forEachOutEdge(from, (_edge, { count }, _source, target) => {
      this.#graph.addDirectedEdge(to, target, { count });
    });
    this.#graph.forEachInEdge(from, (_edge, { count }, source) => {
      this.#graph.addDirectedEdge(source, to, { count });
    });
    this.#graph.dropNode(from);
    this.#version++;
  }

  /**
   * Replaces the outgoing edges of `source`: target path → number of links. Adds missing nodes, and ignores a link to
   * `source` itself. Targets that lose their last edge stay; the caller decides on them.
   */
  setOutgoing(source: string, targets: ReadonlyMap<string, number>): void {
    this.addNote(source);
    for (const old of this.#graph.outNeighbors(source)) {
      if (targets.has(old)) continue;
      this.#graph.dropDirectedEdge(source, old);
      this.#version++;
    }
    const hadNone = this.#graph.outDegree(source) === 0;
    for (const [target, count] of targets) {
      if (target !== source) this.#setEdge(source, target, count, hadNone);
    }
  }

  #setEdge(source: string, target: string, count: number, isNew: boolean): void {
    this.addNote(target);
    const edge = isNew ? undefined : this.#graph.directedEdge(source, target);
    if (edge === undefined) this.#graph.addDirectedEdge(source, target, { count });
    else if (this.#graph.getEdgeAttribute(edge, 'count') === count) return;
    else this.#graph.setEdgeAttribute(edge, 'count', count);
    this.#version++;
  }

  /** Paths that `path` links to, in code-unit order; empty for an unknown one. */
  outgoing(path: string): string[] {
    return this.#graph.hasNode(path) ? this.#graph.outNeighbors(path).sort() : [];
  }

  /** Paths that link to `path`, in code-unit order; empty for an unknown one. */
  incoming(path: string): string[] {
    return this.#graph.hasNode(path) ? this.#graph.inNeighbors(path).sort() : [];
  }

  /** Calls `visit` for each path that `path` links to, in no particular order. */
  forEachOutgoing(path: string, visit: (target: string, count: number) => void): void {
    if (!this.#graph.hasNode(path)) return;
    this.#graph.forEachOutEdge(path, (_edge, { count }, _source, target) => {
      visit(target, count);
    });
  }

  /** Calls `visit` for each path that links to `path`, in no particular order. */
  forEachIncoming(path: string, visit: (source: string, count: number) => void): void {
    if (!this.#graph.hasNode(path)) return;
    this.#graph.forEachInEdge(path, (_edge, { count }, source) => {
      visit(source, count);
    });
  }

  /** Number of paths that `path` links to; 0 for an unknown one. */
  outDegree(path: string): number {
    return this.#graph.hasNode(path) ? this.#graph.outDegree(path) : 0;
  }

  /** Number of paths that link to `path`; 0 for an unknown one. */
  inDegree(path: string): number {
    return this.#graph.hasNode(path) ? this.#graph.inDegree(path) : 0;
  }

  /** Number of links from `source` to `target`; 0 if there is no edge. */
  linkCount(source: string, target: string): number {
    if (!this.#graph.hasNode(source) || !this.#graph.hasNode(target)) return 0;
    const edge = this.#graph.directedEdge(source, target);
    return edge === undefined ? 0 : this.#graph.getEdgeAttribute(edge, 'count');
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
    const nodes = this.#graph.nodes();
    const keys = (include === undefined ? nodes : nodes.filter(include)).sort();
    yield;
    const numbers = new Map(keys.map((key, number) => [key, number]));
    const offsets = new Uint32Array(keys.length + 1);
    const targets = new Uint32Array(this.#graph.size);
    const weights = new Float32Array(this.#graph.size);
    let edges = 0;
    for (const [number, key] of keys.entries()) {
      const row: [target: number, count: number][] = [];
      this.#graph.forEachOutEdge(key, (_edge, { count }, _source, target) => {
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
}
