import { DirectedGraph } from 'graphology';
import reference from 'graphology-metrics/centrality/betweenness.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { betweenness } from './betweenness.ts';
import { arbitraryLinks, compactGraph, randomLinks } from '../graph-test-kit.ts';

describe('betweenness', () => {
  it('is 1 for a node that every path leads through', () => {
    const star = compactGraph({
      nodeCount: 4,
      links: [
        [1, 0],
        [2, 0],
        [3, 0],
        [0, 1],
        [0, 2],
        [0, 3],
      ],
    });
    expect(betweenness(star)).toEqual({ scores: Float64Array.of(1, 0, 0, 0), approximate: false });
  });

  it('walks links forward only', () => {
    const { scores } = betweenness(
      compactGraph({
        nodeCount: 3,
        links: [
          [0, 1],
          [2, 1],
        ],
      }),
    );
    expect([...scores]).toEqual([0, 0, 0]);
  });

  it('is 0 everywhere in graphs of fewer than three nodes, and without links', () => {
    expect([...betweenness(compactGraph({ nodeCount: 0, links: [] })).scores]).toEqual([]);
    expect([...betweenness(compactGraph({ nodeCount: 2, links: [[0, 1]] })).scores]).toEqual([0, 0]);
    expect([...betweenness(compactGraph({ nodeCount: 3, links: [] })).scores]).toEqual([0, 0, 0]);
  });

  it('equals the reference implementation, normalised once, on any graph', () => {
    fc.assert(
      fc.property(arbitraryLinks(14, 40), (input) => {
        const { scores, approximate } = betweenness(compactGraph(input));
        const graph = new DirectedGraph();
        for (let node = 0; node < input.nodeCount; node++) graph.addNode(node);
        for (const [source, target] of input.links) graph.addEdge(source, target);
        const expected = reference(graph, { getEdgeWeight: null, normalized: true });
        expect(approximate).toBe(false);
        for (const [node, score] of scores.entries())
          expect(score).toBeCloseTo(input.nodeCount > 2 ? (expected[node] ?? NaN) : 0, 9);
      }),
      { numRuns: 200, seed: 19 },
    );
  });

  describe('beyond the work limit', () => {
    const { nodeCount, links } = randomLinks(600, 3_000, 5);
    const graph = compactGraph({
      nodeCount,
      links: links.map(([source, target]) => [source, towardsHubs(target, nodeCount)]),
    });
    const exact = betweenness(graph);
    const sampled = betweenness(graph, 400_000);

    it('says that it is approximate', () => {
      expect([exact.approximate, sampled.approximate]).toEqual([false, true]);
    });

    it('comes near the exact scores in sum and in who leads', () => {
      const sum = (scores: Float64Array): number => scores.reduce((a, b) => a + b, 0);
      expect(sum(sampled.scores) / sum(exact.scores)).toBeGreaterThan(0.85);
      expect(sum(sampled.scores) / sum(exact.scores)).toBeLessThan(1.15);
      const leaders = new Set(top(exact.scores, 20));
      expect(top(sampled.scores, 20).filter((node) => leaders.has(node)).length).toBeGreaterThanOrEqual(12);
    });

    it('samples the same sources each time', () => {
      expect(betweenness(graph, 400_000)).toEqual(sampled);
    });
  });
});

/** Vaults have hubs: few notes that many link to, here those of low numbers. */
function towardsHubs(target: number, nodeCount: number): number {
  return Math.floor(target ** 2 / nodeCount);
}

function top(scores: Float64Array, count: number): number[] {
  return [...scores.keys()].sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0)).slice(0, count);
}
