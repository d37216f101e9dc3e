import { DirectedGraph } from 'graphology';
import reference from 'graphology-metrics/centrality/pagerank.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryLinks, compactGraph, linkGraph } from './graph-test-kit.ts';
import { pageRank } from './pagerank.ts';

describe('pageRank', () => {
  it('ranks what is linked to above what links', () => {
    const { graph, keys } = linkGraph({ 'a.md': ['hub.md'], 'b.md': ['hub.md'], 'hub.md': ['next.md'] }).compact();
    const scores = pageRank(graph);
    const ranked = [...keys].sort((x, y) => (scores[keys.indexOf(y)] ?? 0) - (scores[keys.indexOf(x)] ?? 0));
    expect(ranked.slice(0, 2)).toEqual(['next.md', 'hub.md']);
  });

  it('does not count how often one note links to another', () => {
    const graph = linkGraph({ 'a.md': ['b.md', 'c.md'] });
    graph.setOutgoing(
      'a.md',
      new Map([
        ['b.md', 9],
        ['c.md', 1],
      ]),
    );
    const scores = pageRank(graph.compact().graph);
    expect(scores[1]).toBe(scores[2]);
  });

  it('is even without links, and empty for an empty graph', () => {
    expect([...pageRank(compactGraph({ nodeCount: 4, links: [] }))]).toEqual([0.25, 0.25, 0.25, 0.25]);
    expect(pageRank(compactGraph({ nodeCount: 0, links: [] }))).toHaveLength(0);
  });

  it('adds up to 1 and equals the reference implementation on any graph', () => {
    fc.assert(
      fc.property(arbitraryLinks(14, 40), (input) => {
        const scores = pageRank(compactGraph(input));
        expect(scores.reduce((sum, score) => sum + score, 0)).toBeCloseTo(1, 9);
        const graph = new DirectedGraph();
        for (let node = 0; node < input.nodeCount; node++) graph.addNode(node);
        for (const [source, target] of input.links) graph.addEdge(source, target);
        const expected = reference(graph, { getEdgeWeight: null, tolerance: 1e-11, maxIterations: 1000 });
        for (const [node, score] of scores.entries()) expect(score).toBeCloseTo(expected[node] ?? NaN, 7);
      }),
      { numRuns: 150, seed: 17 },
    );
  });
});
