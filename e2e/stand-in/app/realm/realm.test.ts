import type moment from 'moment';
import { describe, expect, it, vi } from 'vitest';
import { PATIENT, startSandbox } from '../test-kit.ts';

describe("the sandbox's realm", () => {
  it('is one with the window: DOM names, Node names and timers of a page', async () => {
    const { window: page } = await startSandbox({});
    expect(window).toBe(globalThis);
    expect(document.defaultView).toBe(window);
    expect(document.body.win).toBe(window);
    expect(activeDocument).toBe(document);
    expect(document.body instanceof HTMLElement).toBe(true);
    expect(document).toBe(page.document);
    expect(typeof setTimeout(() => {}, 0)).toBe('number');
    expect(new URL('a', 'https://x.invalid/').href).toBe('https://x.invalid/a');
    expect(Buffer.from(await new Blob(['x']).arrayBuffer()).toString()).toBe('x');
    expect(navigator.userAgent).not.toContain('jsdom');
  });

  it('gives the process its own globals back when it is closed, also for the next one', async () => {
    const own = globalThis.setTimeout;
    const first = await startSandbox({});
    expect(globalThis.setTimeout).not.toBe(own);
    await first.close();
    expect(globalThis.setTimeout).toBe(own);
    expect('document' in globalThis).toBe(false);
    const second = await startSandbox({});
    expect(second.document).not.toBe(first.document);
    expect(second.document.querySelectorAll('.workspace')).toHaveLength(1);
  });

  it('ends listeners by a signal of the AbortController, and takes the global for the view of an event', async () => {
    await startSandbox({});
    const controller = new AbortController();
    const heard: string[] = [];
    window.addEventListener('ping', () => heard.push('window'), { signal: controller.signal });
    window.dispatchEvent(new Event('ping'));
    controller.abort();
    window.dispatchEvent(new Event('ping'));
    expect(heard).toEqual(['window']);
    expect(new MouseEvent('click', { view: window }).type).toBe('click');
  });

  it('has the observers, databases and readers of a browser', async () => {
    const { document } = await startSandbox({});
    const seen = vi.fn();
    new ResizeObserver(seen).observe(document.body);
    new IntersectionObserver(seen).observe(document.body);
    await vi.waitFor(() => expect(seen).toHaveBeenCalledTimes(2), PATIENT);
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open('x', 1);
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(new Error('no database'));
    });
    expect(database.name).toBe('x');
    const reader = new FileReader();
    const read = new Promise((resolve) => reader.addEventListener('load', resolve));
    reader.readAsText(new Blob(['text']));
    await read;
    expect(reader.result).toBe('text');
    const idle = await new Promise<IdleDeadline>((resolve) => requestIdleCallback(resolve));
    expect(idle.timeRemaining()).toBeGreaterThan(0);
    expect(matchMedia('(max-width: 400pt)').matches).toBe(false);
    localStorage.setItem('a', '1');
    expect(localStorage.getItem('a')).toBe('1');
  });

  it('finds by its id what is inside an element, also where something outside has the same id', async () => {
    const { document } = await startSandbox({});
    document.body.innerHTML = '<p><i id="box"></i></p><p><b id="box"></b></p>';
    const second = document.querySelectorAll('p')[1];
    expect(
      ['#box', 'b#box', ':scope > #box', 'i#box'].map((selector) => second?.querySelector(selector)?.localName),
    ).toEqual(['b', 'b', 'b', undefined]);
    expect(document.querySelector('#box')?.localName).toBe('i');
  });

  it('runs no timer of a hidden window sooner than after a second, and messages and databases at once', async () => {
    const { document } = await startSandbox({}, { throttleTimers: true });
    expect(document.hidden).toBe(true);
    const order: string[] = [];
    const timer = new Promise<void>((resolve) => setTimeout(() => resolve(void order.push('timer')), 0));
    const channel = new MessageChannel();
    channel.port1.onmessage = () => order.push('message');
    channel.port2.postMessage(null);
    await new Promise((resolve) => {
      indexedDB.open('x').onsuccess = () => resolve(order.push('database'));
    });
    await timer;
    channel.port1.close();
    expect(order.at(-1)).toBe('timer');
    expect(order).toHaveLength(3);
  });

  it('has on its window what libraries of plugins take from there', async () => {
    const { app } = await startSandbox({});
    const page = window as unknown as Record<string, unknown>;
    expect(page.app).toBe(app);
    expect((page.moment as typeof moment)('2026-03-04').format('YYYY-[W]WW')).toBe('2026-W10');
    expect(page).toMatchObject({ i18next: { language: 'en' }, electron: { shell: {} } });
  });

  it('runs a worker with the globals of a web worker, its name among them', async () => {
    await startSandbox({});
    const code = `
      const told = [typeof require, typeof process, name, self instanceof WorkerGlobalScope, location.protocol, typeof navigator.userAgent];
      const once = ({ data }) => { removeEventListener('message', once); postMessage({ told, heard: data }); };
      addEventListener('message', once);`;
    const worker = new Worker(URL.createObjectURL(new Blob([code], { type: 'text/javascript' })), {
      name: 'Indexer 1',
    });
    const answers: unknown[] = [];
    worker.onmessage = ({ data }: MessageEvent) => void answers.push(data);
    worker.postMessage(1);
    worker.postMessage(2);
    await vi.waitFor(
      () =>
        expect(answers).toEqual([{ told: ['undefined', 'undefined', 'Indexer 1', true, 'blob:', 'string'], heard: 1 }]),
      PATIENT,
    );
    worker.terminate();
  });

  it('transfers objects to a worker, even before it runs', async () => {
    await startSandbox({});
    const code = `onmessage = ({ data }) => postMessage({ is: data.bytes.buffer === data.buffer, bytes: [...data.bytes] });`;
    const worker = new Worker(URL.createObjectURL(new Blob([code], { type: 'text/javascript' })));
    const answers: unknown[] = [];
    worker.onmessage = ({ data }: MessageEvent) => void answers.push(data);
    const bytes = Uint8Array.of(1, 2, 3);
    worker.postMessage({ bytes, buffer: bytes.buffer }, [bytes.buffer]);
    expect(bytes).toHaveLength(0);
    await vi.waitFor(() => expect(answers).toEqual([{ is: true, bytes: [1, 2, 3] }]), PATIENT);
    worker.terminate();
  });

  it('gives plugins the modules of the app, builtins, and nothing else', async () => {
    const { app } = await startSandbox({});
    const require = (name: string): Record<string, unknown> => app.plugins.require(name) as Record<string, unknown>;
    expect(require('obsidian')).toHaveProperty('Plugin');
    expect(require('moment')).toBeTypeOf('function');
    expect(require('node:path').sep).toBeTypeOf('string');
    expect(() => require('@codemirror/state')).toThrow("Cannot find module '@codemirror/state'");
    expect(() => require('worker_threads')).toThrow('does not support creating Workers');
    expect(() => require('left-pad')).toThrow("Cannot find module 'left-pad'");
  });
});
