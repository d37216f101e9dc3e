import { readdir, readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import type { Locator } from 'playwright';
import { expect, vi } from 'vitest';
import { PATIENT, type JourneyHost } from './hosts.ts';

const TYPE = 'vault-loom-activity';
export const NOTE = 'Projects/Rain Barrel Irrigation.md';
export const MOVED = 'Recipes/Saffron Buns.md';
export const TARGET = 'Archive/Saffron Buns.md';

export const PANE = `.workspace-leaf-content[data-type="${TYPE}"]`;
export const pane = ({ driver }: JourneyHost): Locator => driver.page.locator(PANE);
export const changes = (host: JourneyHost): Locator => pane(host).locator('.mod-change');
export const runs = (host: JourneyHost): Locator => pane(host).locator('.mod-run');
export const notes = (host: JourneyHost): Locator => pane(host).locator('.mod-note');
export const shows = (host: JourneyHost, text: RegExp): Promise<void> =>
  vi.waitFor(async () => expect(await pane(host).innerText()).toMatch(text), PATIENT);
/** Away from the rows, which do not move under the pointer or the focus. */
export const leave = async ({ driver }: JourneyHost): Promise<void> => {
  await driver.page.mouse.move(5, 5);
  await driver.page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  // When rows move, the page loses the focus that the window keeps.
  await driver.evaluate((app) => (app.workspace.containerEl.ownerDocument.activeElement as HTMLElement | null)?.blur());
  await driver.settle();
};
export const lastNotice = ({ driver }: JourneyHost): Locator => driver.page.locator('.notice').last();
export const command = async ({ driver }: JourneyHost, id: string): Promise<void> => {
  expect(await driver.evaluate((app, name) => app.commands.executeCommandById(`vault-loom:${name}`), id)).toBe(true);
  await driver.settle();
};

/** Every note of the vault with its bytes, as text that can be compared. */
export async function notesOf(vault: string): Promise<Record<string, string>> {
  const names = await readdir(vault, { recursive: true });
  const paths = names.filter((name) => !name.startsWith('.') && /\.(?:md|canvas)$/u.test(name)).sort();
  return Object.fromEntries(
    await Promise.all(paths.map(async (path) => [path, (await readFile(join(vault, path))).toString('base64')])),
  ) as Record<string, string>;
}

/**
 * An assistant that calls itself Claude Code, with the built server on the journey's vault; a call that fails throws.
 */
export interface ActivityClient {
  client: Client;
  call: (name: string, args: Record<string, unknown>) => Promise<void>;
}

export async function connectClient({ driver }: JourneyHost): Promise<ActivityClient> {
  const client = new Client({ name: 'claude-code', version: '2.0.0' });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [join(import.meta.dirname, '../../../dist/bridge/cli.mjs')],
      env: {
        ...(process.env as Record<string, string>),
        VAULT_PATH: await realpath(driver.vaultPath),
        VAULT_LOOM_DATA_DIR: driver.dataDir,
      },
      stderr: 'ignore',
    }),
  );
  return {
    client,
    call: async (name, args) => {
      const result = await client.callTool({ name, arguments: args });
      expect(result.isError, JSON.stringify(result.content)).not.toBe(true);
    },
  };
}
