import { describe, expect, it } from 'vitest';
import { runSteps } from '../kit/concurrency/slices.ts';
import { LinkGraph } from './link-graph.ts';
import { sharedLinks, type SharedLinks } from './shared-links.ts';

function graphOf(links: Record<string, string[]>): LinkGraph {
  const graph = new LinkGraph();
  for (const [source, targets] of Object.entries(links))
    graph.setOutgoing(source, new Map(targets.map((target) => [target, 1])));
  return graph;
}

const all = (): boolean => true;

function shared(graph: LinkGraph, asked: Omit<Parameters<typeof sharedLinks>[2], 'limit'>, limit = 10): SharedLinks[] {
  return runSteps(sharedLinks(graph, 'a', { ...asked, limit }));
}

describe('shared links', () => {
  it('count for more the fewer neighbours a shared one has', () => {
    const graph = graphOf({ a: ['hub', 'rare'], b: ['rare'], c: ['hub'], d: ['hub'], e: ['hub'] });
    const found = shared(graph, { isShown: all, isWanted: all });
    expect(found.map(({ key }) => key)).toEqual(['b', 'c', 'd', 'e']);
    expect(found[0]).toEqual({ key: 'b', score: 1 / Math.log(2), through: ['rare'] });
    expect(found[1]?.score).toBeCloseTo(1 / Math.log(4));
  });

  it('count either way, and add up, the most telling first', () => {
    const graph = graphOf({ a: ['x'], b: ['x'], y: ['a', 'b', 'c'] });
    expect(shared(graph, { isShown: all, isWanted: all })[0]).toMatchObject({ key: 'b', through: ['x', 'y'] });
  });

  it('go through shown nodes only, to wanted ones only, and never to the node itself', () => {
    const graph = graphOf({ a: ['x', 'y'], b: ['x'], c: ['y'], d: ['y'] });
    const found = shared(graph, { isShown: (key) => key !== 'x', isWanted: (key) => key !== 'd' });
    expect(found.map(({ key }) => key)).toEqual(['c']);
  });

  it('are found in short steps, however many notes share however much, and only the first are named', () => {
    const names = (prefix: string, count: number): string[] => Array.from({ length: count }, (_, i) => `${prefix}${i}`);
    const others = names('n', 300);
    const graph = graphOf({
      a: names('hub', 200),
      ...Object.fromEntries(names('hub', 200).map((hub) => [hub, others])),
    });
    const steps = sharedLinks(graph, 'a', { isShown: all, isWanted: all, limit: 5 });
    let count = 0;
    let step = steps.next();
    for (; step.done !== true; step = steps.next()) count++;
    expect(count).toBeGreaterThan(200);
    expect(step.value.map(({ key, through }) => [key, through.length])).toEqual(
      ['n0', 'n1', 'n10', 'n100', 'n101'].map((key) => [key, 200]),
    );
  });
});
