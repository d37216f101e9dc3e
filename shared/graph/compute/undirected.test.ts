import { UndirectedGraph } from 'graphology';
import louvain from 'graphology-communities-louvain';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { seededRandom } from '../../kit/random.ts';
import type { CompactGraph } from '../graph-types.ts';
import { arbitraryLinks, compactGraph, randomLinks } from '../graph-test-kit.ts';
import { forEachEdge } from './edges.ts';
import { undirected } from './undirected.ts';

it('is to Louvain what a graph of graphology is', () => {
  fc.assert(
    fc.property(arbitraryLinks(12, 40), fc.constantFrom(0.5, 1, 2), (links, resolution) => {
      const compact = compactGraph(links);
      const known = graphologys(compact);
      const { graph, weightOf } = undirected(compact);
      expect([graph.order, graph.size]).toEqual([known.order, known.size]);
      if (known.size === 0) return;
      const options = () => ({ resolution, rng: seededRandom(1).next });
      expect(louvain(graph, { ...options(), getEdgeWeight: weightOf })).toEqual(louvain(known, options()));
    }),
  );
});

it('is the same for a large graph', () => {
  const compact = compactGraph(randomLinks(3_000, 12_000, 7));
  const { graph, weightOf } = undirected(compact);
  const options = () => ({ rng: seededRandom(1).next });
  expect(louvain(graph, { ...options(), getEdgeWeight: weightOf })).toEqual(louvain(graphologys(compact), options()));
});

it('cannot be changed', () => {
  const { graph } = undirected(compactGraph({ nodeCount: 2, links: [[0, 1]] }));
  expect(() => {
    graph.dropNode('0');
  }).toThrow('only be read');
});

/** The same nodes and links, in graphology's own graph. */
function graphologys(compact: CompactGraph): UndirectedGraph {
  const graph = new UndirectedGraph();
  const linked = new Set<number>();
  forEachEdge(compact, (source, target) => linked.add(source).add(target));
  for (const node of [...linked].sort((a, b) => a - b)) graph.addNode(node);
  forEachEdge(compact, (source, target, weight) => {
    graph.updateEdge(source, target, (known) => ({
      weight: (typeof known.weight === 'number' ? known.weight : 0) + weight,
    }));
  });
  return graph;
}
