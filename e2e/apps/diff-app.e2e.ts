import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { CallToolResult } from '@modelcontextprotocol/client';
import axe from 'axe-core';
import type { Browser } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { bundleForNode } from '../../build/quick/bundle-for-node.ts';
import { launchChromium } from '../driver/browser.ts';
import { type AppHost, showApp } from './app-host.ts';

const APP_URI = 'ui://vault-loom/diff';
const HOSTILE = '<img src=x onerror="document.title=1"></script><b>bold</b>';
const UI = { extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } } };

let bundle: string;
let browser: Browser;
let folder = '';
let note = '';
let client: Client;
let html = '';
let host: AppHost | undefined;

beforeAll(async () => {
  [bundle, browser] = await Promise.all([bundleForNode('bridge/cli.ts'), launchChromium()]);
  folder = await mkdtemp(join(tmpdir(), 'vault-loom-app-'));
  note = join(folder, 'vault', 'Tea.md');
  await mkdir(join(folder, 'vault', '.obsidian'), { recursive: true });
  await writeFile(note, '# Tea\n\nGreen.\n');
  client = await connect(UI);
  const { contents } = await client.readResource({ uri: APP_URI });
  html = String((contents[0] as { text?: string }).text);
});
afterEach(async () => {
  await host?.page.close();
  host = undefined;
});
afterAll(async () => {
  await client?.close();
  await browser?.close();
  await rm(folder, { recursive: true, force: true });
});

describe.each(['light', 'dark'] as const)('the diff of a dry run, in the %s theme', (theme) => {
  it('is shown as text, without faults of accessibility', async () => {
    const { app, page } = await preview(theme, `Black. ${HOSTILE}`);
    expect(await app.locator('ins').allTextContents()).toContain(`+Black. ${HOSTILE}`);
    expect(await app.locator('del').allTextContents()).toContain('-Green.');
    expect(await app.locator('img, b').count()).toBe(0);
    expect(await app.title()).toBe('Change of a note');
    expect(await app.locator('html').getAttribute('data-theme')).toBe(theme);
    await app.evaluate(axe.source);
    const faults = await app.evaluate(async () => {
      const { axe: inPage } = window as unknown as { axe: typeof axe };
      return (await inPage.run({ runOnly: ['wcag2a', 'wcag2aa'] })).violations.map(({ id }) => id);
    });
    expect(faults).toEqual([]);
    const pictures = process.env['VAULT_LOOM_PICTURES'];
    if (pictures !== undefined) await page.screenshot({ path: join(pictures, `diff-app-${theme}.png`) });
  });
});

describe('apply', () => {
  it('writes the note, by the keyboard alone, and tells the model', async () => {
    const { app, page, asked } = await preview('light', 'White.');
    await app.locator('.diff').focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await saying(app, 'Applied.');
    expect(await readFile(note, 'utf8')).toBe('# Tea\n\nWhite.\n');
    expect(await app.locator('button').isHidden()).toBe(true);
    expect(asked.filter(({ method }) => method === 'ui/update-model-context')).toHaveLength(1);
    await writeFile(note, '# Tea\n\nGreen.\n');
  });

  it('says that the note has changed since, and leaves it', async () => {
    const { app } = await preview('light', 'Oolong.');
    await writeFile(note, '# Tea\n\nGreen.\nMine.\n');
    await app.locator('button').click();
    await saying(app, 'The note has changed since this preview. Nothing has been written.');
    expect(await readFile(note, 'utf8')).toBe('# Tea\n\nGreen.\nMine.\n');
    await writeFile(note, '# Tea\n\nGreen.\n');
  });

  it('says that the preview has expired', async () => {
    const { app } = await preview('light', 'Mate.', (result) => ({
      ...result,
      structuredContent: { ...(result.structuredContent as object), previewId: 'gone' },
    }));
    await app.locator('button').click();
    await saying(app, 'This preview has expired. Nothing has been written.');
  });

  it('is not offered any more once the time is over', async () => {
    const { app } = await preview('light', 'Mate.', (result) => ({
      ...result,
      structuredContent: { ...(result.structuredContent as object), expiresAt: new Date().toISOString() },
    }));
    await saying(app, 'This preview has expired.');
    expect(await app.locator('button').isHidden()).toBe(true);
  });

  it('says that the person declined, with the reason, after asking again for the answer', async () => {
    const answers = [
      refusal({ code: 'pending_review', details: { reviewId: 'question' } }),
      refusal({ code: 'declined', message: 'Declined.', details: { reason: 'Too strong.' } }),
    ];
    const calls: unknown[] = [];
    const { app } = await preview('light', 'Chai.', undefined, async (params) => {
      calls.push(params);
      return answers[calls.length - 1] ?? refusal({ code: 'internal' });
    });
    await app.locator('button').click();
    await saying(app, 'Waiting for your answer in Obsidian.');
    await app.locator('button').click();
    await saying(app, 'You declined this change. Too strong. Nothing has been written.');
    expect(calls).toEqual([
      expect.objectContaining({ name: 'apply_edit_preview' }),
      { name: 'apply_edit_preview', arguments: { previewId: 'question' } },
    ]);
  });
});

it('lists the page with the tool for clients that show apps, and nothing new for others', async () => {
  const plain = await connect({});
  const [without, withApps] = [(await plain.listTools()).tools, (await client.listTools()).tools];
  await plain.close();
  expect(without.filter(({ _meta }) => _meta !== undefined)).toEqual([]);
  const listed = withApps.filter(({ _meta }) => _meta !== undefined);
  expect(listed).toMatchObject([{ name: 'edit_note', _meta: { ui: { resourceUri: APP_URI } } }]);
  expect(withApps.map(({ _meta, ...tool }) => tool)).toEqual(without);
});

async function preview(
  theme: 'light' | 'dark',
  content: string,
  change: (result: CallToolResult) => CallToolResult = (result) => result,
  call = async (params: unknown) => (await client.callTool(params as { name: string })) as CallToolResult,
): Promise<AppHost> {
  host = await showApp(browser, html, { theme, call });
  const args = { name: 'Tea', mode: 'replace_window', search: 'Green.', content, dryRun: true };
  const result = (await client.callTool({ name: 'edit_note', arguments: args })) as CallToolResult;
  expect(result.isError, JSON.stringify(result.content)).not.toBe(true);
  await host.tell('ui/notifications/tool-result', change(result));
  await host.app.locator('.diff').waitFor();
  return host;
}

async function saying(app: AppHost['app'], text: string): Promise<void> {
  await app.locator('[role=status]', { hasText: text }).waitFor({ timeout: 20_000 });
}

function refusal(error: object): CallToolResult {
  return { isError: true, content: [{ type: 'text', text: JSON.stringify({ error }) }] };
}

async function connect(capabilities: object): Promise<Client> {
  const made = new Client({ name: 'app-host', version: '1' }, { capabilities });
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: folder,
    VAULT_PATH: join(folder, 'vault'),
    VAULT_LOOM_EMBEDDER: 'none',
  };
  await made.connect(new StdioClientTransport({ command: process.execPath, args: [bundle], env }));
  return made;
}
