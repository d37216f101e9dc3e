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

  it.each([
    ['sorting', 'list.sort()'],
    ['finding distinct values', 'list.unique()'],
    ['joining', 'list.join(",")'],
    ['looking for an item', 'list.contains("none")'],
    ['looking for any of some', 'list.containsAny("none", "nobody")'],
    ['looking for all of some', 'list.containsAll("0", "1")'],
    ['a mean', 'list.map(index).mean()'],
    ['a median', 'list.map(index).median()'],
    ['one after the other', 'list.sort().unique().reverse().slice(1).sort().join("; ")'],
    ['within a condition', 'if(list.sort().length > 3 && !list.contains("none"), list.unique(), null)'],
    ['a text in title case', '(letters + " ").repeat(80000).title()'],
    ['a reversed text', 'letters.repeat(80000).reverse()'],
    ['many long texts', `letters${'.repeat(20000).slice(0, 5)'.repeat(15)}`],
  ])('within one value: %s', (_what, formula) => {
    const list = '"0,1,2,3,4,5,6,7,8,9,".repeat(4800).split(",")';
    const yaml = `formulas: {list: ${JSON.stringify(list)}, f: ${JSON.stringify(formula.replaceAll('list.', 'formula.list.'))}}
views: [{name: v, limit: 1, order: [formula.list.length, formula.f], summaries: {formula.f: Filled}}]`;
    const steps = runView(runSteps(readBaseView(yaml, 'v', '')), vaultOf(NOTES.slice(0, 1)));
    let pauses = 0;
    for (let step = steps.next(); ; step = steps.next()) {
      if (step.done === true) {
        expect(step.value.warnings).toBeUndefined();
        expect(step.value.summaries).toMatchObject({ 'formula.f': { value: 1 } });
        break;
      }
      pauses++;
    }
    expect(pauses).toBeGreaterThan(8);
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
