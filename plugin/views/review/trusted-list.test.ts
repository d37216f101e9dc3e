import { JSDOM, type DOMWindow } from 'jsdom';
import { beforeEach, expect, it } from 'vitest';
import { addDomHelpers } from '../../../e2e/stand-in/app/dom/dom-helpers.ts';
import { TrustedList } from './trusted-list.ts';

let window: DOMWindow;
let list: TrustedList;
let stopped: string[];

beforeEach(() => {
  ({ window } = new JSDOM('<main></main>', { pretendToBeVisual: true }));
  addDomHelpers(window);
  stopped = [];
  const main = window.document.querySelector('main') as HTMLElement;
  list = new TrustedList(main, (client) => void stopped.push(client));
});
const lines = (): string[] =>
  [...window.document.querySelectorAll('[role="listitem"] span')].map(({ textContent }) => textContent);
const buttons = (): HTMLButtonElement[] => [...window.document.querySelectorAll('button')];

it('says of whom everything is accepted, for how long, and ends it', () => {
  list.show(
    [
      { client: 'claude-code', until: 700_000 },
      { client: 'Codex', until: 120_000 },
    ],
    100_000,
  );
  expect(lines()).toEqual([
    'Everything that says it is from Claude Code is accepted for 10 more minutes.',
    'Everything that says it is from Codex is accepted for 1 more minute.',
  ]);
  expect(buttons().map((each) => each.getAttribute('aria-label'))).toEqual([
    'Ask me again about everything that says it is from Claude Code',
    'Ask me again about everything that says it is from Codex',
  ]);
  buttons()[0]?.click();
  expect(stopped).toEqual(['claude-code']);
});

it('counts down without taking the focus away, and goes with the last one', () => {
  const root = window.document.querySelector<HTMLElement>('[role="list"]') as HTMLElement;
  list.show([{ client: 'Codex', until: 180_000 }], 0);
  expect([list.focus(), list.hasFocus]).toEqual([true, true]);
  list.show([{ client: 'Codex', until: 180_000 }], 60_000);
  expect([lines()[0], list.hasFocus]).toEqual([
    'Everything that says it is from Codex is accepted for 2 more minutes.',
    true,
  ]);
  list.show([], 180_000);
  expect([list.focus(), root.style.display]).toEqual([false, 'none']);
});

it('leaves the next client alone, whose line comes under the second click of a double click', () => {
  list.show(
    ['Claude', 'Codex'].map((client) => ({ client, until: 700_000 })),
    0,
  );
  const click = (detail: number): void =>
    void buttons()[0]?.dispatchEvent(new window.MouseEvent('click', { bubbles: true, detail }));
  click(1);
  list.show([{ client: 'Codex', until: 700_000 }], 0);
  click(2);
  expect(stopped).toEqual(['Claude']);
});
