import { JSDOM } from 'jsdom';
import { beforeEach, describe, expect, it } from 'vitest';
import { KeyedList } from './keyed-list.ts';

interface Item {
  id: string;
  text: string;
}

let parent: HTMLElement;
let list: KeyedList<Item>;
let created: string[];

beforeEach(() => {
  const { document } = new JSDOM('<ul></ul><li tabindex="-1"></li>').window;
  const pattern = document.querySelector('li') as HTMLElement;
  parent = document.querySelector('ul') as HTMLElement;
  created = [];
  list = new KeyedList<Item>(parent, {
    keyOf: ({ id }) => id,
    create: ({ id }) => {
      created.push(id);
      return pattern.cloneNode() as HTMLElement;
    },
    update: (element, { text }) => (element.textContent = text),
  });
});

const show = (...ids: string[]): void => list.show(ids.map((id) => ({ id, text: `text of ${id}` })));
const shown = (): string[] =>
  [...parent.children].map(({ textContent }) => (textContent ?? '').slice('text of '.length));

describe('KeyedList', () => {
  it('shows any list after any other, with the same elements for the same keys', () => {
    const steps = [['a', 'b', 'c'], ['c', 'b', 'a'], ['b'], [], ['d', 'a', 'b'], ['b', 'x', 'd', 'y', 'a'], ['a', 'y']];
    for (const ids of steps) {
      const before = new Map(list.keys.map((key) => [key, list.element(key)]));
      show(...ids);
      expect(shown()).toEqual(ids);
      expect(list.keys).toEqual(ids);
      for (const id of ids) if (before.has(id)) expect(list.element(id)).toBe(before.get(id));
    }
    expect(created).toEqual(['a', 'b', 'c', 'd', 'a', 'b', 'x', 'y']);
  });

  it('never takes the element with the focus out of the document, wherever its row goes', () => {
    show('a', 'b', 'c', 'd');
    const focused = list.element('c');
    focused?.focus();
    let blurs = 0;
    focused?.addEventListener('blur', () => blurs++);
    for (const ids of ['cabd', 'abdc', 'zc', 'c', 'xycab']) {
      show(...ids);
      expect(shown().join('')).toBe(ids);
      expect(parent.ownerDocument.activeElement).toBe(focused);
    }
    expect(blurs).toBe(0);
  });

  it('updates what is shown, and shows the first of two items with one key', () => {
    show('a');
    list.show([
      { id: 'a', text: 'new' },
      { id: 'a', text: 'twice' },
    ]);
    expect(parent.textContent).toBe('new');
    expect(list.item('a')?.text).toBe('new');
  });

  it('knows which row a node is in', () => {
    show('a', 'b');
    expect(list.keyAt(list.element('b')?.firstChild ?? null)).toBe('b');
    expect([list.keyAt(parent), list.keyAt(null), list.element('z')]).toEqual([null, null, null]);
  });
});

describe('items that become others', () => {
  const follow = (names: Record<string, string>): void =>
    list.follow((item) => ({ ...item, id: names[item.id] ?? item.id }));

  it('keep their elements, and the focus', () => {
    show('a', 'b', 'c');
    const [a, b] = [list.element('a'), list.element('b')];
    b?.focus();
    follow({ b: 'z', a: 'b' });
    expect([list.element('z'), list.item('z')?.text]).toEqual([b, 'text of b']);
    show('b', 'z', 'c');
    expect([list.element('b'), list.element('z')]).toEqual([a, b]);
    expect(parent.ownerDocument.activeElement).toBe(b);
    expect(created).toEqual(['a', 'b', 'c']);
  });

  it('are shown once if they become the same', () => {
    show('a', 'b', 'c', 'd');
    const a = list.element('a');
    follow({ a: 'b', c: 'b' });
    expect(list.keys).toEqual(['b', 'd']);
    expect([...parent.children]).toEqual([a, list.element('d')]);
  });
});
