import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryLinks, linkGraph, namedGraph, nodeName } from './graph-test-kit.ts';
import { runSteps } from '../kit/concurrency/slices.ts';
import { commonTargets, shortestChains, type ShortestChains } from './shortest-paths.ts';

function chainsOf(...asked: Parameters<typeof shortestChains>): ShortestChains | null {
  return runSteps(shortestChains(...asked));
}

describe('shortestChains', () => {
  it('walks links either way', () => {
    const graph = linkGraph({ 'a.md': ['b.md'], 'c.md': ['b.md'] });
    expect(chainsOf(graph, 'a.md', 'c.md')).toEqual({ length: 2, chains: [['a.md', 'b.md', 'c.md']], total: 1 });
  });

  it('lists every shortest chain in code-unit order, and no longer one', () => {
    const graph = linkGraph({
      'a.md': ['y.md', 'x.md', 'long.md'],
      'x.md': ['z.md'],
      'y.md': ['z.md'],
      'long.md': ['longer.md'],
      'longer.md': ['z.md'],
    });
    expect(chainsOf(graph, 'a.md', 'z.md')).toEqual({
      length: 2,
      chains: [
        ['a.md', 'x.md', 'z.md'],
        ['a.md', 'y.md', 'z.md'],
      ],
      total: 2,
    });
  });

  it('is a chain of one node from a node to itself', () => {
    expect(chainsOf(linkGraph({ 'a.md': ['b.md'] }), 'a.md', 'a.md')).toEqual({
      length: 0,
      chains: [['a.md']],
      total: 1,
    });
  });

  it('is null between nodes that no links join, and for unknown nodes', () => {
    const graph = linkGraph({ 'a.md': ['b.md'], 'c.md': ['d.md'] });
    expect(chainsOf(graph, 'a.md', 'd.md')).toBeNull();
    expect(chainsOf(graph, 'a.md', 'unknown.md')).toBeNull();
  });

  it('goes round what the filter refuses, except for the two ends', () => {
    const graph = linkGraph({ 'a.md': ['_stub/s.md', 'b.md'], 'b.md': ['c.md'], 'd.md': ['_stub/s.md', 'c.md'] });
    const notes = (path: string): boolean => !path.startsWith('_stub/');
    expect(chainsOf(graph, 'a.md', 'd.md', { include: notes })?.chains).toEqual([['a.md', 'b.md', 'c.md', 'd.md']]);
    expect(chainsOf(graph, 'a.md', '_stub/s.md', { include: notes })?.length).toBe(1);
  });

  it('finds the length of chains far beyond any depth asked for', () => {
    const chain = Array.from({ length: 60 }, (_, place) => [nodeName(place), [nodeName(place + 1)]] as const);
    expect(chainsOf(linkGraph(Object.fromEntries(chain)), nodeName(0), nodeName(60))?.length).toBe(60);
  });

  it('lists chains of thousands of links', () => {
    const chain = Array.from({ length: 12_000 }, (_, place) => [nodeName(place), [nodeName(place + 1)]] as const);
    const found = chainsOf(linkGraph(Object.fromEntries(chain)), nodeName(0), nodeName(12_000));
    expect(found).toMatchObject({ length: 12_000, total: 1 });
    expect(found?.chains.map((nodes) => nodes.length)).toEqual([12_001]);
  });

  it('counts chains without listing them all: twenty layers of three', () => {
    const rows: Record<string, string[]> = { 'start.md': ['0-0.md', '0-1.md', '0-2.md'] };
    for (let layer = 0; layer < 19; layer++) {
      for (const place of [0, 1, 2]) rows[`${layer}-${place}.md`] = [0, 1, 2].map((next) => `${layer + 1}-${next}.md`);
    }
    for (const place of [0, 1, 2]) rows[`19-${place}.md`] = ['end.md'];
    const found = chainsOf(linkGraph(rows), 'start.md', 'end.md');
    expect(found).toMatchObject({ length: 21, total: 3 ** 20 });
    expect(found?.chains).toHaveLength(10);
  });

  it('finds exactly the chains that trying every chain finds', () => {
    fc.assert(
      fc.property(
        arbitraryLinks(9, 18),
        fc.integer({ min: 0, max: 8 }),
        fc.integer({ min: 1, max: 4 }),
        ({ nodeCount, links }, pick, limit) => {
          const [from, to] = [0, pick % nodeCount];
          const expected = everyShortestChain(nodeCount, links, from, to);
          const found = chainsOf(namedGraph({ nodeCount, links }), nodeName(from), nodeName(to), { limit });
          if (expected.length === 0) expect(found).toBeNull();
          else {
            const chains = expected.map((chain) => chain.map(nodeName));
            expect(found).toEqual({
              length: (chains[0]?.length ?? 0) - 1,
              chains: chains.slice(0, limit),
              total: chains.length,
            });
          }
        },
      ),
      { numRuns: 200, seed: 13 },
    );
  });
});

describe('commonTargets', () => {
  it('names what both notes link to, in code-unit order', () => {
    const graph = linkGraph({
      'a.md': ['z.md', 'm.md', 'own.md', '_stub/s.md'],
      'b.md': ['_stub/s.md', 'm.md', 'z.md', 'a.md'],
    });
    expect(commonTargets(graph, 'a.md', 'b.md')).toEqual(['_stub/s.md', 'm.md', 'z.md']);
    expect(commonTargets(graph, 'a.md', 'b.md', (path) => !path.startsWith('_stub/'))).toEqual(['m.md', 'z.md']);
  });
});

/** Level by level, keeping whole chains instead of distances. In numeric order. */
function everyShortestChain(
  nodeCount: number,
  links: readonly [number, number][],
  from: number,
  to: number,
): number[][] {
  const linked = (a: number, b: number): boolean =>
    links.some(([source, target]) => (source === a && target === b) || (source === b && target === a));
  let chains = [[from]];
  for (let length = 0; length < nodeCount; length++) {
    const complete = chains.filter((chain) => chain[chain.length - 1] === to);
    if (complete.length > 0) return complete;
    chains = chains.flatMap((chain) => {
      const end = chain[chain.length - 1] ?? from;
      return Array.from({ length: nodeCount }, (_, node) => node)
        .filter((node) => !chain.includes(node) && linked(end, node))
        .map((node) => [...chain, node]);
    });
  }
  return [];
}
