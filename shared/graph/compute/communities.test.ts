import { UndirectedGraph } from 'graphology';
import reference from 'graphology-metrics/graph/modularity.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { communities } from './communities.ts';
import { NO_COMMUNITY } from '../graph-types.ts';
import { arbitraryLinks, compactGraph, nodeName, randomLinks } from '../graph-test-kit.ts';
import { LinkGraph } from '../link-graph.ts';

/** Cliques of five joined to a ring by single links. */
function ringOfCliques(cliques: number): { nodeCount: number; links: [number, number][] } {
  const links: [number, number][] = [];
  for (let clique = 0; clique < cliques; clique++) {
    for (let a = 0; a < 5; a++) for (let b = a + 1; b < 5; b++) links.push([clique * 5 + a, clique * 5 + b]);
    links.push([clique * 5, ((clique + 1) % cliques) * 5 + 1]);
  }
  return { nodeCount: cliques * 5, links };
}

describe('communities', () => {
  it('finds the cliques of a ring', () => {
    const found = communities(compactGraph(ringOfCliques(4)));
    expect(found.count).toBe(4);
    for (let clique = 0; clique < 4; clique++)
      expect(new Set(found.assignment.slice(clique * 5, clique * 5 + 5)).size).toBe(1);
    expect(found.modularity).toBeGreaterThan(0.5);
  });

  it('leaves nodes without links out of every community', () => {
    const found = communities(compactGraph({ nodeCount: 4, links: [[1, 3]] }));
    expect([...found.assignment]).toEqual([NO_COMMUNITY, 0, NO_COMMUNITY, 0]);
    expect(communities(compactGraph({ nodeCount: 2, links: [] }))).toEqual({
      assignment: Uint32Array.of(NO_COMMUNITY, NO_COMMUNITY),
      count: 0,
      modularity: 0,
    });
  });

  it('numbers the largest first', () => {
    const found = communities(
      compactGraph({
        nodeCount: 7,
        links: [
          [0, 1],
          [2, 3],
          [3, 4],
          [4, 2],
          [5, 6],
        ],
      }),
    );
    expect([...found.assignment]).toEqual([1, 1, 0, 0, 0, 2, 2]);
  });

  it('gives more of them at a higher resolution, and reports a modularity that can be compared', () => {
    const graph = compactGraph(ringOfCliques(12));
    const [broad, fine] = [communities(graph, 0.2), communities(graph, 3)];
    expect(fine.count).toBeGreaterThan(broad.count);
    expect(fine.modularity).toBeGreaterThan(0.3);
  });

  it('is the same for the same vault, however its notes arrived', () => {
    const { nodeCount, links } = randomLinks(120, 300, 3);
    const inOrder = byArrival(nodeCount, links, (a, b) => a - b);
    const reversed = byArrival(nodeCount, links, (a, b) => b - a);
    expect(communities(reversed)).toEqual(communities(inOrder));
  });

  it('assigns every linked node and gives the modularity of what it assigned', () => {
    fc.assert(
      fc.property(arbitraryLinks(15, 35), (input) => {
        const { assignment, count, modularity } = communities(compactGraph(input));
        const linked = new Set(input.links.flat());
        for (let node = 0; node < input.nodeCount; node++)
          expect((assignment[node] ?? NO_COMMUNITY) < count).toBe(linked.has(node));
        if (linked.size === 0) return;
        const graph = new UndirectedGraph();
        for (const node of linked) graph.addNode(node, { community: assignment[node] });
        for (const [source, target] of input.links)
          graph.updateEdge(source, target, ({ weight = 0 }) => ({ weight: Number(weight) + 1 }));
        expect(modularity).toBeCloseTo(reference(graph), 9);
      }),
      { numRuns: 150, seed: 23 },
    );
  });
});

function byArrival(
  nodeCount: number,
  links: readonly [number, number][],
  order: (a: number, b: number) => number,
): ReturnType<LinkGraph['compact']>['graph'] {
  const graph = new LinkGraph();
  for (const node of Array.from({ length: nodeCount }, (_, number) => number).sort(order)) {
    const targets = links.filter(([source]) => source === node).map(([, target]) => target);
    graph.setOutgoing(nodeName(node), new Map(targets.sort(order).map((target) => [nodeName(target), 1])));
  }
  return graph.compact().graph;
}
