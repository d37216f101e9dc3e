import { describe, expect, it } from 'vitest';
import { mirrorInPage } from './mirror-test-kit.ts';

const { page, original, mirror, synced, fill, find, listen } = mirrorInPage();

describe('what a person does in the page', () => {
  it('has happened in the window, and shows, once it is acknowledged', async () => {
    fill('<button>0</button>');
    find('button').addEventListener('click', ({ target }) => {
      const button = target as HTMLElement;
      void Promise.resolve().then(() => {
        button.textContent = String(Number(button.textContent) + 1);
      });
    });
    await synced();
    for (const count of ['1', '2', '3']) {
      await page().locator('button').click();
      await synced();
      expect(await page().evaluate(() => document.querySelector('button')?.textContent)).toBe(count);
    }
  });

  it('reaches listeners with keys, modifiers and buttons as in a browser', async () => {
    fill('<div tabindex="0" style="height:50px">x</div>');
    const seen: object[] = [];
    find('div').addEventListener('keydown', ({ key, code, ctrlKey, shiftKey }) =>
      seen.push({ key, code, ctrlKey, shiftKey }),
    );
    find('div').addEventListener('contextmenu', ({ button }) => seen.push({ button }));
    const heard = listen(
      'div',
      'pointerdown',
      'mousedown',
      'pointerup',
      'mouseup',
      'click',
      'dblclick',
      'mouseenter',
      'focus',
    );
    await synced();
    await page().locator('div').dblclick();
    await page().keyboard.press('Control+Shift+P');
    await page().locator('div').click({ button: 'right' });
    await synced();
    expect(heard.slice(0, 6)).toEqual(['mouseenter', 'pointerdown', 'mousedown', 'focus', 'pointerup', 'mouseup']);
    expect(heard.filter((type) => type === 'click' || type === 'dblclick')).toEqual(['click', 'click', 'dblclick']);
    expect(seen).toContainEqual({ key: 'P', code: 'KeyP', ctrlKey: true, shiftKey: true });
    expect(seen.at(-1)).toEqual({ button: 2 });
  });

  it('clicks in the same turn as the button goes up, and tells of a button that goes up elsewhere', async () => {
    fill('<div style="height:50px">x</div><p style="height:50px">y</p>');
    const heard: string[] = [];
    original().addEventListener('mouseup', () => {
      heard.push('mouseup');
      setTimeout(() => heard.push('later'), 0);
    });
    find('div').addEventListener('click', () => heard.push('click'));
    await synced();
    await page().locator('div').click();
    await synced();
    expect(heard.slice(0, 2)).toEqual(['mouseup', 'click']);
    await page().locator('div').hover();
    await page().mouse.down();
    await page().locator('p').hover();
    await page().mouse.up();
    await synced();
    expect(heard.filter((type) => type !== 'later')).toEqual(['mouseup', 'click', 'mouseup']);
  });

  it('presses what has taken the place of what the page still shows', async () => {
    fill('<div><p style="height:50px">x</p></div>');
    let isHeld = false;
    let clicks = 0;
    find('div').addEventListener('mousedown', () => (isHeld = true));
    find('div').addEventListener('click', () => (clicks += 1));
    await synced();
    await page().locator('p').hover();
    const redraw = setInterval(() => isHeld || find('div').replaceChildren(find('p').cloneNode(true)), 25);
    for (let press = 0; press < 20; press += 1) {
      await page().mouse.down();
      await page().mouse.up();
      await synced();
      isHeld = false;
    }
    clearInterval(redraw);
    expect(clicks).toBe(20);
  });

  it('types into inputs: the value is set before the input event', async () => {
    fill('<input><textarea></textarea>');
    const values: string[] = [];
    find('input').addEventListener('input', ({ target }) => values.push((target as HTMLInputElement).value));
    const heard = listen('input', 'change', 'blur');
    await synced();
    await page().locator('input').click();
    await page().keyboard.type('soil');
    await page().locator('textarea').fill('two\nlines');
    await page().keyboard.press('Shift+Home');
    await synced();
    expect(values).toEqual(['s', 'so', 'soi', 'soil']);
    expect(heard).toEqual(['change', 'blur']);
    const { value, selectionStart, selectionEnd, selectionDirection } = find<HTMLTextAreaElement>('textarea');
    expect([value, selectionStart, selectionEnd, selectionDirection]).toEqual(['two\nlines', 4, 9, 'backward']);
    expect(original().activeElement).toBe(find('textarea'));
  });

  it('is typed over what a field holds when the Tab key leads into it', async () => {
    fill('<input id="a"><input id="b" value="old">');
    await synced();
    await page().locator('#a').click();
    await page().keyboard.press('Tab');
    await page().keyboard.type('new');
    await synced();
    expect(find<HTMLInputElement>('#b').value).toBe('new');
    await page().locator('#a').fill('filled');
    await synced();
    expect(find<HTMLInputElement>('#a').value).toBe('filled');
  });

  it('is typed over what a field selects as it takes the focus, while the window changes elsewhere', async () => {
    fill('<input value="old"><p></p>');
    find('p').addEventListener('mouseover', () => find('p').setAttribute('class', 'changed'));
    await synced();
    await page().evaluate(() => {
      document.querySelector('p')?.dispatchEvent(new MouseEvent('mouseover', { bubbles: true }));
      // In the same task, so that the change of the paragraph is still on its way.
      document.querySelector('input')?.select();
    });
    await page().keyboard.insertText('new');
    await synced();
    expect(find('p').className).toBe('changed');
    expect(find<HTMLInputElement>('input').value).toBe('new');
  });

  it('loses nothing that is typed while the window is busy, and sees what a listener makes of it', async () => {
    fill('<input>');
    find('input').addEventListener('input', ({ target }) => {
      const input = target as HTMLInputElement;
      const until = performance.now() + 15;
      while (performance.now() < until);
      input.value = input.value.toUpperCase();
    });
    await synced();
    await page().locator('input').click();
    await page().keyboard.type('compost heap');
    await synced();
    expect(find<HTMLInputElement>('input').value).toBe('COMPOST HEAP');
    expect(await page().locator('input').inputValue()).toBe('COMPOST HEAP');
  });

  it('does not do what a listener prevented', async () => {
    fill('<textarea>a</textarea><input type="checkbox"><button>b</button>');
    find('textarea').addEventListener('keydown', (event) => {
      if (event.key === 'Enter' || event.key === 'Tab') event.preventDefault();
    });
    find('input').addEventListener('click', (event) => event.preventDefault());
    find('button').addEventListener('mousedown', (event) => event.preventDefault());
    await synced();
    await page().locator('textarea').click();
    await page().keyboard.press('End');
    await page().keyboard.press('Enter');
    await page().keyboard.press('Tab');
    await page().keyboard.type('b');
    await page().locator('input').click();
    await page().locator('textarea').focus();
    await page().locator('button').click();
    await synced();
    expect(await page().locator('textarea').inputValue()).toBe('ab');
    expect(find<HTMLTextAreaElement>('textarea').value).toBe('ab');
    expect(await page().locator('input').isChecked()).toBe(false);
    expect(original().activeElement).toBe(find('textarea'));
    expect(await page().evaluate(() => document.activeElement?.localName)).toBe('textarea');
  });

  it('toggles once, by the box, by its label and by a key', async () => {
    fill(
      '<label for="c">Label</label><input id="c" type="checkbox"><input type="radio" name="r" id="r1" checked><input type="radio" name="r" id="r2">',
    );
    const heard = listen('#c', 'click', 'input', 'change');
    const both = async (): Promise<[boolean, boolean]> => {
      await synced();
      return [find<HTMLInputElement>('#c').checked, await page().locator('#c').isChecked()];
    };
    await synced();
    await page().locator('#c').check();
    expect(await both()).toEqual([true, true]);
    expect(heard).toEqual(['click', 'input', 'change']);
    await page().locator('label').click();
    expect(await both()).toEqual([false, false]);
    await page().locator('#c').press('Space');
    expect(await both()).toEqual([true, true]);
    expect(heard.filter((type) => type === 'change')).toHaveLength(3);
    await page().locator('#r2').check();
    await synced();
    expect([find<HTMLInputElement>('#r1').checked, await page().locator('#r1').isChecked()]).toEqual([false, false]);
  });

  it('submits forms by Enter and by their button, and chooses options', async () => {
    fill(
      '<form id="a"><input></form><form id="b"><input><button>Go</button></form><select><option>x</option><option>y</option></select>',
    );
    const submitted: string[] = [];
    original().addEventListener('submit', (event) => {
      event.preventDefault();
      submitted.push((event.target as Element).id);
    });
    const heard = listen('select', 'input', 'change');
    await synced();
    await page().locator('#a input').press('Enter');
    await page().locator('#b input').press('Enter');
    await page().locator('button').click();
    await page().locator('select').selectOption('y');
    await synced();
    expect(submitted).toEqual(['a', 'b', 'b']);
    expect(find<HTMLSelectElement>('select').value).toBe('y');
    expect(heard).toEqual(['input', 'change']);
    expect(page().url()).toBe(mirror().url);
  });

  it('edits text in place, scrolls, drags and pastes', async () => {
    fill(
      '<h1 contenteditable></h1><div id="s" style="height:20px;overflow:auto"><p style="height:90px"></p></div><p draggable="true" id="from">drag</p><p id="to">drop</p><input>',
    );
    find('#from').addEventListener('dragstart', (event) =>
      (event as DragEvent).dataTransfer?.setData('text/plain', 'carried'),
    );
    find('#to').addEventListener('drop', (event) => {
      find('#to').textContent = (event as DragEvent).dataTransfer?.getData('text/plain') ?? '';
    });
    await synced();
    await page().locator('h1').click();
    await page().keyboard.type('Soil');
    await page()
      .locator('#s')
      .evaluate((div) => {
        div.scrollTop = 25;
      });
    await page().locator('#from').dragTo(page().locator('#to'));
    await synced();
    expect(find('h1').textContent).toBe('Soil');
    expect(await page().locator('h1').textContent()).toBe('Soil');
    expect(find('#s').scrollTop).toBe(25);
    expect(await page().locator('#to').textContent()).toBe('carried');
  });
});
