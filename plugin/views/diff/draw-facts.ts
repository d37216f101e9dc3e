import { cutTo } from '../../../shared/kit/text/shorten.ts';
import { WORDS } from './diff-words.ts';
import { drawRuns } from './draw-text.ts';
import type { NoteDiff } from './diff-sides.ts';

const PREFIX = 'vault-loom-diff';
const MOST_FACTS = 12;
const LONGEST_VALUE = 200;

/** Marks what is left out of a change. */
export const LEFT_OUT = 'mod-left-out';

type Facts = Pick<NoteDiff, 'properties' | 'links'>;

interface Fact {
  /** What it is about: the same fact may have another value with parts of a change left out. */
  of: string;
  name: string;
  before: string | null;
  after: string | null;
}

/**
 * Draws what changed among properties and link targets, in words; nothing if none of them did. Drawn again, in the same
 * place.
 *
 * @param kept what still changes with parts left out; the other facts are marked as left out
 */
export function drawFacts(parent: HTMLElement, diff: Facts, kept: Facts = diff): void {
  const [all, still] = [factsOf(diff), factsOf(kept)];
  const others = still.filter(({ of }) => all.every((fact) => fact.of !== of));
  const facts = [...all, ...others];
  if (facts.length === 0) return;
  const listEl =
    parent.querySelector<HTMLElement>(`.${PREFIX}-facts`) ??
    parent.createEl('ul', { cls: `${PREFIX}-facts`, attr: { 'aria-label': WORDS.facts } });
  listEl.empty();
  for (const fact of facts.slice(0, MOST_FACTS)) {
    const now = still.find(({ of }) => of === fact.of);
    const factEl = listEl.createEl('li');
    drawFact(factEl, now ?? fact);
    factEl.toggleClass(LEFT_OUT, now === undefined);
    if (now === undefined) factEl.createSpan({ cls: `${PREFIX}-name`, text: WORDS.leftOut, attr: { dir: 'ltr' } });
  }
  if (facts.length > MOST_FACTS) listEl.createEl('li', { text: WORDS.moreFacts(facts.length - MOST_FACTS) });
}

function drawFact(factEl: HTMLElement, { name, before, after }: Fact): void {
  drawRuns(factEl.createSpan({ cls: `${PREFIX}-name`, attr: { dir: 'auto' } }), name, true);
  if (before !== null && before !== '') drawValue(factEl, 'del', before);
  if (after !== null && after !== '') drawValue(factEl, 'ins', after);
}

/** The named changes, each once. */
function factsOf({ properties, links }: Facts): Fact[] {
  const facts = [
    ...properties.map(({ name, before, after }): Fact => {
      const words =
        before === null ? WORDS.propertyAdded : after === null ? WORDS.propertyRemoved : WORDS.propertyChanged;
      return { of: `property ${name}`, name: words(name), before, after };
    }),
    ...links.map(({ text, before, after }): Fact => {
      return { of: `link ${JSON.stringify([text, before, after])}`, name: WORDS.linkChanged(text), before, after };
    }),
  ];
  return [...new Map(facts.map((fact) => [fact.of, fact])).values()];
}

function drawValue(parent: HTMLElement, tag: 'del' | 'ins', value: string): void {
  const valueEl = parent.createEl(tag, { attr: { dir: 'auto' } });
  drawRuns(valueEl, cutTo(value, LONGEST_VALUE), true);
  if (value.length > LONGEST_VALUE) valueEl.appendText('…');
}
