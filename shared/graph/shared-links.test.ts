import { describe, expect, it } from 'vitest';
import { LinkGraph } from './link-graph.ts';
import { sharedLinks } from './shared-links.ts';

function graphOf(links: Record<string, string[]>): LinkGraph {
  const graph = new LinkGraph();
  for (const [source, targets] of Object.entries(links))
    graph.setOutgoing(source, new Map(targets.map((target) => [target, 1])));
  return graph;
}

const all = (): boolean => true;

describe('shared links', () => {
  it('count for more the fewer neighbours a shared one has', () => {
    const graph = graphOf({ a: ['hub', 'rare'], b: ['rare'], c: ['hub'], d: ['hub'], e: ['hub'] });
    const found = sharedLinks(graph, 'a', all, all);
    expect(found.map(({ key }) => key)).toEqual(['b', 'c', 'd', 'e']);
    expect(found[0]).toEqual({ key: 'b', score: 1 / Math.log(2), through: ['rare'] });
    expect(found[1]?.score).toBeCloseTo(1 / Math.log(4));
  });

  it('count either way, and add up, the most telling first', () => {
    const graph = graphOf({ a: ['x'], b: ['x'], y: ['a', 'b', 'c'] });
    expect(sharedLinks(graph, 'a', all, all)[0]).toMatchObject({ key: 'b', through: ['x', 'y'] });
  });

  it('go through shown nodes only, to wanted ones only, and never to the node itself', () => {
    const graph = graphOf({ a: ['x', 'y'], b: ['x'], c: ['y'], d: ['y'] });
    const found = sharedLinks(
      graph,
      'a',
      (key) => key !== 'x',
      (key) => key !== 'd',
    );
    expect(found.map(({ key }) => key)).toEqual(['c']);
  });
});
