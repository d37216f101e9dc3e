import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runSteps } from '../kit/concurrency/slices.ts';
import { LinkGraph } from './link-graph.ts';

const links = (counts: Record<string, number>): Map<string, number> => new Map(Object.entries(counts));

describe('LinkGraph', () => {
  it('holds a note before it has any link', () => {
    const graph = new LinkGraph();
    graph.addNote('a.md');
    expect(graph.has('a.md')).toBe(true);
    expect([graph.order, graph.size]).toEqual([1, 0]);
    expect([graph.outgoing('a.md'), graph.incoming('a.md')]).toEqual([[], []]);
  });

  it('adds the targets of a note, stubs among them, and counts the links', () => {
    const graph = new LinkGraph();
    graph.setOutgoing('a.md', links({ 'b.md': 3, '_stub/later.md': 1 }));
    expect(graph.outgoing('a.md')).toEqual(['_stub/later.md', 'b.md']);
    expect(graph.incoming('_stub/later.md')).toEqual(['a.md']);
    expect(graph.linkCount('a.md', 'b.md')).toBe(3);
    expect([graph.inDegree('b.md'), graph.outDegree('a.md')]).toEqual([1, 2]);
  });

  it('replaces all outgoing edges, and leaves the incoming ones', () => {
    const graph = new LinkGraph();
    graph.setOutgoing('a.md', links({ 'b.md': 1, 'c.md': 1 }));
    graph.setOutgoing('c.md', links({ 'a.md': 1 }));
    graph.setOutgoing('a.md', links({ 'c.md': 2, 'd.md': 1 }));
    expect(graph.outgoing('a.md')).toEqual(['c.md', 'd.md']);
    expect(graph.incoming('a.md')).toEqual(['c.md']);
    expect(graph.linkCount('a.md', 'c.md')).toBe(2);
    expect(graph.has('b.md')).toBe(true);
  });

  it('has the same edges after it has given up the room for more, and takes more', () => {
    const graph = new LinkGraph();
    for (const source of ['a.md', 'c.md', 'd.md']) graph.setOutgoing(source, links({ 'b.md': 1, 'e.md': 2 }));
    const before = graph.compact();
    runSteps(graph.trim());
    expect(graph.compact()).toEqual(before);
    graph.setOutgoing('f.md', links({ 'b.md': 1 }));
    graph.setOutgoing('c.md', links({}));
    expect(graph.incoming('b.md')).toEqual(['a.md', 'd.md', 'f.md']);
    expect(graph.incoming('e.md')).toEqual(['a.md', 'd.md']);
  });

  it('leaves out the links of a note to itself', () => {
    const graph = new LinkGraph();
    graph.setOutgoing('a.md', links({ 'a.md': 4, 'b.md': 1 }));
    expect(graph.outgoing('a.md')).toEqual(['b.md']);
  });

  it('takes a removed note away with its edges in both directions', () => {
    const graph = new LinkGraph();
    graph.setOutgoing('a.md', links({ 'b.md': 1 }));
    graph.setOutgoing('b.md', links({ 'c.md': 1 }));
    graph.removeNote('b.md');
    expect(graph.size).toBe(0);
    expect([graph.outgoing('a.md'), graph.incoming('c.md'), graph.outgoing('b.md')]).toEqual([[], [], []]);
  });

  it('raises its version with a change, and not without one', () => {
    const graph = new LinkGraph();
    graph.setOutgoing('a.md', links({ 'b.md': 1, 'a.md': 1 }));
    const before = graph.version;
    graph.setOutgoing('a.md', links({ 'b.md': 1 }));
    graph.addNote('b.md');
    graph.removeNote('unknown.md');
    expect(graph.version).toBe(before);
    graph.setOutgoing('a.md', links({ 'b.md': 2 }));
    expect(graph.version).toBeGreaterThan(before);
  });

  it('compacts to rows of target numbers in code-unit order of the paths', () => {
    const graph = new LinkGraph();
    graph.setOutgoing('é.md', links({ 'b.md': 2, 'Z.md': 1 }));
    graph.setOutgoing('b.md', links({ 'Z.md': 3 }));
    const { graph: compact, keys } = graph.compact();
    expect(keys).toEqual(['Z.md', 'b.md', 'é.md']);
    expect([...compact.offsets]).toEqual([0, 0, 1, 3]);
    expect([...compact.targets]).toEqual([0, 0, 1]);
    expect([...compact.weights]).toEqual([3, 1, 2]);
  });

  it('compacts only what is included, with the edges between', () => {
    const graph = new LinkGraph();
    graph.setOutgoing('a.md', links({ '_stub/x.md': 1, 'b.md': 1 }));
    const { graph: compact, keys } = graph.compact((path) => !path.startsWith('_stub/'));
    expect(keys).toEqual(['a.md', 'b.md']);
    expect([...compact.targets]).toEqual([1]);
  });

  it('may be interrupted while it asks which nodes to compact', () => {
    const graph = new LinkGraph();
    for (let i = 0; i < 2_000; i++) graph.addNote(`${i}.md`);
    let [asked, most] = [0, 0];
    const steps = graph.compactSteps(() => ++asked > 0);
    for (let before = 0; steps.next().done !== true; before = asked) most = Math.max(most, asked - before);
    expect(asked).toBe(2_000);
    expect(most).toBeLessThan(100);
  });

  it('equals a plain map of maps after any run of changes', () => {
    const path = fc.constantFrom('a.md', 'b.md', 'c.md', 'd.md', '_stub/e.md', '__proto__.md', '1.md');
    const change = fc.oneof(
      fc.record({
        kind: fc.constant('set' as const),
        path,
        targets: fc.array(fc.tuple(path, fc.integer({ min: 1, max: 3 })), { maxLength: 5 }),
      }),
      fc.record({ kind: fc.constant('remove' as const), path }),
      fc.record({ kind: fc.constant('add' as const), path }),
    );
    fc.assert(
      fc.property(fc.array(change, { maxLength: 25 }), (changes) => {
        const graph = new LinkGraph();
        const model = new Map<string, Map<string, number>>();
        const add = (note: string): void => void (model.has(note) || model.set(note, new Map()));
        for (const step of changes) {
          if (step.kind === 'add') {
            graph.addNote(step.path);
            add(step.path);
          } else if (step.kind === 'remove') {
            graph.removeNote(step.path);
            model.delete(step.path);
            for (const row of model.values()) row.delete(step.path);
          } else {
            graph.setOutgoing(step.path, new Map(step.targets));
            const row = new Map(step.targets);
            row.delete(step.path);
            [step.path, ...row.keys()].forEach(add);
            model.set(step.path, row);
          }
        }
        const keys = [...model.keys()].sort();
        expect(graph.compact().keys).toEqual(keys);
        for (const key of keys) {
          expect(graph.outgoing(key)).toEqual([...(model.get(key) ?? []).keys()].sort());
          expect(graph.incoming(key)).toEqual(keys.filter((source) => model.get(source)?.has(key)));
          for (const [target, count] of model.get(key) ?? []) expect(graph.linkCount(key, target)).toBe(count);
        }
      }),
      { numRuns: 150, seed: 7 },
    );
  });
});
