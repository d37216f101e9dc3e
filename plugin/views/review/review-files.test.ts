import { JSDOM, type DOMWindow } from 'jsdom';
import { beforeEach, expect, it, vi } from 'vitest';
import { addDomHelpers } from '../../../e2e/stand-in/app/dom/dom-helpers.ts';
import type { ReviewItem } from '../../review/review-item.ts';
import { ReviewFiles } from './review-files.ts';

const BEFORE = 'One.\nTwo.\nThree.\nFour.\nFive.\nSix.\nSeven.\n';
const AFTER = BEFORE.replace('One', 'Uno').replace('Four', 'Cuatro').replace('Seven', 'Siete');

let window: DOMWindow;
let files: ReviewFiles;
/** Texts of what was brought into view. */
let inView: (string | null)[];
/** What was done with the names of notes. */
let led: string[];

beforeEach(() => {
  ({ window } = new JSDOM('<main></main>', { pretendToBeVisual: true }));
  addDomHelpers(window);
  inView = [];
  window.Element.prototype.scrollIntoView = function (this: Element) {
    inView.push(this.textContent);
  };
  led = [];
  const lead = (how: string) => (path: string, event: MouseEvent) => void led.push(`${how} ${path} ${event.type}`);
  const options = {
    links: { open: lead('open'), hover: lead('hover'), menu: lead('menu') },
    onParts: () => undefined,
  };
  files = new ReviewFiles(window.document.querySelector('main') as HTMLElement, options);
});

const edit = (id: string, before = BEFORE, after = AFTER): ReviewItem => ({
  id,
  tool: 'edit_note',
  client: 'Claude',
  isNewClient: false,
  receivedAt: 0,
  claimed: { deed: { kind: 'edit' }, paths: ['A.md'], diff: '' },
  plan: { files: [{ kind: 'edit', path: 'A.md', before, after }], fingerprint: before + after },
  risks: [],
  hasChanged: false,
  problem: null,
  wasInterrupted: false,
  isWriting: false,
});
const boxes = (): HTMLInputElement[] => [...window.document.querySelectorAll<HTMLInputElement>('input')];
const ticks = (): boolean[] => boxes().map(({ checked }) => checked);
const shown = async (item: ReviewItem): Promise<boolean[]> => {
  files.show(item);
  await vi.waitFor(() => expect(files.parts()).not.toBeNull());
  return ticks();
};
const dimmed = (): string[] =>
  [...window.document.querySelectorAll('.mod-left-out')].map(({ textContent }) => textContent);

it('leaves out what was left out before when the note has changed elsewhere', async () => {
  expect(await shown(edit('one'))).toEqual([true, true, true]);
  boxes()[1]?.click();
  expect(files.parts()).toEqual({ kept: 2, of: 3 });
  const changed = (text: string): string => `Zero.\n${text}`.replace('Five', 'By hand');
  expect(await shown(edit('one', changed(BEFORE), changed(AFTER)))).toEqual([true, false, true]);
  expect(files.parts()).toEqual({ kept: 2, of: 3 });
  expect(files.keptText()).toBe(changed(AFTER).replace('Cuatro', 'Four'));
  expect(dimmed().join()).toContain('Cuatro');
});

it('dims what is named of a part that is left out, and says what is still changed of a property', async () => {
  const facts = (): (string | null)[] =>
    [...window.document.querySelectorAll('.vault-loom-diff-facts li')].map(({ textContent }) => textContent);
  const before = '---\nstatus: open\nkept: 1\ntags:\n  - a\n  - b\n  - c\n---\nSee [[One]].\n\nEnd.\n';
  const after = before
    .replace('open', 'done')
    .replace('- a', '- x')
    .replace('- c', '- y')
    .replace('[[One]]', '[[Two]]')
    .replace('End.', 'The end.');
  expect(await shown(edit('one', before, after))).toHaveLength(5);
  const all = ['Property “status”opendone', 'Property “tags”a, b, cx, b, y', 'LinkOneTwo'];
  expect(facts()).toEqual(all);
  boxes()[0]?.click();
  boxes()[1]?.click();
  boxes()[3]?.click();
  expect(facts()).toEqual(['Property “status”opendoneleft out', 'Property “tags”a, b, ca, b, y', 'LinkOneTwoleft out']);
  expect(dimmed()).toEqual(expect.arrayContaining([facts()[0], facts()[2]]));
  // In a new plan, too.
  await shown(edit('one', `${before}More.\n`, `${after}More.\n`));
  await vi.waitFor(() => expect(facts()[0]).toContain('left out'));
  for (const box of boxes()) if (!box.checked) box.click();
  expect(facts()).toEqual(all);
  expect(dimmed()).toEqual([]);
});

it('dims a part that is left out to its end, also the lines behind a button', async () => {
  const lines = (word: string): string => Array.from({ length: 300 }, (_, index) => `${word} ${index}\n`).join('');
  await shown(edit('one', 'End.\nOne.\n', `${lines('New')}End.\nUno.\n`));
  boxes()[0]?.click();
  const more = window.document.querySelector<HTMLElement>('.vault-loom-diff-more');
  expect([dimmed().length, more?.textContent]).toEqual([200, '103 more lines']);
  more?.click();
  expect([dimmed().length, dimmed().at(-1)]).toEqual([300, '+New 299']);
  boxes()[0]?.click();
  expect(dimmed()).toEqual([]);
});

it('names source and target of a move in this order', () => {
  const move = { kind: 'move' as const, path: 'Notes.md', to: 'حديقة/Notes.md' };
  files.show({ ...edit('one'), tool: 'move_note', plan: { files: [move], fingerprint: 'f' } });
  expect(window.document.querySelector('.vault-loom-review-file-head')?.textContent).toBe(
    'MovedNotes.md → حديقة/Notes.md',
  );
});

it('does not know what is left out until the texts are compared', async () => {
  files.show(edit('one'));
  expect(files.knowsParts).toBe(true);
  await shown(edit('one'));
  boxes()[1]?.click();
  files.show(edit('one', `Zero.\n${BEFORE}`, `Zero.\n${AFTER}`));
  expect(files.knowsParts).toBe(false);
  await vi.waitFor(() => expect(files.knowsParts).toBe(true));
});

it('keeps place and focus where they are while a new plan of the same change is drawn', async () => {
  await shown(edit('one'));
  boxes()[2]?.focus();
  const before = boxes();
  const added = [BEFORE, AFTER].map((text) => `Zero.\n${text}`) as [string, string];
  files.show(edit('one', ...added));
  // What is read now; a yes to the new plan is not taken before that is to be seen.
  expect([boxes(), files.isOutdated]).toEqual([before, true]);
  before[1]?.click();
  await vi.waitFor(() => expect(files.isOutdated).toBe(false));
  expect(boxes().some((box) => before.includes(box))).toBe(false);
  expect(ticks()).toEqual([true, false, true]);
  expect(window.document.activeElement).toBe(boxes()[2]);
  expect(files.keptText()).toBe(added[1].replace('Cuatro', 'Four'));
});

it('shows the line breaks of a note from Windows in what the assistant says as line breaks', () => {
  const claimed = { deed: { kind: 'edit' }, paths: ['A.md'], diff: '-One.\r\n+Uno.\r\n Two.\r\n' } as const;
  files.show({ ...edit('one'), claimed, plan: null });
  expect([...window.document.querySelectorAll('pre div')].map(({ textContent }) => textContent)).toEqual([
    '-One.',
    '+Uno.',
    ' Two.',
    '',
  ]);
});

it('leaves the only part that remains out if it was left out before', async () => {
  await shown(edit('one', BEFORE, AFTER.replace('Siete', 'Seven')));
  boxes()[1]?.click();
  expect(await shown(edit('one', BEFORE.replace('One', 'Uno'), AFTER.replace('Siete', 'Seven')))).toEqual([false]);
  expect(files.parts()).toEqual({ kept: 0, of: 1 });
});

it('writes a part again that has come to be another one', async () => {
  await shown(edit('one'));
  boxes()[1]?.click();
  expect(await shown(edit('one', BEFORE, AFTER.replace('Cuatro', 'Quatre')))).toEqual([true, true, true]);
});

it('keeps the ticks of each change for when it is looked at again, until it is gone', async () => {
  await shown(edit('one'));
  boxes()[0]?.click();
  expect(await shown(edit('two'))).toEqual([true, true, true]);
  expect(await shown(edit('one'))).toEqual([false, true, true]);
  files.keep(['two']);
  await shown(edit('two'));
  expect(await shown(edit('one'))).toEqual([true, true, true]);
});

it('brings what changes first into view, once', async () => {
  const drawn = (text: string): Promise<void> =>
    vi.waitFor(() => expect(window.document.body.textContent).toContain(text));
  const later = BEFORE.replace('Six', 'Seis');
  files.show(edit('1', BEFORE, later));
  await drawn('Seis');
  expect(inView).toEqual(['−Six.']);
  // Next to what changes: lines further up are not drawn.
  const elsewhere = (text: string): string => text.replace('Seven', 'Siete');
  files.show(edit('1', elsewhere(BEFORE), elsewhere(later)));
  await drawn('Siete');
  expect(inView).toHaveLength(1);
  files.show(edit('2', '---\na: 1\n---\n', '---\na: 2\n---\n'));
  await vi.waitFor(() => expect(inView).toHaveLength(2));
  expect(inView[1]).toContain('a');
});

it.each([
  [{ kind: 'delete', path: 'Empty.md', before: '' }, 'It has no text.'],
  [{ kind: 'edit', path: 'Same.md', before: 'One.\n', after: 'One.\n' }, 'The text is the same.'],
] as const)('says of a file without a difference what is so: %j', async (file, words) => {
  files.show({ ...edit(file.path), plan: { files: [file], fingerprint: file.path } });
  await vi.waitFor(() => expect(window.document.querySelector('.vault-loom-diff-none')?.textContent).toBe(words));
});

it('shows a folder that moves as one, with the names of its notes, before the notes that link to them', async () => {
  const moves = Array.from({ length: 30 }, (_, index) => {
    const name = `Plants/${String(index)}.md`;
    return { kind: 'move' as const, path: name, to: `Old/${name}` };
  });
  const linking = { kind: 'edit' as const, path: 'Home.md', before: BEFORE, after: AFTER };
  const claimed = { deed: { kind: 'move' as const, from: 'Plants', to: 'Old/' }, paths: [], diff: '' };
  files.show({ ...edit('one'), tool: 'move_note', claimed, plan: { files: [...moves, linking], fingerprint: 'f' } });
  const heads = [...window.document.querySelectorAll('.vault-loom-review-file-head')];
  expect(heads.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Folder moved.*Plants → .*Old\/Plants/u),
    'ChangedHome.md',
  ]);
  expect(window.document.querySelector('.vault-loom-review-label')?.textContent).toBe('30 notes in it:');
  expect(window.document.querySelectorAll('.vault-loom-review-names li')).toHaveLength(30);
  await vi.waitFor(() => expect(window.document.querySelector('.vault-loom-review-wait')).toBeNull());
});

it('says of a long list of names how many more there are', async () => {
  const moves = Array.from({ length: 230 }, (_, index) => {
    const name = `Plants/${String(index)}.md`;
    return { kind: 'move' as const, path: name, to: `Old/${name}` };
  });
  const claimed = { deed: { kind: 'move' as const, from: 'Plants', to: 'Old/' }, paths: [], diff: '' };
  files.show({ ...edit('one'), tool: 'move_note', claimed, plan: { files: moves, fingerprint: 'f' } });
  const names = [...window.document.querySelectorAll('.vault-loom-review-names li')];
  expect(names).toHaveLength(201);
  expect(names.at(-1)?.textContent).toBe('and 30 more');
  await vi.waitFor(() => expect(window.document.querySelector('.vault-loom-review-wait')).toBeNull());
});

it('leads to its note by a click, a middle click, a preview and a menu, and never to the page that the link names', () => {
  files.show(edit('a'));
  const linkEl = window.document.querySelector('a') as HTMLElement;
  const send = (type: string, button = 0): boolean =>
    linkEl.dispatchEvent(new window.MouseEvent(type, { button, bubbles: true, cancelable: true }));
  expect(send('mouseover')).toBe(true);
  expect([send('click'), send('auxclick', 1), send('auxclick', 2), send('contextmenu', 2)]).toEqual([
    false,
    false,
    false,
    false,
  ]);
  expect(led).toEqual(['hover A.md mouseover', 'open A.md click', 'open A.md auxclick', 'menu A.md contextmenu']);
});
