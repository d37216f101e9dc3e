import { describe, expect, it } from 'vitest';
import { entry, vaultOf } from './base-test-kit.ts';
import { readBaseView } from './document/base-view.ts';
import { runSteps } from '../kit/concurrency/slices.ts';
import { runView } from './run-view.ts';

/** A view pauses after little work, counted in what it asks of the vault, so that it never holds up the event loop. */

const NAMES = Array.from({ length: 60 }, (_, at) => `Note ${String(at)}`);
/** Each note links to all others. */
const NOTES = NAMES.map((name) =>
  entry(`${name}.md`, { letters: 'a,b,c' }, { links: NAMES.map((target) => ({ target })) }),
);

/** The most files that were asked for between two pauses, and how often it paused. */
function pausesOf(formula: string): { most: number; pauses: number; asked: number } {
  const vault = vaultOf(NOTES);
  let [most, pauses, since, asked] = [0, 0, 0, 0];
  const byPath = new Map(NOTES.map((file) => [file.path, file]));
  const everyone = new Set(byPath.keys());
  const counted = {
    ...vault,
    file: (path: string) => {
      since++;
      return byPath.get(path) ?? null;
    },
    resolveLink: (linkpath: string) => (byPath.has(linkpath) ? linkpath : `${linkpath}.md`),
    backlinks: () => everyone,
  };
  const yaml = `formulas: {f: ${JSON.stringify(formula)}}\nviews: [{name: v, sort: [formula.f], order: [formula.f]}]`;
  const steps = runView(runSteps(readBaseView(yaml, 'v', '')), counted);
  while (steps.next().done !== true) {
    [most, asked] = [Math.max(most, since), asked + since];
    since = 0;
    pauses++;
  }
  return { most: Math.max(most, since), pauses, asked: asked + since };
}

describe('a view pauses', () => {
  it.each([
    ['a filter within a map', 'file.backlinks.map(value.asFile().backlinks.filter(value.asFile().size > 1).length)'],
    ['a map within a filter', 'file.links.filter(value.asFile().links.map(value.asFile().name).length > 2).length'],
    ['a reduction', 'file.links.reduce(acc + value.asFile().links.map(value.asFile().size).length, 0)'],
  ])('%s', (_what, formula) => {
    const { most, asked } = pausesOf(formula);
    expect(asked).toBeGreaterThan(200_000);
    expect(most).toBeLessThan(4_000);
  });

  it('after each file whose formula works on long texts and lists', () => {
    for (const formula of [
      '"a,b,c,d,".repeat(5000).split(",").sort().unique().length',
      'letters.repeat(20000).replace(/a,/g, "b").length',
      'letters.repeat(20000).replace("a", "b").length',
    ])
      expect(pausesOf(formula).pauses).toBeGreaterThanOrEqual(NOTES.length);
  });
});
