import { messageChannelYield, Slicer } from '../../../shared/kit/concurrency/slices.ts';
import { cutTo } from '../../../shared/kit/text/shorten.ts';
import type { ReviewItem } from '../../review/review-item.ts';
import { textWith, type NoteDiff } from '../diff/diff-sides.ts';
import { drawRuns } from '../diff/draw-text.ts';
import { pressOnce } from '../elements/press-once.ts';
import { drawWords } from '../words/draw-words.ts';
import { folderMoveOf, type FolderMove } from '../../review/folder-move.ts';
import { LeftOut } from './left-out.ts';
import { leadTo, type NoteLinks } from './lead-to.ts';
import { hasParts } from './review-rows.ts';
import { WORDS } from './review-words.ts';

export interface FilesOptions {
  links: NoteLinks;
  /** Called when the person leaves a part out, or takes it back. */
  onParts(): void;
}

type PlannedFile = NonNullable<ReviewItem['plan']>['files'][number];

const PREFIX = 'vault-loom-review';
const LINE = 'vault-loom-diff-line';
const SLICE_MS = 8;
/** Of more files, only the names are shown. */
const MOST_DRAWN = 20;
const MOST_NAMED = 200;
const LONGEST_CLAIM = 20_000;

/** The files of a plan, with the difference of each. */
export class ReviewFiles {
  readonly #rootEl: HTMLElement;
  readonly #options: FilesOptions;
  readonly #slicer = new Slicer(SLICE_MS, messageChannelYield());
  /** What is drawn; null before the first. */
  #drawn: string | null = null;
  /** For an edit of one note: its diff, once known, and the parts left out. */
  #edit: NoteDiff | null = null;
  #leftOut = new Set<number>();
  readonly #remembered = new LeftOut();
  #id = '';
  /** Whether the first changed line of a change that has just come into view still has to be scrolled to. */
  #isToBeShown = false;
  #isParted = false;
  /** Whether a plan is drawn in full. */
  #isWhole = false;
  #isOutdated = false;

  constructor(rootEl: HTMLElement, options: FilesOptions) {
    this.#rootEl = rootEl;
    this.#options = options;
  }

  /**
   * Draws a change, unless it is drawn already. Parts that the person has left out stay left out, even in a new plan.
   * That takes the place of the earlier one once it is drawn: the person may be reading, or be on a box.
   */
  show(item: ReviewItem): void {
    const key = `${item.id} ${item.plan?.fingerprint ?? ''}`;
    if (key === this.#drawn) return;
    const isOther = item.id !== this.#id;
    this.#drawn = key;
    this.#edit = null;
    this.#isToBeShown ||= isOther;
    this.#id = item.id;
    this.#isParted = hasParts(item);
    this.#isOutdated = !isOther && this.#isWhole && item.plan !== null;
    if (!this.#isOutdated) {
      this.#rootEl.empty();
      this.#leftOut = new Set();
      this.#isWhole = false;
    }
    if (item.plan === null) return this.#drawClaim(item);
    void this.#drawPlan(item, item.plan.files, key);
  }

  async #drawPlan(item: ReviewItem, planned: readonly PlannedFile[], key: string): Promise<void> {
    const parent = this.#isOutdated ? (this.#rootEl.cloneNode() as HTMLElement) : this.#rootEl;
    const folder = folderMoveOf(item);
    if (folder !== null) this.#drawFolder(parent, folder);
    const files = planned.filter(({ kind }) => folder === null || kind !== 'move');
    const drawn = files.slice(0, MOST_DRAWN).map((file) => this.#drawFile(parent, file, key));
    const more = files.slice(MOST_DRAWN).map(({ path }) => path);
    if (more.length > 0) this.#drawNames(parent, WORDS.moreFiles(more), more);
    await Promise.all(drawn);
    if (this.#drawn !== key) return;
    this.#isWhole = true;
    if (!this.#isOutdated) return;
    this.#isOutdated = false;
    const { activeElement } = this.#rootEl.ownerDocument;
    const focused = this.#controls().find((control) => control === activeElement);
    this.#rootEl.replaceChildren(...parent.childNodes);
    if (focused !== undefined) this.#focusLike(focused);
    this.#options.onParts();
  }

  /** Whether what is drawn is an earlier plan of the same change, in whose place the new one is about to come. */
  get isOutdated(): boolean {
    return this.#isOutdated;
  }

  /** Whether it is known which parts are left out. */
  get knowsParts(): boolean {
    return !this.#isParted || this.#edit !== null || !this.#remembered.isAny(this.#id);
  }

  #controls(): HTMLElement[] {
    return [...this.#rootEl.querySelectorAll<HTMLElement>('a, button, input, [tabindex]')];
  }

  /** Focuses the control that says the same as an earlier one, else the first. */
  #focusLike(earlier: HTMLElement): void {
    const wordsOf = (control: HTMLElement): string => (control.closest('label') ?? control).textContent;
    const controls = this.#controls();
    const same = controls.find((control) => wordsOf(control) === wordsOf(earlier));
    (same ?? controls[0])?.focus({ preventScroll: true });
  }

  /** The changes of which the person has left out a part. */
  get partly(): string[] {
    return this.#remembered.ids;
  }

  /** Forgets what was left out of all changes but these. */
  keep(ids: readonly string[]): void {
    this.#remembered.keep(ids);
  }

  /** How many parts of an edit are kept, of how many; null if it has no parts to leave out. */
  parts(): { kept: number; of: number } | null {
    if (this.#edit === null || (this.#edit.hunks.length < 2 && this.#leftOut.size === 0)) return null;
    const of = this.#edit.hunks.length;
    return { kept: of - this.#leftOut.size, of };
  }

  /** The note with the parts that are kept; null if none is left out. */
  keptText(): string | null {
    if (this.#edit === null || this.#leftOut.size === 0) return null;
    return textWith(this.#edit, (hunk) => !this.#leftOut.has(hunk));
  }

  #drawClaim({ claimed, problem }: ReviewItem): void {
    if (problem === null) this.#rootEl.createDiv({ cls: `${PREFIX}-wait`, text: WORDS.planning, attr: { dir: 'ltr' } });
    if (claimed.diff === '') return;
    this.#rootEl.createDiv({ cls: `${PREFIX}-label`, text: WORDS.claimed, attr: { dir: 'ltr' } });
    const claimEl = this.#rootEl.createEl('pre', { cls: `${PREFIX}-claim`, attr: { tabindex: '0' } });
    for (const line of cutTo(claimed.diff, LONGEST_CLAIM).split(/\r?\n/u))
      drawRuns(claimEl.createDiv({ attr: { dir: 'auto' } }), line, true);
  }

  async #drawFile(parent: HTMLElement, file: PlannedFile, key: string): Promise<void> {
    const fileEl = parent.createDiv(`${PREFIX}-file`);
    const headEl = fileEl.createDiv(`${PREFIX}-file-head`);
    headEl.createSpan({ cls: `${PREFIX}-kind mod-${file.kind}`, text: kindWords(file), attr: { dir: 'ltr' } });
    // Source, arrow and target stay in this order in either writing direction.
    const placeEl =
      file.kind === 'move' ? headEl.createSpan({ cls: `${PREFIX}-places`, attr: { dir: 'ltr' } }) : headEl;
    if (file.kind === 'create')
      drawRuns(headEl.createSpan({ cls: `${PREFIX}-path`, attr: { dir: 'auto' } }), file.path, false);
    else {
      const pathEl = placeEl.createEl('a', {
        cls: `${PREFIX}-path`,
        attr: { href: '#', dir: 'auto', 'aria-label': WORDS.open(file.path) },
      });
      drawRuns(pathEl, file.path, false);
      pressOnce(pathEl);
      leadTo(pathEl, file.path, this.#options.links);
    }
    if (file.kind === 'move') return drawWords(placeEl, WORDS.movedTo(file.to));
    const waitEl = fileEl.createDiv({ cls: `${PREFIX}-wait`, text: WORDS.comparing, attr: { dir: 'ltr' } });
    const [before, after] = [file.kind === 'create' ? '' : file.before, file.kind === 'delete' ? '' : file.after];
    // Not needed until a change waits.
    const [{ diffSteps }, { drawDiff, showLeftOut }] = [
      await import('../diff/note-diff.ts'),
      await import('../diff/draw-diff.ts'),
    ];
    const diff = await this.#slicer.run(diffSteps(before, after));
    if (this.#drawn !== key) return;
    waitEl.remove();
    if (this.#isParted) {
      this.#edit = diff;
      this.#leftOut = this.#remembered.of(this.#id, diff);
    }
    // The only remaining part may be one that was left out.
    const takesParts = this.#isParted && (diff.hunks.length > 1 || this.#leftOut.size > 0);
    const isLeftOut = (hunk: number): boolean => this.#leftOut.has(hunk);
    const mark = (): void => showLeftOut(diffEl, diff, this.#leftOut);
    const hunkHead = (parent: HTMLElement, hunk: number): void => this.#drawPart(parent, hunk, diff, mark);
    const diffEl = drawDiff(fileEl, diff, takesParts ? { hunkHead, isLeftOut } : {});
    // With no link to the note, it is what keys scroll by.
    if (file.kind === 'create') diffEl.tabIndex = 0;
    if (this.#leftOut.size > 0) mark();
    this.#options.onParts();
    if (fileEl === this.#rootEl.firstElementChild) this.#bringIntoView(fileEl);
  }

  /** In a small window, long lines above could hide the first changed line. Done once: the person may scroll. */
  #bringIntoView(fileEl: HTMLElement): void {
    if (!this.#isToBeShown) return;
    this.#isToBeShown = false;
    fileEl.querySelector(`.vault-loom-diff-facts li, .${LINE}:not(.mod-same)`)?.scrollIntoView({ block: 'nearest' });
  }

  #drawPart(parent: HTMLElement, hunk: number, diff: NoteDiff, mark: () => void): void {
    const labelEl = parent.createEl('label', { cls: `${PREFIX}-part` });
    const boxEl = labelEl.createEl('input', { type: 'checkbox' });
    boxEl.checked = !this.#leftOut.has(hunk);
    labelEl.createSpan({ text: WORDS.part(hunk + 1, diff.hunks.length) });
    boxEl.addEventListener('change', () => {
      if (boxEl.checked) this.#leftOut.delete(hunk);
      else this.#leftOut.add(hunk);
      this.#remembered.set(this.#id, diff, this.#leftOut);
      mark();
      this.#options.onParts();
    });
  }

  #drawFolder(parent: HTMLElement, { from, to, paths }: FolderMove): void {
    const fileEl = parent.createDiv(`${PREFIX}-file`);
    const headEl = fileEl.createDiv(`${PREFIX}-file-head`);
    headEl.createSpan({ cls: `${PREFIX}-kind mod-move`, text: WORDS.movedFolder, attr: { dir: 'ltr' } });
    const placeEl = headEl.createSpan({ cls: `${PREFIX}-places`, attr: { dir: 'ltr' } });
    drawRuns(placeEl.createSpan({ cls: `${PREFIX}-path`, attr: { dir: 'auto' } }), from, false);
    drawWords(placeEl, WORDS.movedTo(to));
    this.#drawNames(fileEl, WORDS.filesOfFolder(paths), paths);
  }

  #drawNames(parent: HTMLElement, label: string, paths: readonly string[]): void {
    parent.createDiv({ cls: `${PREFIX}-label`, text: label, attr: { dir: 'ltr' } });
    const listEl = parent.createEl('ul', { cls: `${PREFIX}-names`, attr: { tabindex: '0', 'aria-label': label } });
    for (const path of paths.slice(0, MOST_NAMED)) drawRuns(listEl.createEl('li').createEl('bdi'), path, false);
    const left = paths.length - MOST_NAMED;
    if (left > 0) listEl.createEl('li', { text: WORDS.namesLeft(left), attr: { dir: 'ltr' } });
  }
}

function kindWords(file: PlannedFile): string {
  if (file.kind === 'create') return WORDS.created;
  if (file.kind === 'delete') return WORDS.deleted;
  return file.kind === 'move' ? WORDS.moved : WORDS.edited;
}
