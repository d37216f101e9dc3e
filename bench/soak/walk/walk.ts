import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AppDriver } from '../../../e2e/driver/driver.ts';
import { outside, violationsIn } from '../../../e2e/driver/page-checks.ts';
import { startSandboxDriver } from '../../../e2e/driver/sandbox-driver.ts';
import { seededRandom, type Random } from '../../../shared/kit/random.ts';
import { inTime } from '../../../shared/kit/time/deadline.ts';
import type { Outcome, SoakOptions } from '../scenario.ts';
import { Server } from '../../support/server.ts';
import { until } from '../../support/idle-server.ts';
import { notePaths } from '../../support/scratch-vault.ts';
import { ODD_WORDS, oddVault } from './odd-vault.ts';
import { Walker } from './walker.ts';

const READY_MS = 300_000;
const LOOK_EVERY_MS = 100;
/** A step takes a second or two; whoever hangs is told. */
const STEP_MS = 60_000;
/** Of what was done before a problem. */
const SHOWN_STEPS = 6;
const SAMPLED_NOTES = 20;
/** A pane of less has no room for its own buttons: the window is too narrow for all that is open. */
const NARROWEST = 250;
/** Values that were never meant to be read. */
const NOT_WORDS = /\[object |\bNaN\b|Invalid Date|Cannot read|is not a function/u;

/**
 * A person clicks and types anywhere in all screens, on a vault of odd notes (or `--vault`), in windows of several
 * sizes, from left to right and from right to left, while an assistant reads, edits, moves and deletes. No error may
 * come, nothing may break WCAG 2 (A and AA) or reach out of its pane, and no HTML of a note may run.
 */
export async function walkAbout(options: SoakOptions): Promise<Outcome> {
  const random = seededRandom(options.seed);
  const settings = { embedder: 'lsa' };
  const driver = await startSandboxDriver(
    options.vault === undefined ? { files: oddVault(random), settings } : { vault: options.vault, settings },
  );
  const server = Server.start({ script: options.script, vault: driver.vaultPath, dataDir: driver.dataDir });
  try {
    const isReady = async (): Promise<boolean> =>
      (await driver.page.locator('.status-bar').innerText()).includes('Loom: ready');
    await until(isReady, Boolean, LOOK_EVERY_MS, READY_MS);
    await server.initialize();
    const paths = await notePaths(driver.vaultPath);
    const words = options.vault === undefined ? ODD_WORDS : await wordsOf(driver.vaultPath, paths, random);
    return await walk(options, driver, server, { random, paths, words });
  } finally {
    await server.close().catch(() => undefined);
    await driver.close();
  }
}

async function walk(
  { walked, say }: SoakOptions,
  driver: AppDriver,
  server: Server,
  subjects: { random: Random; paths: readonly string[]; words: readonly string[] },
): Promise<Outcome> {
  const problems = new Map<string, string>();
  let looks = 0;
  const walker: Walker = new Walker({
    ...subjects,
    driver,
    server,
    onFault: (error) => tell(String(error)),
    look: async (root) => {
      looks++;
      for (const problem of await problemsIn(driver, root)) tell(problem);
    },
  });
  const tell = (problem: string): void => {
    // The same problem with another note is not a new one.
    const kind = problem.slice(0, 120).replace(/\d+/gu, '0');
    if (!problems.has(kind)) problems.set(kind, `${problem} (after: ${walker.done.slice(-SHOWN_STEPS).join('; ')})`);
  };
  let isGone = false;
  driver.page.on('crash', () => {
    isGone = true;
    tell('the page crashed');
  });
  for (let step = 0; step < walked && !isGone; step++) {
    await inTime(STEP_MS, walker.step(), tooLong).catch((error: unknown) => tell(String(error)));
    for (const error of isGone ? [] : await driver.errors()) tell(error);
    if (step % 100 === 99) say(`${step + 1} steps, ${problems.size} problems`);
  }
  return { problems: [...problems.values()], numbers: `${walker.done.length} things done, ${looks} screens looked at` };
}

async function problemsIn({ page }: AppDriver, root: string): Promise<string[]> {
  const element = page.locator(root).last();
  if (!(await element.isVisible())) return [];
  const text = await element.innerText();
  const odd = NOT_WORDS.exec(text);
  const { width } = (await element.boundingBox()) ?? { width: 0 };
  return [
    ...(odd === null ? [] : [`${root} says: ${text.slice(Math.max(0, odd.index - 100), odd.index + 100)}`]),
    ...((await page.evaluate(() => 'walked' in window)) ? ['HTML of a note ran'] : []),
    ...(width < NARROWEST ? [] : await outside(page, root)).map((html) => `${root}, reaches out: ${html}`),
    ...(await violationsIn(page, root)).map((violation) => `${root}, ${violation}`),
  ];
}

function tooLong(): never {
  throw new Error(`a step took over ${STEP_MS / 1000} s`);
}

async function wordsOf(vault: string, paths: readonly string[], random: Random): Promise<string[]> {
  const texts = await Promise.all(
    Array.from({ length: SAMPLED_NOTES }, () => readFile(join(vault, random.pick(paths)), 'utf8')),
  );
  return texts.flatMap((text) => (text.match(/[\p{L}\p{N}]{3,}/gu) ?? []).slice(10, 30));
}
