import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe } from 'vitest';
import type { AppDriver } from '../../driver/driver.ts';
import { startRealAppDriver } from '../../driver/real-app-driver.ts';
import { startSandboxDriver } from '../../driver/sandbox-driver.ts';
import type { GivenSettings } from '../../driver/vault-copy.ts';

const REAL_APP = process.env.VAULT_LOOM_APP;

/** How long to wait for asynchronous effects, such as a note being saved. */
export const PATIENT = { timeout: 20_000, interval: 50 };

/** One host for all the steps of a journey. */
export interface JourneyHost {
  driver: AppDriver;
  /** Saves a screenshot of the window in a temporary folder; its path goes to stderr. */
  picture(name: string): Promise<void>;
}

/**
 * For journeys that are not about meaning: embedding the sample vault keeps a core busy for 16 s, which all other
 * journeys would wait for.
 */
export const BY_WORDS_ALONE: GivenSettings = { embedder: 'none' };
export const AS_INSTALLED: GivenSettings = {};

/**
 * Describes a journey in each host: in the sandbox, and in the app if `VAULT_LOOM_APP` names its executable. `steps`
 * gets a function that returns the running host.
 */
export function journey(name: string, settings: GivenSettings, steps: (host: () => JourneyHost) => void): void {
  describe(`${name}, in the sandbox`, () => inHost(() => startSandboxDriver({ settings }), steps));
  if (REAL_APP === undefined)
    describe.skip(`${name}, in the app (skipped: VAULT_LOOM_APP does not name its executable)`, () => steps(noHost));
  else describe(`${name}, in the app`, () => inHost(() => startRealAppDriver(REAL_APP, settings), steps));
}

function inHost(start: () => Promise<AppDriver>, steps: (host: () => JourneyHost) => void): void {
  let host: (JourneyHost & { keepFailure(name: string): Promise<void> }) | null = null;
  let failures = 0;
  beforeAll(async () => {
    const driver = await start();
    let folder: string | null = null;
    const pathOf = async (file: string): Promise<string> => {
      folder ??= await mkdtemp(join(tmpdir(), `vault-loom-pictures-${driver.name}-`));
      return join(folder, file);
    };
    host = {
      driver,
      picture: async (name) => {
        const path = await pathOf(`${name}.png`);
        await driver.page.screenshot({ path });
        console.error(`Picture: ${path}`);
      },
      keepFailure: async (name) => {
        await host?.picture(name);
        const path = await pathOf(`${name}.html`);
        await writeFile(path, await driver.page.content());
        console.error([`Document: ${path}`, ...(await driver.errors())].join('\n'));
      },
    };
  });
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await host?.keepFailure(`failed-${String(++failures)}`);
  });
  afterAll(() => host?.driver.close());
  steps(() => host ?? noHost());
}

function noHost(): never {
  throw new Error('The host is not running.');
}
