import { JSDOM } from 'jsdom';
import { describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { SizeObserver } from '../app/realm/size-observer.ts';
import { mirrorInPage } from './mirror-test-kit.ts';

const { page, windows, mirror, queries, synced, fill, find } = mirrorInPage();

describe('the bridge', () => {
  it('is told what stands behind the address of the main window, and nothing else', async () => {
    expect(queries()).toEqual([]);
    const response = await page().goto(`${mirror().url}?theme=dark&rtl=1`);
    await synced();
    expect([response?.status(), queries()]).toEqual([200, ['theme=dark&rtl=1']]);
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
    const { x, y } = (await page().locator('svg').boundingBox()) ?? { x: 0, y: 0 };
    await page().mouse.move(x + 100, y + 100);
    await page().mouse.down();
    await page().mouse.move(x + 120, y + 90);
    await page().mouse.up();
    await page().mouse.wheel(0, 40);
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
    const opening = page().waitForEvent('popup');
    windows().push(popout);
    mirror().flush();
    const other = await opening;
    await other.locator('button').click();
    await synced(other);
    expect(clicked).toEqual(['popout']);
  });

  it('is closed to other pages and to those who do not know its address', async () => {
    const { origin, host } = new URL(mirror().url);
    const refusal = (url: string, headers: Record<string, string>): Promise<string> =>
      new Promise((resolve) => {
        const socket = new WebSocket(url, { headers });
        socket.on('open', () => resolve('open'));
        socket.on('error', (error) => resolve(error.message));
      });
    const address = mirror().url.replace('http', 'ws');
    expect(await refusal(address, { origin: 'http://example.com' })).toContain('403');
    expect(await refusal(address, {})).toContain('403');
    expect(await refusal(address, { origin, host: 'example.com' })).toContain('403');
    expect(await refusal(`ws://${host}/guess/0/`, { origin })).toContain('403');
    expect((await fetch(`${origin}/`)).status).toBe(403);
    expect((await fetch(mirror().url, { headers: { origin: 'http://example.com' } })).status).toBe(403);
    expect((await fetch(mirror().url, { method: 'POST', body: '{}' })).status).toBe(403);
    expect((await fetch(mirror().url, { method: 'POST', body: '{}', headers: { origin } })).status).toBe(409);
    expect((await fetch(mirror().url)).status).toBe(200);
  });
});
