import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startPluginServer, type PluginServer } from '../test-support/plugin-server.ts';
import { createLog } from '../process/log.ts';
import { PluginClient } from './contact/plugin-client.ts';
import { PluginLink } from './contact/plugin-link.ts';
import { createRemoteReview, reviewWait } from './remote-review.ts';

const ID = 'review-00000000-0000-4000-8000-000000000000';
const APPROVED = { id: ID, decision: 'approved', result: { path: 'A.md' } };
const here = new AbortController().signal;

let folder: string;
let server: PluginServer;
let client: PluginClient;
let link: PluginLink;
let vault: string;

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'vault-loom-review-')));
  vault = join(folder, 'Garden');
  await mkdir(vault);
  const dataDir = join(folder, 'data');
  server = await startPluginServer({
    vault,
    dataDir,
    answer: async (path) => {
      if (!path.startsWith('/review/')) return undefined;
      // An app that is a little busy.
      await setTimeout(100);
      return { body: APPROVED };
    },
  });
  client = new PluginClient({ vault, dataFolder: dataDir });
  link = new PluginLink({ vaultRealPath: vault, client, log: createLog('error', () => undefined) });
});
afterEach(async () => {
  link.close();
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

it.each([0, 1, 45_000])('collects an answer that is there, for a client that waits %s ms', async (waitMs) => {
  const review = createRemoteReview({ link, client, vaultRealPath: vault, waitMs });
  expect(await review.collect(ID, here)).toEqual(APPROVED);
  expect(server.requests.at(-1)).toBe(`/review/${ID}?waitMs=${waitMs}`);
});

it('waits as the environment says, in whole milliseconds, 45 s at most', () => {
  const waits = ['0', '1.2345', '45', '46', '-1', 'long', ''].map((text) =>
    reviewWait({ VAULT_LOOM_REVIEW_WAIT: text }),
  );
  expect(waits).toEqual([0, 1_235, 45_000, 45_000, 45_000, 45_000, 45_000]);
  expect(reviewWait({})).toBe(45_000);
});
