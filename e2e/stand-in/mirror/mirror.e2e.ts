import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { JSDOM, type DOMWindow } from 'jsdom';
import type { Browser, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { SizeObserver } from '../app/realm/size-observer.ts';
import { launchChromium } from '../../driver/browser.ts';
import { openMirror, type Mirror } from './mirror-server.ts';

let browser: Browser;
let page: Page;
let window: DOMWindow;
let document: Document;
let windows: DOMWindow[];
let mirror: Mirror;
let queries: string[];

beforeAll(async () => {
  browser = await launchChromium();
});

afterAll(() => browser.close());

beforeEach(async () => {
  ({ window } = new JSDOM('<!doctype html><html><head><title>Garden</title></head><body></body></html>'));
  ({ document } = window);
  windows = [window];
  queries = [];
  mirror = await openMirror({
    windows: () => windows,
    nextTurn: () => nextTurn(),
    onQuery: (query) => queries.push(String(query)),
  });
  page = await browser.newPage();
  await page.goto(mirror.url);
  await synced();
});

afterEach(async () => {
  await page.context().close();
  await mirror.close();
  window.close();
});

/** All events of the page were handled, and all changes of the document are shown. */
async function synced(of: Page = page): Promise<void> {
  await of.evaluate(() => window.vaultLoomMirror?.sync());
}

function fill(html: string): void {
  document.body.innerHTML = html;
}

function find<T extends Element = HTMLElement>(selector: string): T {
  const element = document.querySelector<T>(selector);
  if (element === null) throw new Error(`There is no ${selector}`);
  return element;
}

/** Types of the events that reach an element. */
function listen(selector: string, ...types: string[]): string[] {
  const heard: string[] = [];
  for (const type of types) find(selector).addEventListener(type, () => heard.push(type));
  return heard;
}

describe('what the page shows', () => {
  const sameAsPage = async (): Promise<void> => {
    await synced();
    expect(await page.evaluate(() => document.documentElement.outerHTML)).toBe(document.documentElement.outerHTML);
  };

  it('is the document, with its styles, its drawings and its title', async () => {
    document.head.innerHTML += '<style>p { color: rgb(1, 2, 3) }</style>';
    fill('<p class="a">Soil</p><svg viewBox="0 0 4 4"><circle r="2"></circle><a xlink:href="#x"></a></svg>');
    await sameAsPage();
    expect(await page.locator('p').evaluate((p) => getComputedStyle(p).color)).toBe('rgb(1, 2, 3)');
    expect(await page.locator('circle').evaluate((circle) => circle instanceof SVGCircleElement)).toBe(true);
    expect(await page.title()).toBe('Garden');
  });

  it('follows every change of it, however nodes move about', async () => {
    fill('<ul id="a"><li>1</li><li>2</li><li>3</li></ul><ul id="b"></ul><div id="c"><b>x</b></div>');
    await synced();
    const [one, two, three] = find('#a').children;
    if (one === undefined || two === undefined || three === undefined) throw new Error('Three items were expected');
    find('#b').append(three, one);
    two.textContent = 'two';
    two.setAttribute('data-n', '2');
    find('#c').replaceWith(find('#c').firstElementChild ?? '');
    await sameAsPage();
    const wrapper = document.createElement('section');
    find('#b').before(wrapper);
    wrapper.append(find('#b'), 'text', two);
    find('#a').remove();
    await sameAsPage();
    // Inside out: the one that held the other is now in it.
    two.append(wrapper.ownerDocument.createElement('i'));
    document.body.append(two);
    two.append(wrapper);
    two.removeAttribute('data-n');
    await sameAsPage();
  });

  it('stays equal through any sequence of moves, insertions and removals', async () => {
    fill('<div id="root"></div>');
    let seed = 7;
    const below = (limit: number): number => (seed = (seed * 16_807) % 2_147_483_647) % limit;
    const detached: Element[] = [];
    for (let round = 0; round < 25; round++) {
      for (let step = 0; step < 12; step++) {
        const all = [...document.querySelectorAll('#root, #root *')];
        const pick = all[below(all.length)] ?? find('#root');
        const other = all[below(all.length)] ?? find('#root');
        const action = below(6);
        if (action <= 1)
          pick.insertBefore(document.createElement('p'), pick.childNodes[below(3)] ?? null).append(`${round}.${step}`);
        else if (action === 2 && !pick.contains(other)) other.insertBefore(pick, other.firstChild);
        else if (action === 3 && pick.id !== 'root') detached.push(pick.parentNode?.removeChild(pick) as Element);
        else if (action === 4) pick.append(detached.pop() ?? 'text');
        else pick.setAttribute('data-step', String(step));
      }
      await sameAsPage();
    }
  });

  it('is shown whole again after a reload', async () => {
    fill('<p>Soil</p><input>');
    find<HTMLInputElement>('input').value = 'typed before';
    await page.reload();
    await sameAsPage();
    expect(await page.locator('input').inputValue()).toBe('typed before');
  });

  it('runs and loads nothing that the document holds', async () => {
    const asked: string[] = [];
    const stranger = createServer((request, response) => {
      asked.push(request.url ?? '');
      response.end();
    });
    await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve));
    const there = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}`;
    fill(
      `<script>document.title = "run"</script><img src="${there}/image" onerror="document.title = 'run'"><link rel="stylesheet" href="${there}/style">` +
        `<iframe srcdoc="<script>parent.document.title = 1</script>"></iframe><meta http-equiv="refresh" content="0;url=${there}/refresh">` +
        `<a href="javascript:document.title='run'" id="script">x</a><a href="${there}/link" target="_blank" id="link">y</a>`,
    );
    await synced();
    await page.locator('#script').click();
    await page.locator('#link').click();
    await synced();
    expect(await page.title()).toBe('Garden');
    expect(asked).toEqual([]);
    expect(page.url()).toBe(mirror.url);
    expect(page.context().pages()).toHaveLength(1);
    stranger.closeAllConnections();
    stranger.close();
  });

  it('shows what scripts do to values, choices, scroll positions and the focus', async () => {
    fill(
      '<input id="t"><input id="c" type="checkbox"><select><option>a</option><option>b</option></select><div style="height:20px;overflow:auto"><p style="height:90px"></p></div>',
    );
    await synced();
    find<HTMLInputElement>('#t').value = 'set';
    find<HTMLInputElement>('#c').checked = true;
    find<HTMLSelectElement>('select').value = 'b';
    find('div').scrollTop = 30;
    find('#t').focus();
    find<HTMLInputElement>('#t').setSelectionRange(1, 2);
    await synced();
    expect(await page.locator('#t').inputValue()).toBe('set');
    expect(await page.locator('#c').isChecked()).toBe(true);
    expect(await page.locator('select').inputValue()).toBe('b');
    expect(await page.locator('div').evaluate((div) => div.scrollTop)).toBe(30);
    expect(
      await page.evaluate(() => [
        document.activeElement?.id,
        (document.activeElement as HTMLInputElement).selectionStart,
      ]),
    ).toEqual(['t', 1]);
  });
});

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
      await page.locator('button').click();
      await synced();
      expect(await page.evaluate(() => document.querySelector('button')?.textContent)).toBe(count);
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
    await page.locator('div').dblclick();
    await page.keyboard.press('Control+Shift+P');
    await page.locator('div').click({ button: 'right' });
    await synced();
    expect(heard.slice(0, 6)).toEqual(['mouseenter', 'pointerdown', 'mousedown', 'focus', 'pointerup', 'mouseup']);
    expect(heard.filter((type) => type === 'click' || type === 'dblclick')).toEqual(['click', 'click', 'dblclick']);
    expect(seen).toContainEqual({ key: 'P', code: 'KeyP', ctrlKey: true, shiftKey: true });
    expect(seen.at(-1)).toEqual({ button: 2 });
  });

  it('types into inputs: the value is set before the input event', async () => {
    fill('<input><textarea></textarea>');
    const values: string[] = [];
    find('input').addEventListener('input', ({ target }) => values.push((target as HTMLInputElement).value));
    const heard = listen('input', 'change', 'blur');
    await synced();
    await page.locator('input').click();
    await page.keyboard.type('soil');
    await page.locator('textarea').fill('two\nlines');
    await page.keyboard.press('Shift+Home');
    await synced();
    expect(values).toEqual(['s', 'so', 'soi', 'soil']);
    expect(heard).toEqual(['change', 'blur']);
    const { value, selectionStart, selectionEnd, selectionDirection } = find<HTMLTextAreaElement>('textarea');
    expect([value, selectionStart, selectionEnd, selectionDirection]).toEqual(['two\nlines', 4, 9, 'backward']);
    expect(document.activeElement).toBe(find('textarea'));
  });

  it('is typed over what a field holds when the Tab key leads into it', async () => {
    fill('<input id="a"><input id="b" value="old">');
    await synced();
    await page.locator('#a').click();
    await page.keyboard.press('Tab');
    await page.keyboard.type('new');
    await synced();
    expect(find<HTMLInputElement>('#b').value).toBe('new');
    await page.locator('#a').fill('filled');
    await synced();
    expect(find<HTMLInputElement>('#a').value).toBe('filled');
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
    await page.locator('input').click();
    await page.keyboard.type('compost heap');
    await synced();
    expect(find<HTMLInputElement>('input').value).toBe('COMPOST HEAP');
    expect(await page.locator('input').inputValue()).toBe('COMPOST HEAP');
  });

  it('does not do what a listener prevented', async () => {
    fill('<textarea>a</textarea><input type="checkbox"><button>b</button>');
    find('textarea').addEventListener('keydown', (event) => {
      if (event.key === 'Enter' || event.key === 'Tab') event.preventDefault();
    });
    find('input').addEventListener('click', (event) => event.preventDefault());
    find('button').addEventListener('mousedown', (event) => event.preventDefault());
    await synced();
    await page.locator('textarea').click();
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.type('b');
    await page.locator('input').click();
    await page.locator('textarea').focus();
    await page.locator('button').click();
    await synced();
    expect(await page.locator('textarea').inputValue()).toBe('ab');
    expect(find<HTMLTextAreaElement>('textarea').value).toBe('ab');
    expect(await page.locator('input').isChecked()).toBe(false);
    expect(document.activeElement).toBe(find('textarea'));
    expect(await page.evaluate(() => document.activeElement?.localName)).toBe('textarea');
  });

  it('toggles once, by the box, by its label and by a key', async () => {
    fill(
      '<label for="c">Label</label><input id="c" type="checkbox"><input type="radio" name="r" id="r1" checked><input type="radio" name="r" id="r2">',
    );
    const heard = listen('#c', 'click', 'input', 'change');
    const both = async (): Promise<[boolean, boolean]> => {
      await synced();
      return [find<HTMLInputElement>('#c').checked, await page.locator('#c').isChecked()];
    };
    await synced();
    await page.locator('#c').check();
    expect(await both()).toEqual([true, true]);
    expect(heard).toEqual(['click', 'input', 'change']);
    await page.locator('label').click();
    expect(await both()).toEqual([false, false]);
    await page.locator('#c').press('Space');
    expect(await both()).toEqual([true, true]);
    expect(heard.filter((type) => type === 'change')).toHaveLength(3);
    await page.locator('#r2').check();
    await synced();
    expect([find<HTMLInputElement>('#r1').checked, await page.locator('#r1').isChecked()]).toEqual([false, false]);
  });

  it('submits forms by Enter and by their button, and chooses options', async () => {
    fill(
      '<form id="a"><input></form><form id="b"><input><button>Go</button></form><select><option>x</option><option>y</option></select>',
    );
    const submitted: string[] = [];
    document.addEventListener('submit', (event) => {
      event.preventDefault();
      submitted.push((event.target as Element).id);
    });
    const heard = listen('select', 'input', 'change');
    await synced();
    await page.locator('#a input').press('Enter');
    await page.locator('#b input').press('Enter');
    await page.locator('button').click();
    await page.locator('select').selectOption('y');
    await synced();
    expect(submitted).toEqual(['a', 'b', 'b']);
    expect(find<HTMLSelectElement>('select').value).toBe('y');
    expect(heard).toEqual(['input', 'change']);
    expect(page.url()).toBe(mirror.url);
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
    await page.locator('h1').click();
    await page.keyboard.type('Soil');
    await page.locator('#s').evaluate((div) => {
      div.scrollTop = 25;
    });
    await page.locator('#from').dragTo(page.locator('#to'));
    await synced();
    expect(find('h1').textContent).toBe('Soil');
    expect(await page.locator('h1').textContent()).toBe('Soil');
    expect(find('#s').scrollTop).toBe(25);
    expect(await page.locator('#to').textContent()).toBe('carried');
  });
});

describe('the bridge', () => {
  it('is told what stands behind the address of the main window, and nothing else', async () => {
    expect(queries).toEqual([]);
    const response = await page.goto(`${mirror.url}?theme=dark&rtl=1`);
    await synced();
    expect([response?.status(), queries]).toEqual([200, ['theme=dark&rtl=1']]);
  });

  it('answers for sizes what the page measured', async () => {
    fill('<div style="width:120px;height:30px;padding:5px"></div>');
    expect(find('div').offsetWidth).toBe(0);
    await synced();
    expect(find('div').offsetWidth).toBe(130);
    expect(find('div').getBoundingClientRect()).toMatchObject({ width: 130, height: 40 });
    find('div').style.width = '200px';
    await synced();
    expect(find('div').clientWidth).toBe(210);
  });

  it('tells observers of a size when the page lays it out otherwise', async () => {
    fill('<div style="width:130px;height:40px"></div>');
    const widths: number[] = [];
    const observer = new SizeObserver(([entry]) => widths.push(entry?.contentRect.width ?? 0));
    observer.observe(find('div'));
    await synced();
    find('div').style.width = '200px';
    await synced();
    await synced();
    expect(widths).toEqual([0, 130, 200]);
    observer.disconnect();
    find('div').style.width = '90px';
    await synced();
    await synced();
    expect(widths).toHaveLength(3);
  });

  it('moves pointers and turns wheels over drawings, with their places', async () => {
    fill('<svg width="200" height="200"><circle cx="100" cy="100" r="90"></circle></svg>');
    const heard: [string, string, number, number][] = [];
    for (const type of ['pointerdown', 'pointermove', 'pointerup', 'wheel'] as const)
      find('svg').addEventListener(type, (event) => {
        const { clientX, clientY, target } = event as MouseEvent;
        heard.push([type, (target as Element).localName, clientX, clientY]);
      });
    await synced();
    const { x, y } = (await page.locator('svg').boundingBox()) ?? { x: 0, y: 0 };
    await page.mouse.move(x + 100, y + 100);
    await page.mouse.down();
    await page.mouse.move(x + 120, y + 90);
    await page.mouse.up();
    await page.mouse.wheel(0, 40);
    // Chromium may turn the wheel only with its next frame.
    await vi.waitFor(() => expect(heard.at(-1)?.[0]).toBe('wheel'));
    const at = (dx: number, dy: number): [string, number, number] => ['circle', x + dx, y + dy];
    expect(heard.slice(-4)).toEqual([
      ['pointerdown', ...at(100, 100)],
      ['pointermove', ...at(120, 90)],
      ['pointerup', ...at(120, 90)],
      ['wheel', ...at(120, 90)],
    ]);
  });

  it('shows windows that open later in pages of their own', async () => {
    const popout = new JSDOM('<!doctype html><html><body><button>Pop</button></body></html>').window;
    const clicked: string[] = [];
    popout.document.addEventListener('click', () => clicked.push('popout'));
    const opening = page.waitForEvent('popup');
    windows.push(popout);
    mirror.flush();
    const other = await opening;
    await other.locator('button').click();
    await synced(other);
    expect(clicked).toEqual(['popout']);
  });

  it('is closed to other pages and to those who do not know its address', async () => {
    const { origin, host } = new URL(mirror.url);
    const refusal = (url: string, headers: Record<string, string>): Promise<string> =>
      new Promise((resolve) => {
        const socket = new WebSocket(url, { headers });
        socket.on('open', () => resolve('open'));
        socket.on('error', (error) => resolve(error.message));
      });
    const address = mirror.url.replace('http', 'ws');
    expect(await refusal(address, { origin: 'http://example.com' })).toContain('403');
    expect(await refusal(address, {})).toContain('403');
    expect(await refusal(address, { origin, host: 'example.com' })).toContain('403');
    expect(await refusal(`ws://${host}/guess/0/`, { origin })).toContain('403');
    expect((await fetch(`${origin}/`)).status).toBe(403);
    expect((await fetch(mirror.url, { headers: { origin: 'http://example.com' } })).status).toBe(403);
    expect((await fetch(mirror.url, { method: 'POST', body: '{}' })).status).toBe(403);
    expect((await fetch(mirror.url, { method: 'POST', body: '{}', headers: { origin } })).status).toBe(409);
    expect((await fetch(mirror.url)).status).toBe(200);
  });
});
