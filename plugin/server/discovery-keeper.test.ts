import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Discovery } from '../../shared/protocol/discovery.ts';
import { scheduleTimeout, type Schedule } from '../../shared/kit/time/schedule.ts';
import { isSiblingThere } from './ask-sibling.ts';
import { removeDiscovery } from './discovery-file.ts';
import { DiscoveryKeeper, type DiscoveryKeeperOptions } from './discovery-keeper.ts';
import { newToken } from './guard.ts';
import { startTestServer, TEST_SECRET, type TestServer } from './server-test-kit.ts';

const PATIENT = { timeout: 10_000, interval: 10 };
const QUICK = { everyMs: 20, eagerTimes: 10, settlesMs: 600_000, reluctantMs: 60_000 };

let folder: string;
const keepers: DiscoveryKeeper[] = [];
const servers: TestServer[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'discovery-keeper-'));
});
afterEach(async () => {
  for (const keeper of keepers.splice(0)) keeper.stop();
  for (const { server } of servers.splice(0)) await server.close();
  await rm(folder, { recursive: true, force: true });
});

interface Window {
  own: Discovery;
  test: TestServer;
  keeper: DiscoveryKeeper;
  /** Resolves when it has looked at the file a few more times. */
  looked: () => Promise<void>;
}

/** A window of the vault: its server, and its part in the discovery file. */
async function openWindow(more: Partial<DiscoveryKeeperOptions> = {}): Promise<Window> {
  const test = await startTestServer();
  servers.push(test);
  const own: Discovery = {
    port: test.server.port ?? 0,
    token: test.token,
    pid: 1,
    pluginVersion: '1.2.3',
    startedAt: '2026-01-01T00:00:00.000Z',
    capabilities: ['status'],
    dataDir: '/data/x',
  };
  let looks = 0;
  const isWanted = (): boolean => ++looks > 0;
  const keeper = new DiscoveryKeeper({
    folder,
    own: () => Promise.resolve(own),
    isSibling: (found) => isSiblingThere(found, TEST_SECRET, 'a vault', scheduleTimeout),
    isWanted,
    pace: QUICK,
    ...more,
  });
  keepers.push(keeper);
  await keeper.publish();
  const looked = async (): Promise<void> => {
    const enough = looks + 10;
    await vi.waitFor(() => expect(looks).toBeGreaterThan(enough), PATIENT);
  };
  return { own, test, keeper, looked };
}

const file = (): string => join(folder, 'discovery.json');
const held = async (): Promise<unknown> => JSON.parse(await readFile(file(), 'utf8'));

describe('the discovery file of a plugin that lives', () => {
  it.each<[string, (own: Discovery) => string]>([
    ["another computer's", (own) => JSON.stringify({ ...own, token: newToken(), port: 9 })],
    [
      'an older one of its own',
      (own) => JSON.stringify({ ...own, token: newToken(), startedAt: '2025-01-01T00:00:00.000Z' }),
    ],
    ['its own with another port', (own) => JSON.stringify({ ...own, port: 9 })],
    ['its own with other capabilities', (own) => JSON.stringify({ ...own, capabilities: [] })],
    ['a torn one', () => '{"port": 271'],
    ['an empty one', () => ''],
  ])('is restored if it was replaced by %s', async (_what, foreign) => {
    const { own } = await openWindow();
    await writeFile(file(), foreign(own));
    await vi.waitFor(async () => expect(await held()).toEqual(own), PATIENT);
  });

  it('is written again if it was removed', async () => {
    const { own } = await openWindow();
    await rm(file());
    await vi.waitFor(async () => expect(await held()).toEqual(own), PATIENT);
  });

  it('is left to another window of the vault while that lives, and taken back when it has gone or was killed', async () => {
    const first = await openWindow();
    const second = await openWindow();
    await first.looked();
    expect(await held()).toEqual(second.own);
    second.keeper.stop();
    await second.test.server.close();
    await vi.waitFor(async () => expect(await held()).toEqual(first.own), PATIENT);
    const third = await openWindow();
    third.keeper.stop();
    removeDiscovery(folder, third.own.token);
    await vi.waitFor(async () => expect(await held()).toEqual(first.own), PATIENT);
  });

  it('is not fought for without end', async () => {
    const stranger = () => Promise.resolve(false);
    const first = await openWindow({ isSibling: stranger, pace: { ...QUICK, eagerTimes: 3 } });
    const second = await openWindow({ isSibling: stranger, pace: { ...QUICK, eagerTimes: 3 } });
    const bothLooked = (): Promise<unknown> => Promise.all([first.looked(), second.looked()]);
    await bothLooked();
    const atRest = await held();
    await bothLooked();
    expect(await held()).toEqual(atRest);
  });

  it('is left alone once the plugin was stopped', async () => {
    const pending = new Set<() => void>();
    const schedule: Schedule = (task, ms) => {
      const run = (): void => {
        pending.delete(run);
        task();
      };
      pending.add(run);
      const cancel = scheduleTimeout(run, ms);
      return () => {
        pending.delete(run);
        cancel();
      };
    };
    const { keeper, looked } = await openWindow({ schedule });
    await looked();
    keeper.stop();
    await writeFile(file(), 'x');
    await vi.waitFor(() => expect(pending.size).toBe(0), PATIENT);
    expect(await readFile(file(), 'utf8')).toBe('x');
  });
});
