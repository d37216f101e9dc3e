import { JSDOM, type DOMWindow } from 'jsdom';
import { beforeEach, describe, expect, it } from 'vitest';
import { addDomHelpers } from '../../../e2e/stand-in/app/dom/dom-helpers.ts';
import type { ReviewItem } from '../../review/review-item.ts';
import { LOOK_MS } from './first-look.ts';
import { ReviewDetail } from './review-detail.ts';

// Loaded when a change is drawn: a test that ends before would leave that undone.
await Promise.all([import('../diff/note-diff.ts'), import('../diff/draw-diff.ts')]);

let window: DOMWindow;
let detail: ReviewDetail;
let now: number;
let done: string[];

beforeEach(() => {
  ({ window } = new JSDOM('<main></main>', { pretendToBeVisual: true }));
  addDomHelpers(window);
  window.Element.prototype.scrollIntoView = () => undefined;
  now = 0;
  done = [];
  const say = (what: string): void => void done.push(what);
  detail = new ReviewDetail(
    window.document.querySelector('main') as HTMLElement,
    {
      accept: ({ id }) => say(`accept ${id}`),
      decline: ({ id }, reason) => say(`decline ${id}: ${reason}`),
      acceptAll: (client) => say(`all of ${client}`),
      setRule: (client, mode) => say(`${client}: ${mode}`),
      tryAgain: () => undefined,
      links: { open: () => undefined, hover: () => undefined, menu: () => undefined },
    },
    () => now,
  );
});

const item = (id: string, more: Partial<ReviewItem> = {}): ReviewItem => ({
  id,
  tool: 'delete_note',
  client: 'claude-code',
  isNewClient: false,
  receivedAt: 0,
  claimed: { deed: { kind: 'edit' }, paths: ['In/A.md'], diff: '' },
  plan: { files: [{ kind: 'delete', path: 'In/A.md', before: 'Old.\n' }], fingerprint: id },
  risks: [],
  hasChanged: false,
  problem: null,
  wasInterrupted: false,
  isWriting: false,
  ...more,
});
const seen = (one: ReviewItem, isTrusted = false): void => {
  detail.show(one, isTrusted);
  now += LOOK_MS;
};
const find = <E extends HTMLElement = HTMLElement>(selector: string): E =>
  window.document.querySelector<E>(selector) as E;
const reason = (): HTMLInputElement => find<HTMLInputElement>('input[type="text"]');
const keydown = (element: HTMLElement, fields: KeyboardEventInit): boolean =>
  element.dispatchEvent(new window.KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...fields }));

describe('a change that has just come into view', () => {
  it('is not decided on by what was meant for the one before', () => {
    seen(item('one'));
    expect(detail.accept()).toBe(true);
    detail.show(item('two', { isNewClient: true }), false);
    expect(detail.accept()).toBe(true);
    for (const buttonEl of window.document.querySelectorAll('button')) buttonEl.click();
    reason().value = 'No.';
    expect(detail.decline()).toBe(true);
    keydown(reason(), { key: 'Enter' });
    expect(done).toEqual(['accept one']);
    now += LOOK_MS;
    expect(detail.accept()).toBe(true);
    expect(done).toEqual(['accept one', 'accept two']);
  });

  it('says so on its buttons', () => {
    detail.show(item('one'), false);
    const buttons = (): (string | null)[] =>
      [...window.document.querySelectorAll('button')].map((each) => each.getAttribute('aria-disabled'));
    expect(buttons()).toEqual(['true', 'true', 'true']);
    now += LOOK_MS;
    detail.show(item('one'), false);
    expect(buttons()).toEqual(['false', 'false', 'false']);
  });

  it('is looked at again if its plan changes, or comes only now', () => {
    seen(item('one', { plan: null }));
    detail.show(item('one'), false);
    detail.accept();
    expect(done).toEqual([]);
    seen(item('one'));
    detail.show(item('one', { plan: { files: [], fingerprint: 'other' } }), false);
    detail.accept();
    expect(done).toEqual([]);
  });
});

it('offers to accept everything of a client once it no longer is, and not to a press meant for what was there', () => {
  seen(item('one'), true);
  expect(find('.vault-loom-review-quiet')).toBeNull();
  detail.show(item('one'), false);
  find('.vault-loom-review-quiet').click();
  expect(done).toEqual([]);
  now += LOOK_MS;
  find('.vault-loom-review-quiet').click();
  expect(done).toEqual(['all of claude-code']);
});

it('accepts nothing that cannot be written, but what may be there already', () => {
  const acceptEl = find<HTMLButtonElement>('.mod-cta');
  seen(item('one', { problem: 'It has gone.' }));
  expect([acceptEl.disabled, detail.accept()]).toEqual([true, false]);
  detail.show(item('one'), false);
  expect(acceptEl.disabled).toBe(false);
  seen(item('two', { wasInterrupted: true }));
  expect(find('.vault-loom-review-notes').textContent).toContain('check whether it is already there');
  expect([acceptEl.disabled, detail.accept()]).toEqual([false, true]);
});

it('takes a held key for one press', () => {
  seen(item('one'));
  expect(keydown(find('.mod-cta'), { key: 'Enter', repeat: true })).toBe(false);
  reason().value = 'No.';
  keydown(reason(), { key: 'Enter', repeat: true });
  expect(done).toEqual([]);
  keydown(reason(), { key: 'Enter' });
  expect(done).toEqual(['decline one: No.']);
});

describe('declining', () => {
  it('asks for a reason first', () => {
    seen(item('one'));
    expect(detail.decline()).toBe(true);
    expect(window.document.activeElement).toBe(reason());
    expect(done).toEqual([]);
  });

  it('leaves the keys that take a word back to the field', () => {
    seen(item('one'));
    reason().focus();
    reason().value = 'Half a rea';
    expect(detail.decline()).toBe(false);
    reason().value = '';
    expect(detail.decline()).toBe(false);
    expect(done).toEqual([]);
  });
});

describe('what comes from outside', () => {
  const evil = 'Evil \u202Egpj.exe <b>x</b>';
  const textOf = (selector: string): string => find(selector).textContent;

  it('leaves the room to the difference: a long name takes two lines, and what else changes is said below it', () => {
    const name = 'A very long name '.repeat(12).trim();
    seen(
      item('one', {
        plan: {
          files: [
            { kind: 'move', path: `In/${name}.md`, to: `Out/${name}.md` },
            { kind: 'edit', path: 'Links.md', before: 'a', after: 'b' },
          ],
          fingerprint: 'f',
        },
      }),
    );
    const titleEl = find('.vault-loom-review-title');
    expect([...titleEl.classList]).toContain('vault-loom-two-lines');
    expect(titleEl.title).toBe(`Move “${name}” to Out/${name}.md`);
    expect(textOf('.vault-loom-review-others')).toBe('and change links in 1 note');
  });

  it('shows characters that would turn what is around them, and is kept apart from it', () => {
    seen(
      item('one', {
        client: evil,
        problem: 'No \u202Eetirw',
        risks: [{ kind: 'removes-properties', path: 'a', properties: ['\u2066due'] }],
        plan: { files: [{ kind: 'move', path: 'In/\u202EA.md', to: 'Out/\u202EA.md' }], fingerprint: 'f' },
      }),
    );
    expect(window.document.body.textContent).not.toMatch(/[\u202e\u2066]/u);
    expect(textOf('.vault-loom-review-who')).toBe('says it is Evil RLOgpj.exe <b>x</b>');
    expect(textOf('.vault-loom-review-who bdi')).toBe('Evil RLOgpj.exe <b>x</b>');
    expect(textOf('.vault-loom-review-quiet')).toBe(
      'For 15 minutes, accept everything that says it is from Evil RLOgpj.exe <b>x</b>',
    );
    expect(textOf('.vault-loom-review-title')).toBe('Move “RLOA” to Out/RLOA.md');
    expect(textOf('.vault-loom-review-risk')).toBe('Removes “LRIdue”');
    expect(find('a').getAttribute('aria-label')).toBe('Open In/[RLO]A.md');
  });

  it('is shown of what the caller says, line by line', () => {
    seen(item('one', { plan: null, claimed: { deed: { kind: 'edit' }, paths: ['A.md'], diff: '+One.\n+\u202Eowt' } }));
    expect([...find('pre').children].map((line) => line.textContent)).toEqual(['+One.', '+RLOowt']);
  });
});

it('calls a client what people call it', () => {
  seen(item('one'));
  expect(find('.vault-loom-review-who').textContent).toBe('says it is Claude Code');
  expect(find('.vault-loom-review-quiet').textContent).toBe(
    'For 15 minutes, accept everything that says it is from Claude Code',
  );
});

it('keeps the buttons that it shows, since one may be pressed right now', () => {
  const problem = 'The disk is full.';
  seen(item('a', { isNewClient: true, problem }));
  const before = [...window.document.querySelectorAll('button')];
  expect(before.length).toBeGreaterThan(4);
  seen(item('a', { isNewClient: true, problem, risks: [{ kind: 'deletes', path: 'In/A.md' }] }));
  expect([...window.document.querySelectorAll('button')]).toEqual(before);
  expect(before.every(({ isConnected }) => isConnected)).toBe(true);
  expect(find('.vault-loom-review-risks').textContent).not.toBe('');
});
