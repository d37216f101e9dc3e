import { WORDS } from './diff-words.ts';
import { drawFacts, LEFT_OUT } from './draw-facts.ts';
import { drawText } from './draw-text.ts';
import { sectionsOf, type Section } from './diff-sections.ts';
import type { DiffLine, NoteDiff } from './diff-sides.ts';
import { factsWithout } from './facts-without.ts';

export interface DrawDiffOptions {
  /** Draws what goes above the lines of a hunk, by its index, such as a box to leave it out. */
  hunkHead?: (parent: HTMLElement, hunk: number) => void;
  /** Whether a hunk is left out, by its index, when its lines are drawn: some may be later. */
  isLeftOut?: (hunk: number) => boolean;
}

const PREFIX = 'vault-loom-diff';
/** Lines drawn at once: elements cost time, and nobody reads more without scrolling. */
const LINES_AT_ONCE = 200;
const SIGNS: Record<DiffLine['kind'], string> = { same: '', removed: '−', added: '+', changed: '±' };

/** Shows which hunks of a drawn diff are left out, by their indexes. */
export function showLeftOut(rootEl: HTMLElement, diff: NoteDiff, leftOut: ReadonlySet<number>): void {
  for (const lineEl of rootEl.querySelectorAll<HTMLElement>('[data-hunk]'))
    lineEl.toggleClass(LEFT_OUT, leftOut.has(Number(lineEl.dataset.hunk)));
  drawFacts(rootEl, diff, factsWithout(diff, leftOut));
}

/**
 * Draws a diff at the end of `parent`: named changes of properties and links first, then the changed lines of the
 * source with a few lines around them. Long stretches wait behind buttons.
 */
export function drawDiff(parent: HTMLElement, diff: NoteDiff, options: DrawDiffOptions = {}): HTMLElement {
  const rootEl = parent.createDiv({
    cls: PREFIX,
    attr: { role: 'group', 'aria-label': WORDS.changes, tabindex: '-1' },
  });
  if (diff.hunks.length === 0) {
    // An empty note was created or deleted.
    const text = diff.lines.length === 0 ? WORDS.noText : WORDS.same;
    rootEl.createDiv({ cls: `${PREFIX}-none`, text, attr: { dir: 'ltr' } });
    return rootEl;
  }
  drawFacts(rootEl, diff);
  const linesEl = rootEl.createDiv(`${PREFIX}-lines`);
  const sections = sectionsOf(diff);
  const heads = new Map(diff.hunks.map(({ start }, index) => [start, index]));
  const drawer: Drawer = { diff, rootEl, linesEl, heads, options };
  drawSections(drawer, sections);
  return rootEl;
}

interface Drawer {
  diff: NoteDiff;
  rootEl: HTMLElement;
  linesEl: HTMLElement;
  /** Hunks by their first lines. */
  heads: ReadonlyMap<number, number>;
  options: DrawDiffOptions;
}

/** Draws sections until enough lines are there; a button draws on. */
function drawSections(drawer: Drawer, sections: readonly Section[]): void {
  let left = LINES_AT_ONCE;
  for (const [index, section] of sections.entries()) {
    if (section.kind === 'folded') {
      drawFold(drawer, section);
      continue;
    }
    const end = Math.min(section.end, section.start + left);
    drawLines(drawer, section.start, end, null);
    left -= end - section.start;
    if (left > 0) continue;
    const rest = [{ ...section, start: end }, ...sections.slice(index + 1)].filter(({ start, end: to }) => start < to);
    const count = rest.reduce((sum, { kind, start, end: to }) => (kind === 'shown' ? sum + to - start : sum), 0);
    if (count > 0) {
      drawMore(drawer.linesEl, WORDS.more(count), (buttonEl) => {
        buttonEl.remove();
        drawer.rootEl.focus({ preventScroll: true });
        drawSections(drawer, rest);
      });
      return;
    }
  }
}

/** Draws a fold as a button. It opens from its top, piece by piece. */
function drawFold(drawer: Drawer, { start, end }: Section): void {
  let next = start;
  drawMore(drawer.linesEl, WORDS.unchanged(end - start), (buttonEl) => {
    const to = Math.min(end, next + LINES_AT_ONCE);
    drawLines(drawer, next, to, buttonEl);
    next = to;
    if (next < end) return buttonEl.setText(WORDS.unchanged(end - next));
    drawer.rootEl.focus({ preventScroll: true });
    buttonEl.remove();
  });
}

function drawMore(parent: HTMLElement, text: string, act: (buttonEl: HTMLElement) => void): void {
  const buttonEl = parent.createEl('button', { cls: `${PREFIX}-more`, text, attr: { dir: 'ltr' } });
  buttonEl.addEventListener('click', () => act(buttonEl));
}

/** @param before where the lines go; null: at the end */
function drawLines(
  { diff, linesEl, heads, options }: Drawer,
  start: number,
  end: number,
  before: HTMLElement | null,
): void {
  const place = (element: HTMLElement): HTMLElement => linesEl.insertBefore(element, before);
  for (let index = start; index < end; index++) {
    const line = diff.lines[index];
    if (line === undefined) return;
    if (line.isProperty && (index === start || diff.lines[index - 1]?.isProperty !== true))
      place(linesEl.createDiv({ cls: `${PREFIX}-label`, text: WORDS.properties }));
    const hunk = heads.get(index);
    if (hunk !== undefined && options.hunkHead !== undefined)
      options.hunkHead(place(linesEl.createDiv(`${PREFIX}-hunk`)), hunk);
    const lineEl = place(drawLine(linesEl, line));
    if (options.isLeftOut === undefined || line.kind === 'same') continue;
    const own = diff.hunks.findIndex((each) => each.start <= index && index < each.end);
    lineEl.dataset.hunk = String(own);
    lineEl.toggleClass(LEFT_OUT, options.isLeftOut(own));
  }
}

function drawLine(parent: HTMLElement, { kind, parts }: DiffLine): HTMLElement {
  const lineEl = parent.createDiv(`${PREFIX}-line mod-${kind}`);
  lineEl.createSpan({ cls: `${PREFIX}-sign`, text: SIGNS[kind] });
  const textEl = lineEl.createDiv({ cls: `${PREFIX}-text`, attr: { dir: 'auto' } });
  for (const [index, part] of parts.entries()) {
    const isLast = index === parts.length - 1;
    // A line break is shown only if it was added or removed within a line.
    const text = part.kind === 'same' || kind !== 'changed' ? part.text.replace(/\r?\n$/u, '') : part.text;
    drawText(textEl, { kind: part.kind, text }, { isAlone: kind !== 'changed', isFirst: index === 0, isLast });
  }
  return lineEl;
}
