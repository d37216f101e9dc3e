import { cutTo } from '../../../shared/kit/text/shorten.ts';
import { WORDS } from './diff-words.ts';
import { visibleRuns } from './hidden-characters.ts';
import type { Part } from './word-diff.ts';

const PREFIX = 'vault-loom-diff';
/** Unchanged text is shown only next to a change. */
const LONGEST_SAME = 300;
const KEPT = 120;
const LONGEST_CHANGED = 3_000;
const TEXT_AT_ONCE = 20_000;

export interface PartPlace {
  /** Whether it is the whole line. */
  isAlone: boolean;
  isFirst: boolean;
  isLast: boolean;
}

/** Draws a part of a line, with labels for invisible characters. The rest of a long part is behind a button. */
export function drawText(parent: HTMLElement, { kind, text }: Part, { isAlone, isFirst, isLast }: PartPlace): void {
  if (kind === 'same')
    return drawSame(parent, text, { keepsStart: isAlone || !isFirst, keepsEnd: !isAlone && !isLast });
  const partEl = parent.createEl(kind === 'removed' ? 'del' : 'ins');
  if (isAlone) partEl.addClass('mod-line');
  let done = cutTo(text, LONGEST_CHANGED).length;
  drawRuns(partEl, text.slice(0, done), true);
  if (done === text.length) return;
  const buttonEl = parent.createEl('button', {
    cls: `${PREFIX}-more`,
    text: WORDS.moreText(text.length - done),
    attr: { dir: 'ltr' },
  });
  buttonEl.addEventListener('click', () => {
    const next = cutTo(text, done + TEXT_AT_ONCE).length;
    drawRuns(partEl, text.slice(done, next), true);
    done = next;
    if (done < text.length) buttonEl.setText(WORDS.moreText(text.length - done));
    else buttonEl.remove();
  });
}

/** Draws a text, each character that would not be seen as a label with its name. */
export function drawRuns(parent: HTMLElement, text: string, isChanged: boolean): void {
  for (const run of visibleRuns(text, isChanged)) {
    if ('text' in run) drawLineBreaks(parent, run.text);
    else drawHidden(parent, run.label, run.name);
  }
}

function drawSame(
  parent: HTMLElement,
  text: string,
  { keepsStart, keepsEnd }: { keepsStart: boolean; keepsEnd: boolean },
): void {
  if (text.length <= LONGEST_SAME) return drawRuns(parent, text, false);
  const start = keepsStart ? cutTo(text, KEPT).length : 0;
  const end = keepsEnd ? cutTo(text, text.length - KEPT).length : text.length;
  drawRuns(parent, text.slice(0, start), false);
  const count = end - start;
  parent.createSpan({
    cls: `${PREFIX}-cut`,
    text: '…',
    attr: { 'aria-label': WORDS.sameCharacters(count), role: 'img' },
  });
  drawRuns(parent, text.slice(end), false);
}

function drawLineBreaks(parent: HTMLElement, text: string): void {
  const [first = '', ...rest] = text.split('\n');
  parent.appendText(first);
  for (const line of rest) {
    drawHidden(parent, ...WORDS.lineBreak);
    parent.appendText(line);
  }
}

function drawHidden(parent: HTMLElement, label: string, name: string): void {
  parent.createSpan({ cls: `${PREFIX}-hidden`, text: label, attr: { 'aria-label': name, role: 'img' } });
}
