import { expect, it } from 'vitest';
import { runSteps } from '../kit/concurrency/slices.ts';
import { graphFingerprint } from './graph-fingerprint.ts';

const MANY = 20_000;

function graphOf(nodes: number, weightOfLast = 1) {
  const weights = new Float32Array(nodes).fill(1);
  weights[nodes - 1] = weightOfLast;
  return {
    keys: Array.from({ length: nodes }, (_, i) => `note ${i}.md`),
    graph: {
      nodeCount: nodes,
      offsets: Uint32Array.from({ length: nodes + 1 }, (_, i) => i),
      targets: Uint32Array.from({ length: nodes }, (_, i) => (i + 1) % nodes),
      weights,
    },
  };
}

it('the fingerprint of a graph tells other nodes, edges and weights apart, however large it is', () => {
  const graph = graphOf(MANY);
  const renamed = { ...graph, keys: [...graph.keys.slice(0, -1), 'renamed.md'] };
  const relinked = { ...graph, graph: { ...graph.graph, targets: graph.graph.targets.slice().reverse() } };
  const all = [graph, renamed, relinked, graphOf(MANY, 2), graphOf(MANY + 1)].map((one) =>
    runSteps(graphFingerprint(one)),
  );
  expect(new Set(all).size).toBe(all.length);
  expect(runSteps(graphFingerprint(graphOf(MANY)))).toBe(all[0]);
});

it('a fingerprint is made in steps', () => {
  const steps = graphFingerprint(graphOf(MANY));
  let count = 0;
  while (steps.next().done !== true) count++;
  expect(count).toBeGreaterThan(20);
});
