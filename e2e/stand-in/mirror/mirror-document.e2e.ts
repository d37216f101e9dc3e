import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { mirrorInPage } from './mirror-test-kit.ts';

const { page, original, mirror, synced, fill, find } = mirrorInPage();

describe('what the page shows', () => {
  const sameAsPage = async (): Promise<void> => {
    await synced();
    expect(await page().evaluate(() => document.documentElement.outerHTML)).toBe(original().documentElement.outerHTML);
  };

  it('is the document, with its styles, its drawings and its title', async () => {
    original().head.innerHTML += '<style>p { color: rgb(1, 2, 3) }</style>';
    fill('<p class="a">Soil</p><svg viewBox="0 0 4 4"><circle r="2"></circle><a xlink:href="#x"></a></svg>');
    await sameAsPage();
    expect(
      await page()
        .locator('p')
        .evaluate((p) => getComputedStyle(p).color),
    ).toBe('rgb(1, 2, 3)');
    expect(
      await page()
        .locator('circle')
        .evaluate((circle) => circle instanceof SVGCircleElement),
    ).toBe(true);
    expect(await page().title()).toBe('Garden');
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
    const wrapper = original().createElement('section');
    find('#b').before(wrapper);
    wrapper.append(find('#b'), 'text', two);
    find('#a').remove();
    await sameAsPage();
    // Inside out: the one that held the other is now in it.
    two.append(wrapper.ownerDocument.createElement('i'));
    original().body.append(two);
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
        const all = [...original().querySelectorAll('#root, #root *')];
        const pick = all[below(all.length)] ?? find('#root');
        const other = all[below(all.length)] ?? find('#root');
        const action = below(6);
        if (action <= 1)
          pick
            .insertBefore(original().createElement('p'), pick.childNodes[below(3)] ?? null)
            .append(`${round}.${step}`);
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
    await page().reload();
    await sameAsPage();
    expect(await page().locator('input').inputValue()).toBe('typed before');
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
    await page().locator('#script').click();
    await page().locator('#link').click();
    await synced();
    expect(await page().title()).toBe('Garden');
    expect(asked).toEqual([]);
    expect(page().url()).toBe(mirror().url);
    expect(page().context().pages()).toHaveLength(1);
    stranger.closeAllConnections();
    stranger.close();
  });

  it('keeps the focus that a script has set when the page tells late what has lost it', async () => {
    fill('<input id="first"><input id="second">');
    await synced();
    await page().locator('#first').focus();
    await synced();
    const blurring = page().evaluate(() => {
      const end = performance.now() + 400;
      while (performance.now() < end);
      // As Chromium does by itself a moment after an element has been hidden.
      document.querySelector<HTMLElement>('#first')?.blur();
    });
    await setTimeout(100);
    find('#second').focus();
    await blurring;
    await synced();
    expect(original().activeElement?.id).toBe('second');
    expect(await page().evaluate(() => document.activeElement?.id)).toBe('second');
  });

  it('keeps the focus on an element while others move around it', async () => {
    fill('<ul><li id="a">a</li><li id="b" tabindex="0">b</li><li id="c">c</li></ul>');
    await synced();
    await page().locator('#b').focus();
    await synced();
    find('ul').append(find('#a'));
    await sameAsPage();
    expect(original().activeElement?.id).toBe('b');
    expect(await page().evaluate(() => document.activeElement?.id)).toBe('b');
    // One that is taken out and put back by a script loses it, as in any browser.
    find('ul').append(find('#b'));
    await sameAsPage();
    expect(original().activeElement?.id).toBe('');
    expect(await page().evaluate(() => document.activeElement?.id)).toBe('');
  });

  it('keeps the focus of a button that is enabled again before the page tells that it was not', async () => {
    fill('<button id="b">b</button>');
    await synced();
    const button = page().locator('#b');
    const setDisabled = (isDisabled: boolean): Promise<void> =>
      button.evaluate(async (element: HTMLButtonElement, value) => {
        element.disabled = value;
        for (let i = 0; i < 3; i++) await new Promise((resolve) => requestAnimationFrame(resolve));
      }, isDisabled);
    await button.focus();
    await synced();
    await setDisabled(true);
    await synced();
    expect(original().activeElement?.id).toBe('b');
    await setDisabled(false);
    // One that stays disabled has lost it for both.
    await button.focus();
    await synced();
    find('#b').setAttribute('disabled', '');
    await synced();
    await setDisabled(true);
    await synced();
    expect(original().activeElement?.id).toBe('');
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
    expect(await page().locator('#t').inputValue()).toBe('set');
    expect(await page().locator('#c').isChecked()).toBe(true);
    expect(await page().locator('select').inputValue()).toBe('b');
    expect(
      await page()
        .locator('div')
        .evaluate((div) => div.scrollTop),
    ).toBe(30);
    expect(
      await page().evaluate(() => [
        document.activeElement?.id,
        (document.activeElement as HTMLInputElement).selectionStart,
      ]),
    ).toEqual(['t', 1]);
  });
});
