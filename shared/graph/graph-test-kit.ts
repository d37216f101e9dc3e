import fc from 'fast-check';
import { seededRandom } from '../kit/random.ts';
import type { CompactGraph } from './graph-types.ts';
import { LinkGraph } from './link-graph.ts';

/** A link graph from `source → targets`, one link each. */
export function linkGraph(rows: Record<string, readonly string[]>): LinkGraph {
  const graph = new LinkGraph();
  for (const [source, targets] of Object.entries(rows))
    graph.setOutgoing(source, new Map(targets.map((target) => [target, 1])));
  return graph;
}

/** Directed links among at most `maxNodes` numbered nodes, without loops or repeats. */
export function arbitraryLinks(
  maxNodes: number,
  maxLinks: number,
): fc.Arbitrary<{ nodeCount: number; links: [number, number][] }> {
  return fc.integer({ min: 1, max: maxNodes }).chain((nodeCount) => {
    const node = fc.integer({ min: 0, max: nodeCount - 1 });
    return fc
      .uniqueArray(fc.tuple(node, node), {
        maxLength: maxLinks,
        selector: ([source, target]) => source * nodeCount + target,
      })
      .map((links) => ({ nodeCount, links: links.filter(([source, target]) => source !== target) }));
  });
}

/** Node names whose code-unit order is their numeric order. */
export const nodeName = (number: number): string => `n${String(number).padStart(5, '0')}.md`;

/** The numbered links as a {@link LinkGraph}, its nodes named by {@link nodeName}. */
export function namedGraph({
  nodeCount,
  links,
}: {
  nodeCount: number;
  links: readonly (readonly [number, number])[];
}): LinkGraph {
  const graph = new LinkGraph();
  for (let node = 0; node < nodeCount; node++) graph.addNote(nodeName(node));
  for (const [source, targets] of groupBySource(links))
    graph.setOutgoing(nodeName(source), new Map(targets.map((target) => [nodeName(target), 1])));
  return graph;
}

export function compactGraph(input: {
  nodeCount: number;
  links: readonly (readonly [number, number])[];
}): CompactGraph {
  return namedGraph(input).compact().graph;
}

/** A reproducible random graph of at most `linkCount` links, without loops. */
export function randomLinks(
  nodeCount: number,
  linkCount: number,
  seed: number,
): { nodeCount: number; links: [number, number][] } {
  const random = seededRandom(seed);
  const links: [number, number][] = [];
  for (let draw = 0; draw < linkCount; draw++) {
    const [source, target] = [random.below(nodeCount), random.below(nodeCount)];
    if (source !== target) links.push([source, target]);
  }
  return { nodeCount, links };
}

function groupBySource(links: readonly (readonly [number, number])[]): Map<number, number[]> {
  const rows = new Map<number, number[]>();
  for (const [source, target] of links) {
    const row = rows.get(source);
    if (row === undefined) rows.set(source, [target]);
    else row.push(target);
  }
  return rows;
}
