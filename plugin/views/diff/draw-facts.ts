import { cutTo } from '../../../shared/kit/text/shorten.ts';
import { WORDS } from './diff-words.ts';
import { drawRuns } from './draw-text.ts';
import type { NoteDiff } from './diff-sides.ts';

const PREFIX = 'vault-loom-diff';
const MOST_FACTS = 12;
const LONGEST_VALUE = 200;

interface Fact {
  name: string;
  before: string | null;
  after: string | null;
}

/** Draws what changed among properties and link targets, in words; nothing if none of them did. */
export function drawFacts(parent: HTMLElement, diff: Pick<NoteDiff, 'properties' | 'links'>): void {
  const facts = factsOf(diff);
  if (facts.length === 0) return;
  const listEl = parent.createEl('ul', { cls: `${PREFIX}-facts`, attr: { 'aria-label': WORDS.facts } });
  for (const { name, before, after } of facts.slice(0, MOST_FACTS)) {
    const factEl = listEl.createEl('li');
    drawRuns(factEl.createSpan({ cls: `${PREFIX}-name`, attr: { dir: 'auto' } }), name, true);
    if (before !== null && before !== '') drawValue(factEl, 'del', before);
    if (after !== null && after !== '') drawValue(factEl, 'ins', after);
  }
  if (facts.length > MOST_FACTS) listEl.createEl('li', { text: WORDS.moreFacts(facts.length - MOST_FACTS) });
}

/** The named changes, each once. */
export function factsOf({ properties, links }: Pick<NoteDiff, 'properties' | 'links'>): Fact[] {
  const facts = [
    ...properties.map(({ name, before, after }): Fact => {
      if (before === null) return { name: WORDS.propertyAdded(name), before, after };
      return { name: (after === null ? WORDS.propertyRemoved : WORDS.propertyChanged)(name), before, after };
    }),
    ...links.map(({ text, before, after }): Fact => ({ name: WORDS.linkChanged(text), before, after })),
  ];
  return [...new Map(facts.map((fact) => [JSON.stringify(fact), fact])).values()];
}

function drawValue(parent: HTMLElement, tag: 'del' | 'ins', value: string): void {
  const valueEl = parent.createEl(tag, { attr: { dir: 'auto' } });
  drawRuns(valueEl, cutTo(value, LONGEST_VALUE), true);
  if (value.length > LONGEST_VALUE) valueEl.appendText('…');
}
