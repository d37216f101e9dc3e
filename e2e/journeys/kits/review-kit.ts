import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from 'playwright';
import { afterAll, expect, vi } from 'vitest';
import { changeSettings } from '../../driver/change-settings.ts';
import { PATIENT, type JourneyHost } from './hosts.ts';
import { startAssistant, type Assistant, type CallOutcome } from './mcp-client.ts';

export const TYPE = 'vault-loom-review';
export const MOD = process.platform === 'darwin' ? 'Meta' : 'Control';
export const NOTE = 'Garden/Notes.md';
export const LOG = 'Garden/Compost Log.md';

/** Rows of questions that nobody waits for any more stay. */
const SHORTLY = { timeout: 500, interval: 10 };

export const PANE = `.workspace-leaf-content[data-type="${TYPE}"]`;
export const pane = ({ driver }: JourneyHost): Locator => driver.page.locator(PANE);
export const rows = (host: JourneyHost): Locator => pane(host).locator('[role="option"]');
export const notice = ({ driver }: JourneyHost): Locator => driver.page.locator('.notice', { hasText: 'your yes' });
export const button = (host: JourneyHost, name: RegExp | string): Locator =>
  pane(host).getByRole('button', { name, exact: typeof name === 'string' });
export const text = ({ driver }: JourneyHost, path: string): Promise<string> =>
  readFile(join(driver.vaultPath, path), 'utf8');
export const waits = (host: JourneyHost, count: number): Promise<void> =>
  vi.waitFor(async () => expect(await rows(host).count()).toBe(count), PATIENT);
export const change = ({ driver }: JourneyHost, changes: object): Promise<void> => changeSettings(driver, changes);
export const press = async ({ driver }: JourneyHost, key: string): Promise<void> => {
  await driver.page.keyboard.press(key);
  await driver.settle();
};
/** Once what is shown has been there for long enough to be decided on. */
export const canDecide = (host: JourneyHost, name = 'Accept'): Promise<void> =>
  vi.waitFor(async () => expect(await button(host, name).isEnabled()).toBe(true), PATIENT);
/** A key that is held down comes again and again. */
export const hold = async ({ driver }: JourneyHost, key: string): Promise<void> => {
  const { keyboard } = driver.page;
  await keyboard.down(MOD);
  for (let times = 0; times < 20; times++) {
    await keyboard.down(key);
    await driver.page.waitForTimeout(75);
  }
  await keyboard.up(key);
  await keyboard.up(MOD);
  await driver.settle();
};
export const append = (content: string, name = NOTE): Record<string, unknown> => ({ name, mode: 'append', content });

/** Assistants that are started when they are first asked for, and ended after the journey. */
export function assistantsOf(host: () => JourneyHost) {
  const assistants: Record<string, Assistant> = {};
  const assistant = async (name: string, env: Record<string, string> = {}): Promise<Assistant> =>
    (assistants[name] ??= await startAssistant(host().driver, name, env));
  const open = new Set<Promise<CallOutcome>>();
  const ask = async (tool: string, args: Record<string, unknown>, name = 'Claude'): Promise<Promise<CallOutcome>[]> => {
    const asked = await assistant(name);
    // What has been decided is still shown for a moment, and would be taken for what is asked now.
    await vi.waitFor(async () => expect(await rows(host()).count()).toBe(open.size), SHORTLY).catch(() => undefined);
    // A step that fails leaves calls unanswered when the server ends.
    const call = asked
      .call(tool, args)
      .catch((error: unknown) => ({ error: { code: 'ended', message: String(error) } }));
    open.add(call);
    void call.then(() => open.delete(call));
    return [call];
  };
  afterAll(async () => {
    for (const each of Object.values(assistants)) await each.close();
  });
  return { assistant, ask };
}
