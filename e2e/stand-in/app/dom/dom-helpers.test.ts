import { describe, expect, it, vi } from 'vitest';
import { click, PATIENT, startSandbox } from '../test-kit.ts';

describe("the app's additions to the DOM", () => {
  it('makes elements with class, text, attributes and parent', async () => {
    await startSandbox({});
    const box = createDiv(
      { cls: ['a', 'b c'], text: 'hi', attr: { 'data-x': 1, 'data-off': null, hidden: true } },
      (made) => made.setAttribute('data-made', 'y'),
    );
    expect(box.outerHTML).toBe('<div class="a b c" data-x="1" hidden="true" data-made="y">hi</div>');
    const link = box.createEl('a', { href: 'x', text: 'link', title: 'tip', prepend: true });
    expect(box.firstChild).toBe(link);
    expect(box.createSpan('s').className).toBe('s');
    expect(box.createEl('input', { type: 'text', value: 'v', placeholder: 'p' }).value).toBe('v');
    expect(box.createSvg('path', { attr: { d: 'M0 0' } }).namespaceURI).toBe('http://www.w3.org/2000/svg');
    expect(createFragment((fragment) => fragment.createEl('p', { text: 'x' })).find('p')?.textContent).toBe('x');
    expect(() => document.createDiv()).toThrow();
  });

  it('changes text, classes, attributes and order', async () => {
    await startSandbox({});
    const box = createDiv();
    box.setText(createFragment((fragment) => fragment.appendText('from a fragment')));
    expect(box.getText()).toBe('from a fragment');
    box.empty();
    box.addClass('a', 'b');
    box.toggleClass(['b', 'c'], true);
    box.removeClass('a');
    expect([box.className, box.hasClass('c')]).toEqual(['b c', true]);
    box.setAttrs({ x: 1, y: 'z' });
    box.setAttr('x', null);
    expect([box.getAttr('x'), box.getAttr('y')]).toEqual([null, 'z']);
    const [one, two, three] = ['1', '2', '3'].map((text) => createSpan({ text })) as [
      HTMLElement,
      HTMLElement,
      HTMLElement,
    ];
    box.setChildrenInPlace([two, one]);
    box.insertAfter(three, two);
    expect(box.textContent).toBe('231');
    expect(box.indexOf(one)).toBe(2);
    two.detach();
    expect(box.textContent).toBe('31');
  });

  it('finds elements, and tells whether they are shown', async () => {
    const { document } = await startSandbox({});
    const box = document.body.createDiv('outer');
    const inner = box.createDiv('inner').createSpan('leaf');
    expect(box.find('.leaf')).toBe(inner);
    expect(box.findAllSelf('div').map((element) => element.className)).toEqual(['outer', 'inner']);
    expect([inner.matchParent('.outer'), inner.matchParent('.outer', inner)]).toEqual([box, null]);
    expect(inner.isShown()).toBe(true);
    box.style.display = 'flex';
    box.hide();
    expect([inner.isShown(), inner.offsetParent]).toEqual([false, null]);
    box.show();
    expect(box.style.display).toBe('flex');
    box.setCssStyles({ color: 'red' });
    box.setCssProps({ '--x': '1px' });
    expect([box.style.color, box.style.getPropertyValue('--x')]).toEqual(['red', '1px']);
    expect(inner.instanceOf(HTMLElement)).toBe(true);
  });

  it('delegates events, and takes delegation back', async () => {
    const { document } = await startSandbox({});
    const list = document.body.createEl('ul');
    const item = list.createEl('li').createSpan();
    const heard: unknown[] = [];
    const listen = (_event: Event, target: HTMLElement): void => void heard.push(target);
    list.on('click', 'li', listen);
    click(item);
    list.off('click', 'li', listen);
    click(item);
    expect(heard).toEqual([item.parentElement]);
    const clicked = vi.fn();
    item.onClickEvent(clicked);
    item.dispatchEvent(new MouseEvent('auxclick', { bubbles: true }));
    expect(clicked).toHaveBeenCalledTimes(1);
  });

  it('notices when an element comes into the document', async () => {
    const { document } = await startSandbox({});
    const inserted = vi.fn();
    const box = createDiv();
    const stop = box.onNodeInserted(inserted);
    expect(inserted).not.toHaveBeenCalled();
    document.body.appendChild(box);
    await vi.waitFor(() => expect(inserted).toHaveBeenCalledTimes(1), PATIENT);
    stop();
    box.detach();
    document.body.appendChild(box);
    await Promise.resolve();
    expect(inserted).toHaveBeenCalledTimes(1);
  });

  it('adds to arrays, strings, objects and numbers without being seen', async () => {
    await startSandbox({});
    const list = [1, 2, 2, 3];
    expect([list.first(), list.last(), list.contains(2), list.unique()]).toEqual([1, 3, true, [1, 2, 3]]);
    list.remove(2);
    expect(list).toEqual([1, 3]);
    expect([...Object.keys([]), ...Object.keys({})]).toEqual([]);
    expect('{0} and {1}'.format('a', 'b')).toBe('a and b');
    expect([Object.isEmpty({}), Math.clamp(5, 0, 3), Number.isNumber(1), String.isString('')]).toEqual([
      true,
      3,
      true,
      true,
    ]);
    expect(Object.each({ a: 1, b: 2 }, (value) => value < 1)).toBe(false);
  });
});
