import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Schedule } from '../../shared/kit/time/schedule.ts';
import { VaultLoomError } from '../../shared/protocol/errors.ts';
import type { ReviewRules } from '../../shared/protocol/plugin-settings.ts';
import { REVIEW_KEPT_MS, reviewBody, type ReviewBody } from '../../shared/protocol/review.ts';
import { carryOut, planForeign, readCall } from '../../shared/tools/review/carry-out.ts';
import { risksOf } from '../../shared/tools/review/risk.ts';
import { isNewClient, verdictOf } from '../../shared/tools/review/verdict.ts';
import { openBench, removeBenches, type WritingBench } from '../../shared/tools/test-support/writing-bench.ts';
import { ReviewDesk } from './review-desk.ts';
import type { ReviewItem } from './review-item.ts';
import { TRUST_MS } from './trusted-clients.ts';
import { REVIEW_FILE, ReviewFile } from './review-file.ts';

const NOTE = 'One.\nTwo.\nThree.\nFour.\n';
const PATIENT = { timeout: 10_000, interval: 10 };
const here = new AbortController().signal;

let folder: string;
let bench: WritingBench;
let rules: ReviewRules;
let now: number;
let isReady: boolean;
/** What is planned for later, by time. */
let timers: { at: number; task: () => void }[];
const desks: ReviewDesk[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'review-desk-'));
  bench = await openBench({ 'A.md': NOTE, 'B.md': NOTE });
  rules = { reviewMode: 'ask-always', reviewClients: [], reviewFolders: [] };
  now = 1_000_000;
  isReady = true;
  timers = [];
});
afterEach(async () => {
  for (const desk of desks.splice(0)) await desk.close();
  await removeBenches();
  await rm(folder, { recursive: true, force: true });
});

const schedule: Schedule = (task, ms) => {
  const timer = { at: now + ms, task };
  timers.push(timer);
  return () => void (timers = timers.filter((one) => one !== timer));
};

/** Lets time pass. */
function later(ms: number): void {
  now += ms;
  const due = timers.filter(({ at }) => at <= now);
  timers = timers.filter(({ at }) => at > now);
  for (const { task } of due) task();
}

function openDesk(write = carryOut): ReviewDesk {
  const desk = new ReviewDesk({
    file: new ReviewFile(folder),
    runner: () =>
      Promise.resolve({ read: readCall, plan: planForeign, carryOut: write, risksOf, verdictOf, isNewClient }),
    parts: () => (isReady ? Promise.resolve(bench) : Promise.reject(new VaultLoomError('index_not_ready', 'Not yet.'))),
    rules: () => rules,
    setRule: (client, mode) => {
      rules = { ...rules, reviewClients: [...rules.reviewClients, { client, mode }] };
      return Promise.resolve();
    },
    schedule,
    now: () => now,
    log: (message) => {
      throw new Error(message);
    },
  });
  desks.push(desk);
  return desk;
}

let count = 0;
const body = (args: object, more: Partial<ReviewBody> = {}): ReviewBody =>
  reviewBody.parse({
    id: `review-00000000-0000-4000-8000-${String(++count).padStart(12, '0')}`,
    tool: 'edit_note',
    args,
    paths: ['A.md'],
    diff: '+Five.',
    client: 'Claude',
    waitMs: 0,
    ...more,
  });
const append = { name: 'A', mode: 'append', content: 'Five.' };
const planned = async (desk: ReviewDesk): Promise<ReviewItem> => {
  await vi.waitFor(() => expect(desk.items[0]?.plan).toBeTruthy(), PATIENT);
  return desk.items[0] as ReviewItem;
};
const accept = (desk: ReviewDesk, { id, plan }: ReviewItem, text?: string): Promise<void> =>
  desk.accept(id, { fingerprint: plan?.fingerprint ?? '', ...(text === undefined ? {} : { text }) });

describe('the desk', () => {
  it('plans what comes in, and writes it on a yes', async () => {
    const desk = openDesk();
    const asked = body(append, { waitMs: 45_000 });
    const answer = desk.submit(asked, here);
    const item = await planned(desk);
    expect(item).toMatchObject({ client: 'Claude', isNewClient: true, problem: null, hasChanged: false });
    expect(bench.text('A.md')).toBe(NOTE);
    await accept(desk, item);
    expect(await answer).toMatchObject({ id: asked.id, decision: 'approved', result: { path: 'A.md', changed: true } });
    expect(bench.text('A.md')).toBe(`${NOTE}Five.\n`);
    expect(desk.items).toEqual([]);
    expect(rules.reviewClients).toEqual([{ client: 'Claude', mode: 'write' }]);
  });

  it('means the day and the time at which it was asked for, however late the yes is', async () => {
    bench.put('.obsidian/daily-notes.json', '{"template":"T/Day"}');
    bench.put('T/Day.md', '{{date}} {{time:HH:mm:ss}}\n');
    now = new Date(2025, 0, 31, 23, 50, 7).getTime();
    const desk = openDesk();
    const asked = body({ content: 'Beans.' }, { tool: 'daily_note', paths: ['2025-01-31.md'] });
    await desk.submit(asked, here);
    const item = await planned(desk);
    later(20 * 3_600_000);
    await accept(desk, item);
    expect(await desk.answer(asked.id ?? '', 0, here)).toMatchObject({
      decision: 'approved',
      result: { path: '2025-01-31.md', created: true },
    });
    expect(bench.text('2025-01-31.md')).toMatch(/^2025-01-31 23:50:07\n+Beans\.\n$/u);
  });

  it('answers `pending` when the wait is over, and the answer later', async () => {
    const desk = openDesk();
    const { id } = await desk.submit(body(append), here);
    const waiting = desk.answer(id, 45_000, here);
    await planned(desk);
    later(45_001);
    expect(await waiting).toEqual({ id, decision: 'pending' });
    await desk.decline(id, '  Not now. ');
    expect(await desk.answer(id, 45_000, here)).toEqual({ id, decision: 'declined', reason: 'Not now.' });
    expect(bench.text('A.md')).toBe(NOTE);
  });

  it('takes one change in once, however often it is sent', async () => {
    const desk = openDesk();
    const asked = body(append);
    await desk.submit(asked, here);
    await desk.submit(asked, here);
    expect(desk.items).toHaveLength(1);
    await accept(desk, await planned(desk));
    expect(await desk.submit(asked, here)).toMatchObject({ decision: 'approved' });
    expect(bench.text('A.md')).toBe(`${NOTE}Five.\n`);
  });

  it('refuses what is not a writing call, or is too large', async () => {
    const desk = openDesk();
    await expect(desk.submit(body({ name: 'A' }, { tool: 'read_note' }), here)).rejects.toMatchObject({
      code: 'invalid_arguments',
    });
    await expect(desk.submit(body({ name: 'A', mode: 'append', content: 1 }), here)).rejects.toMatchObject({
      code: 'invalid_arguments',
    });
    for (let sent = 0; sent < 100; sent++) await desk.submit(body(append), here);
    await expect(desk.submit(body(append), here)).rejects.toMatchObject({ code: 'too_many_requests' });
    await expect(desk.answer('review-none', 0, here)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('shows the plan again if the note has changed, and writes nothing else than what was shown', async () => {
    const desk = openDesk();
    const { id } = await desk.submit(body(append), here);
    const item = await planned(desk);
    bench.put('A.md', 'By hand.\n');
    await accept(desk, item);
    expect(bench.text('A.md')).toBe('By hand.\n');
    const [changed] = desk.items;
    expect(changed).toMatchObject({ id, hasChanged: true, plan: { files: [{ after: 'By hand.\nFive.\n' }] } });
    // The old yes counts for nothing.
    await accept(desk, item);
    expect(bench.text('A.md')).toBe('By hand.\n');
    await accept(desk, changed as ReviewItem);
    expect(bench.text('A.md')).toBe('By hand.\nFive.\n');
  });

  it('plans again when it hears of a change', async () => {
    const desk = openDesk();
    await desk.submit(body(append), here);
    await planned(desk);
    bench.put('A.md', 'By hand.\n');
    desk.filesChanged(['B.md', 'A.md']);
    await vi.waitFor(() => expect(desk.items[0]).toMatchObject({ hasChanged: true }), PATIENT);
  });

  it('plans again when a note or folder that the change names gets another name, and needs one yes then', async () => {
    now = Date.now() - 1_000;
    const desk = openDesk();
    const link = { source: 'A.md', target: 'B.md', context: 'See' };
    await desk.submit(body(link, { tool: 'link_notes' }), here);
    expect((await planned(desk)).plan?.files).toMatchObject([{ path: 'A.md', after: `${NOTE}\nSee [[B]]\n` }]);
    for (const [source, destination] of [
      ['B.md', 'C.md'],
      ['C.md', 'D.md'],
    ] as const) {
      await bench.call('move_note', { source, destination });
      desk.filesChanged([source, destination]);
      const after = `${NOTE}\nSee [[${destination.slice(0, 1)}]]\n`;
      await vi.waitFor(() => expect(desk.items[0]?.plan?.files).toMatchObject([{ after }]), PATIENT);
    }
    await accept(desk, desk.items[0] as ReviewItem);
    expect(desk.items).toEqual([]);
    expect(bench.text('A.md')).toBe(`${NOTE}\nSee [[D]]\n`);

    bench.put('In/B.md', NOTE);
    await desk.submit(body({ title: 'New', content: 'x', directory: 'In' }, { tool: 'create_note' }), here);
    expect((await planned(desk)).plan?.files).toMatchObject([{ path: 'In/New.md' }]);
    await bench.call('move_note', { source: 'In', destination: 'Out' });
    desk.filesChanged(['In/B.md', 'Out/B.md']);
    await vi.waitFor(() => expect(desk.items[0]?.plan?.files).toMatchObject([{ path: 'Out/New.md' }]), PATIENT);
    await accept(desk, desk.items[0] as ReviewItem);
    expect([bench.has('Out/New.md'), bench.has('In')]).toEqual([true, false]);
  });

  it('says why a change can no longer be made, and keeps it for the person', async () => {
    const desk = openDesk();
    await desk.submit(body({ name: 'A', mode: 'replace_window', search: 'Two.', content: 'Deux.' }), here);
    const item = await planned(desk);
    bench.put('A.md', 'By hand.\n');
    await accept(desk, item);
    expect(desk.items[0]?.problem).toMatch(/Two\./u);
    bench.put('A.md', NOTE);
    desk.planAgain(item.id);
    await vi.waitFor(() => expect(desk.items[0]?.problem).toBeNull(), PATIENT);
    await accept(desk, desk.items[0] as ReviewItem);
    expect(bench.text('A.md')).toBe(NOTE.replace('Two', 'Deux'));
  });

  it('writes a part of an edit', async () => {
    const desk = openDesk();
    const edits = [
      { mode: 'replace_window', search: 'One.', content: 'Uno.' },
      { mode: 'replace_window', search: 'Four.', content: 'Cuatro.' },
    ];
    const { id } = await desk.submit(body({ name: 'A', edits }), here);
    await accept(desk, await planned(desk), NOTE.replace('One', 'Uno'));
    expect(await desk.answer(id, 0, here)).toMatchObject({ decision: 'approved', partlyApplied: true });
    expect(bench.text('A.md')).toBe(NOTE.replace('One', 'Uno'));
  });

  it('accepts everything of one client for 15 minutes, and of no other', async () => {
    const desk = openDesk();
    await desk.submit(body(append), here);
    await desk.submit(body({ ...append, name: 'B' }, { client: 'Codex' }), here);
    await desk.acceptAllOf('Claude');
    expect(bench.text('A.md')).toBe(`${NOTE}Five.\n`);
    expect(desk.items.map(({ client }) => client)).toEqual(['Codex']);
    const next = await desk.submit(body({ ...append, content: 'Six.' }, { waitMs: 45_000 }), here);
    expect(next.decision).toBe('approved');
    const failing = await desk.submit(body({ ...append, name: 'None' }, { waitMs: 45_000 }), here);
    expect(failing).toMatchObject({ decision: 'declined', reason: expect.stringContaining('None') });
    later(TRUST_MS + 1);
    expect(desk.trusted).toEqual([]);
    expect(await desk.submit(body(append), here)).toMatchObject({ decision: 'pending' });
    expect(desk.items).toHaveLength(2);
  });

  it.each<[string, Partial<ReviewRules>]>([
    ['its own', { reviewClients: [{ client: 'Claude', mode: 'ask-always' }] }],
    ['the general one', { reviewMode: 'ask-always' }],
    ["a folder's", { reviewFolders: [{ folder: 'Contracts', mode: 'read-only' }] }],
  ])('no longer accepts everything of a client once a rule for it is tightened: %s', async (_which, tightened) => {
    rules = { reviewMode: 'ask-risky', reviewClients: [{ client: 'Claude', mode: 'write' }], reviewFolders: [] };
    const desk = openDesk();
    await desk.acceptAllOf('Claude');
    expect(desk.trusted.map(({ client }) => client)).toEqual(['Claude']);
    let told = 0;
    desk.onChange(() => told++);
    rules = { ...rules, ...tightened };
    await desk.rulesChanged();
    expect(desk.trusted).toEqual([]);
    expect(told).toBeGreaterThan(0);
    await desk.submit(body(append), here);
    await planned(desk);
    expect(bench.text('A.md')).toBe(NOTE);
  });

  it('does not accept everything of a client that may only read: it could not write', async () => {
    const desk = openDesk();
    await desk.submit(body(append), here);
    expect(desk.canTrust('Claude')).toBe(true);
    rules = { ...rules, reviewClients: [{ client: 'claude', mode: 'read-only' }] };
    await desk.rulesChanged();
    expect(desk.canTrust('Claude')).toBe(false);
    await desk.acceptAllOf('Claude');
    expect([desk.trusted, desk.items.length, bench.text('A.md')]).toEqual([[], 1, NOTE]);
  });

  it('writes nothing unseen that the person does not want whole, or where nothing is to be written', async () => {
    bench = await openBench({ 'A.md': NOTE, 'B.md': NOTE, 'In/C.md': NOTE, 'In/D.md': NOTE });
    const desk = openDesk();
    const ids: string[] = [];
    for (const name of ['A', 'B', 'In/C'])
      ids.push((await desk.submit(body({ ...append, name }, { paths: [`${name}.md`] }), here)).id);
    await vi.waitFor(() => expect(desk.items.every(({ plan }) => plan !== null)).toBe(true), PATIENT);
    rules = { ...rules, reviewFolders: [{ folder: 'In', mode: 'read-only' }] };
    await desk.rulesChanged();
    expect(desk.items.map(({ risks }) => risks.map(({ kind }) => kind))).toEqual([[], [], ['marked-folder']]);
    await desk.acceptAllOf('Claude', ids.slice(0, 1));
    expect(desk.items.map(({ id }) => id)).toEqual([ids[0], ids[2]]);
    await writeFile(join(bench.root, 'A.md'), `Zero.\n${NOTE}`);
    await bench.engine.refresh({ paths: ['A.md'] });
    desk.filesChanged(['A.md']);
    await vi.waitFor(() => expect(desk.items[0]?.hasChanged).toBe(true), PATIENT);
    expect(desk.items.map(({ id }) => id)).toEqual([ids[0], ids[2]]);
    expect([bench.text('A.md'), bench.text('B.md')]).toEqual([`Zero.\n${NOTE}`, `${NOTE}Five.\n`]);
    await accept(desk, desk.items[0] as ReviewItem);
    expect(bench.text('A.md')).toBe(`Zero.\n${NOTE}Five.\n`);
    expect(bench.text('In/C.md')).toBe(NOTE);
  });

  it('writes what waits only because its client was new, once the person says how it is to be treated', async () => {
    rules = { ...rules, reviewMode: 'ask-risky' };
    const desk = openDesk();
    const ids: string[] = [];
    const calls: [object, Partial<ReviewBody>?][] = [
      [append],
      [{ ...append, name: 'B' }],
      [{ name: 'B', confirm: true }, { tool: 'delete_note' }],
      [{ ...append, content: 'In part.' }],
      [append, { client: 'Codex' }],
    ];
    for (const [args, more] of calls) ids.push((await desk.submit(body(args, more), here)).id);
    await vi.waitFor(() => expect(desk.items.every(({ plan }) => plan !== null)).toBe(true), PATIENT);
    await desk.setRule('Codex', 'ask-always');
    expect(desk.items).toHaveLength(5);
    await desk.setRule('Claude', 'write', ids.slice(3, 4));
    expect(desk.items.map(({ id }) => id)).toEqual(ids.slice(2));
    expect([bench.text('A.md'), bench.text('B.md')]).toEqual([`${NOTE}Five.\n`, `${NOTE}Five.\n`]);
  });

  it('lets what waits wait on where the settings ask about everything', async () => {
    const desk = openDesk();
    await desk.submit(body(append), here);
    await planned(desk);
    await desk.setRule('Claude', 'write');
    expect(desk.items).toHaveLength(1);
    expect(bench.text('A.md')).toBe(NOTE);
  });

  it('lets a rule that the person makes while it is written stand', async () => {
    const desk = openDesk();
    await desk.submit(body(append), here);
    await planned(desk);
    const accepting = desk.acceptAllOf('Claude');
    rules = { ...rules, reviewClients: [{ client: 'Claude', mode: 'ask-always' }] };
    await desk.rulesChanged();
    await accepting;
    expect(desk.items).toEqual([]);
    expect(desk.trusted).toEqual([]);
    expect(rules.reviewClients).toEqual([{ client: 'Claude', mode: 'ask-always' }]);
  });

  it('keeps what waits, and answers, for 24 hours across restarts, in a file for this person alone', async () => {
    const first = openDesk();
    const waiting = await first.submit(body(append), here);
    const answered = await first.submit(body({ ...append, name: 'B' }), here);
    await first.decline(answered.id, 'No.');
    await first.close();
    if (process.platform !== 'win32') expect((await stat(join(folder, REVIEW_FILE))).mode & 0o777).toBe(0o600);
    const second = openDesk();
    expect(await second.answer(answered.id, 0, here)).toMatchObject({ decision: 'declined', reason: 'No.' });
    const item = await planned(second);
    expect(item.id).toBe(waiting.id);
    later(REVIEW_KEPT_MS + 1);
    expect(second.items).toEqual([]);
    await expect(openDesk().answer(waiting.id, 0, here)).rejects.toMatchObject({ code: 'not_found' });
    await expect(openDesk().answer(answered.id, 0, here)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('drops what waited for 24 hours of which the computer slept through most, as its timers did', async () => {
    const desk = openDesk();
    await desk.submit(body(append), here);
    await planned(desk);
    now += REVIEW_KEPT_MS;
    // The timers go on where they were when it fell asleep.
    timers = timers.map(({ at, task }) => ({ at: at + REVIEW_KEPT_MS, task }));
    expect(desk.items).toHaveLength(1);
    later(60_000);
    expect(desk.items).toEqual([]);
  });

  it('knows what was asked for where it can no longer be planned, and plans it once it can', async () => {
    const first = openDesk();
    const args = { source: 'A', destination: 'In/A' };
    await first.submit(body(args, { tool: 'move_note', paths: ['A.md', 'In/A.md'] }), here);
    await first.close();
    bench.put('In/A.md', 'In the way.\n');
    const second = openDesk();
    await second.load();
    await vi.waitFor(() => expect(second.items[0]?.problem).toBeTruthy(), PATIENT);
    expect(second.items[0]).toMatchObject({ plan: null, claimed: { deed: { kind: 'move', from: 'A', to: 'In/A' } } });
    await rm(join(bench.root, 'In/A.md'));
    second.filesChanged(['In/A.md']);
    expect(await planned(second)).toMatchObject({ problem: null });
  });

  it('is closed once what was being written is, and what became of it saved', async () => {
    let goOn = (): void => undefined;
    const gate = new Promise<void>((resolve) => (goOn = resolve));
    const first = openDesk(async (...call) => {
      const carried = await carryOut(...call);
      await gate;
      return carried;
    });
    const asked = await first.submit(body(append), here);
    const accepting = accept(first, await planned(first));
    await vi.waitFor(() => expect(bench.text('A.md')).toBe(`${NOTE}Five.\n`), PATIENT);
    const closing = first.close().then(async () => openDesk().answer(asked.id, 0, here));
    goOn();
    expect(await closing).toMatchObject({ decision: 'approved', result: { path: 'A.md' } });
    await accepting;
  });

  it('warns about a change during whose writing the app ended, and reads past damage', async () => {
    const first = openDesk();
    await first.submit(body(append), here);
    await first.close();
    const file = join(folder, REVIEW_FILE);
    const saved = JSON.parse(await readFile(file, 'utf8')) as { waiting: object[]; settled: unknown[] };
    saved.waiting = [{ ...saved.waiting[0], began: true }, { id: 'review-x' }];
    await writeFile(file, JSON.stringify({ ...saved, settled: 7 }));
    const second = openDesk();
    await second.load();
    expect(await planned(second)).toMatchObject({ wasInterrupted: true, problem: null });
    expect(second.items).toHaveLength(1);
    await second.acceptAllOf('Claude');
    expect([second.items.length, bench.text('A.md')]).toEqual([1, NOTE]);
    await writeFile(file, '{"waiting": [');
    const third = openDesk();
    await third.load();
    expect(third.items).toEqual([]);
  });

  it('waits for the index', async () => {
    isReady = false;
    const desk = openDesk();
    await desk.submit(body(append), here);
    await vi.waitFor(() => expect(timers.length).toBeGreaterThan(1), PATIENT);
    expect(desk.items[0]).toMatchObject({ plan: null, problem: null, claimed: { diff: '+Five.' } });
    isReady = true;
    later(1_000);
    expect((await planned(desk)).problem).toBeNull();
  });
});
