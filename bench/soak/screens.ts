import type { AppDriver } from '../../e2e/driver/driver.ts';
import { startSandboxDriver } from '../../e2e/driver/sandbox-driver.ts';
import { seededRandom } from '../../shared/kit/random.ts';
import { makeQueries } from '../support/queries.ts';
import { until } from '../support/idle-server.ts';
import { notePaths, sampleNotes } from '../support/scratch-vault.ts';
import { onStage, seconds, type Outcome, type SoakOptions } from './scenario.ts';

const QUERIES = 10;
const READY_MS = 300_000;
const FOLLOWED_MS = 10_000;
const LOOK_EVERY_MS = 50;

/** The head of the pane of related notes. */
const HEAD = '[data-type="vault-loom-related"] .vault-loom-related-head';

/** A person looks around in a large vault: types queries, opens the map, and goes from note to note. */
export function useScreens(options: SoakOptions): Promise<Outcome> {
  return onStage(options, async ({ vault }) => {
    const queries = makeQueries(await sampleNotes(vault, 200, options.seed), QUERIES, options.seed);
    const random = seededRandom(options.seed);
    const paths = await notePaths(vault);
    const opened = Array.from({ length: options.opened }, () => random.pick(paths).normalize('NFC'));
    const driver = await startSandboxDriver({ vault });
    try {
      const problems: string[] = [];
      const started = performance.now();
      const isReady = async (): Promise<boolean> => (await statusOf(driver)).includes('Loom: ready');
      if ((await until(isReady, Boolean, LOOK_EVERY_MS, READY_MS)) === null) problems.push('never ready');
      const readyMs = performance.now() - started;
      const found = await typeQueries(driver, queries);
      if (found < queries.length) problems.push(`${queries.length - found} of ${queries.length} queries found nothing`);
      problems.push(...(await openMap(driver)), ...(await followNotes(driver, opened)), ...(await driver.errors()));
      return {
        problems,
        numbers: `${paths.length} notes, ready after ${seconds(readyMs)}; ${found} of ${queries.length} queries found something; ${opened.length} notes opened`,
      };
    } finally {
      await driver.close();
    }
  });
}

const statusOf = (driver: AppDriver): Promise<string> => driver.page.locator('.status-bar').innerText();

/** How many of the queries found a note. */
async function typeQueries(driver: AppDriver, queries: readonly string[]): Promise<number> {
  let found = 0;
  for (const query of queries) {
    await run(driver, 'search');
    await driver.page.keyboard.type(query);
    const rows = driver.page.locator('.vault-loom-search [role="option"]');
    if (
      (await until(
        () => rows.count(),
        (count) => count > 0,
        LOOK_EVERY_MS,
        FOLLOWED_MS,
      )) !== null
    )
      found++;
    await driver.page.keyboard.press('Escape');
    await driver.settle();
  }
  return found;
}

async function openMap(driver: AppDriver): Promise<string[]> {
  await run(driver, 'map');
  const circles = driver.page.locator('[data-type="vault-loom-map"] svg circle');
  const isDrawn = await until(
    () => circles.count(),
    (count) => count > 0,
    LOOK_EVERY_MS,
    READY_MS,
  );
  return isDrawn === null ? ['the map stayed empty'] : [];
}

async function followNotes(driver: AppDriver, paths: readonly string[]): Promise<string[]> {
  const problems: string[] = [];
  await run(driver, 'related');
  for (const path of paths) {
    await driver.evaluate(async (app, to) => {
      const file = app.vault.getFileByPath(to);
      if (file !== null) await app.workspace.getLeaf(false).openFile(file);
    }, path);
    await driver.settle();
    const shown = (): Promise<string | null> => driver.page.locator(HEAD).getAttribute('data-path');
    if ((await until(shown, (head) => head === path, LOOK_EVERY_MS, FOLLOWED_MS)) === null)
      problems.push(`the related notes did not follow to "${path}"`);
  }
  return problems;
}

async function run(driver: AppDriver, command: string): Promise<void> {
  await driver.evaluate((app, id) => app.commands.executeCommandById(`vault-loom:${id}`), command);
  await driver.settle();
}
