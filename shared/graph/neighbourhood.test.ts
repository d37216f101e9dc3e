import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bestOfHops, neighbourhood, subgraphAround, type CompareNodes, type SubgraphPaths } from './neighbourhood.ts';
import { arbitraryLinks, linkGraph, namedGraph, nodeName } from './graph-test-kit.ts';
import { runSteps } from '../kit/concurrency/slices.ts';
import { LinkGraph } from './link-graph.ts';

describe('neighbourhood', () => {
  it('groups neighbours by hop and by direction', () => {
    const graph = linkGraph({
      'root.md': ['b.md', 'a.md'],
      'in.md': ['root.md'],
      'b.md': ['far.md'],
      'Z.md': ['in.md'],
    });
    expect(hopsOf(graph, 'root.md', 2)).toEqual([
      { hop: 1, outgoing: ['a.md', 'b.md'], incoming: ['in.md'] },
      { hop: 2, outgoing: ['far.md'], incoming: ['Z.md'] },
    ]);
  });

  it('lists a note only at its nearest hop', () => {
    const graph = linkGraph({ 'root.md': ['a.md', 'b.md'], 'a.md': ['b.md', 'root.md'] });
    expect(hopsOf(graph, 'root.md', 3)).toEqual([{ hop: 1, outgoing: ['a.md', 'b.md'], incoming: ['a.md'] }]);
  });

  it('names a neighbour in both directions where links go both ways', () => {
    const graph = linkGraph({ 'root.md': ['a.md'], 'a.md': ['root.md'] });
    expect(hopsOf(graph, 'root.md', 1)).toEqual([{ hop: 1, outgoing: ['a.md'], incoming: ['a.md'] }]);
  });

  it('neither lists what the filter refuses nor walks through it', () => {
    const graph = linkGraph({ 'root.md': ['_stub/x.md', 'a.md'], 'other.md': ['_stub/x.md'] });
    const notes = (path: string): boolean => !path.startsWith('_stub/');
    expect(hopsOf(graph, 'root.md', 3, notes)).toEqual([{ hop: 1, outgoing: ['a.md'], incoming: [] }]);
    expect(hopsOf(graph, 'root.md', 3)[1]).toEqual({ hop: 2, outgoing: [], incoming: ['other.md'] });
  });

  it('is empty for a note without links and for an unknown one', () => {
    const graph = new LinkGraph();
    graph.addNote('alone.md');
    expect([hopsOf(graph, 'alone.md', 3), hopsOf(graph, 'unknown.md', 3)]).toEqual([[], []]);
  });

  it('gives the distances that relaxing every edge gives', () => {
    fc.assert(
      fc.property(arbitraryLinks(12, 30), ({ nodeCount, links }) => {
        const distances = relaxedDistances(nodeCount, links, 0);
        const hops = hopsOf(namedGraph({ nodeCount, links }), nodeName(0), 3);
        for (let node = 1; node < nodeCount; node++) {
          const found = hops
            .filter(({ outgoing, incoming }) => [...outgoing, ...incoming].includes(nodeName(node)))
            .map(({ hop }) => hop);
          const distance = distances[node] ?? Infinity;
          expect(found).toEqual(distance <= 3 ? [distance] : []);
        }
        for (const { hop, outgoing, incoming } of hops) {
          const nearer = (node: number): boolean => distances[node] === hop - 1;
          const at = (node: number): boolean => distances[node] === hop;
          expect(outgoing).toEqual(
            names(links.filter(([source, target]) => nearer(source) && at(target)).map(([, target]) => target)),
          );
          expect(incoming).toEqual(
            names(links.filter(([source, target]) => nearer(target) && at(source)).map(([source]) => source)),
          );
        }
      }),
      { numRuns: 150, seed: 11 },
    );
  });
});

it('lets other work have its turn in a large neighbourhood', () => {
  const many = Object.fromEntries(Array.from({ length: 1_000 }, (_, n) => [`in ${n}.md`, ['root.md']]));
  const walking = neighbourhood(linkGraph({ 'root.md': [], ...many }), 'root.md', 2);
  let steps = 0;
  while (walking.next().done !== true) steps++;
  expect(steps).toBeGreaterThan(10);
});

describe('subgraphAround', () => {
  it('holds the root at hop 0, its neighbourhood, and every edge among them with its count', () => {
    const graph = linkGraph({ 'root.md': ['a.md', 'b.md'], 'c.md': ['a.md', 'far.md'] });
    graph.setOutgoing('b.md', new Map([['a.md', 3]]));
    expect(subgraph(graph, 'root.md', 1, undefined, wholly)).toEqual({
      nodes: [
        { path: 'root.md', hop: 0 },
        { path: 'a.md', hop: 1 },
        { path: 'b.md', hop: 1 },
      ],
      edges: [
        { source: 'b.md', target: 'a.md', count: 3 },
        { source: 'root.md', target: 'a.md', count: 1 },
        { source: 'root.md', target: 'b.md', count: 1 },
      ],
      total: 3,
      hops: [{ hop: 1, total: 2 }],
    });
  });

  it('leaves refused nodes and their edges out', () => {
    const graph = linkGraph({ 'root.md': ['a.md', 'hidden.md'], 'hidden.md': ['a.md'] });
    const { nodes, edges } = subgraph(graph, 'root.md', 2, (path) => path !== 'hidden.md', wholly);
    expect(nodes.map(({ path }) => path)).toEqual(['root.md', 'a.md']);
    expect(edges).toEqual([{ source: 'root.md', target: 'a.md', count: 1 }]);
  });

  it('has an end: the nearest nodes, of one hop the best, the edges among them, and how many there are', () => {
    const far = Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`in ${n}.md`, ['root.md', `far ${n}.md`]]));
    const graph = linkGraph({ 'root.md': [], ...far });
    const { nodes, edges, total, hops } = subgraph(graph, 'root.md', 2, undefined, {
      limit: { nodes: 200, perHop: 200 },
      compare: lastFirst,
    });
    expect(nodes).toHaveLength(200);
    expect(nodes.slice(1).map(({ path }) => path)).toEqual(Object.keys(far).sort(lastFirst).slice(0, 199));
    expect(edges).toHaveLength(199);
    expect({ total, hops }).toEqual({
      total: 601,
      hops: [
        { hop: 1, total: 300 },
        { hop: 2, total: 300 },
      ],
    });
  });
});

describe('bestOfHops', () => {
  it('keeps the best of each hop in both its lists, and gives their number', () => {
    const hops = [
      { hop: 1, outgoing: new Set(['a', 'b', 'd']), incoming: new Set(['b', 'c']) },
      { hop: 2, outgoing: new Set<string>(), incoming: new Set(['e']) },
    ];
    expect(runSteps(bestOfHops(hops, 2, lastFirst))).toEqual([
      { hop: 1, outgoing: ['d'], incoming: ['c'], paths: ['d', 'c'], total: 4 },
      { hop: 2, outgoing: [], incoming: ['e'], paths: ['e'], total: 1 },
    ]);
  });
});

/** Sorted, to compare them. */
function hopsOf(...args: Parameters<typeof neighbourhood>): { hop: number; outgoing: string[]; incoming: string[] }[] {
  return runSteps(neighbourhood(...args)).map(({ hop, outgoing, incoming }) => ({
    hop,
    outgoing: [...outgoing].sort(),
    incoming: [...incoming].sort(),
  }));
}

function subgraph(...args: Parameters<typeof subgraphAround>): SubgraphPaths {
  return runSteps(subgraphAround(...args));
}

const lastFirst: CompareNodes = (a, b) => (a < b ? 1 : -1);
const wholly = { limit: { nodes: 1_000, perHop: 1_000 }, compare: (a: string, b: string): number => (a < b ? -1 : 1) };

/** Bellman and Ford's way, links walked either way: slow and plain. */
function relaxedDistances(nodeCount: number, links: readonly [number, number][], root: number): number[] {
  const distances = Array.from({ length: nodeCount }, (_, node) => (node === root ? 0 : Infinity));
  const relax = (near: number, far: number): void => {
    distances[far] = Math.min(distances[far] ?? Infinity, (distances[near] ?? Infinity) + 1);
  };
  for (let round = 0; round < nodeCount; round++) {
    for (const [source, target] of links) {
      relax(source, target);
      relax(target, source);
    }
  }
  return distances;
}

function names(nodes: readonly number[]): string[] {
  return [...new Set(nodes)].sort((a, b) => a - b).map(nodeName);
}
