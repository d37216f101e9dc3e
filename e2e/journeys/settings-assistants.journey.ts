import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect, it, vi } from 'vitest';
import { expectAccessible } from './kits/accessibility-kit.ts';
import { BY_WORDS_ALONE, journey, PATIENT } from './kits/hosts.ts';
import { clickOn, clipboard, close, dataFolder, open, row, saved, says, tab, typeInto } from './kits/settings-kit.ts';

const SERVER_FILE = join(import.meta.dirname, '..', '..', 'dist', 'bridge', 'cli.mjs');

journey('the settings about assistants', BY_WORDS_ALONE, (host) => {
  it('give the exact text for this vault, which is what is copied', async () => {
    const { driver } = host();
    const vaultPath = await driver.evaluate((app) =>
      (app.vault.adapter as unknown as { getBasePath(): string }).getBasePath(),
    );
    await open(host());
    await says(host(), 'Node.js', /^(Found|Not found|Version)/u);
    await says(host(), 'Server file', 'is not on this computer yet');
    const own = row(host(), 'Server file');
    expect(await own.locator('code').innerText()).toMatch(/^npx -y vault-loom@\d+\.\d+\.\d+ doctor /u);
    await own.scrollIntoViewIfNeeded();
    await host().picture('light-no-server');
    await typeInto(host(), own.getByLabel('Path of cli.mjs'), SERVER_FILE);
    await driver.page.keyboard.press('Tab');
    await driver.settle();
    await says(host(), 'Server file', SERVER_FILE);

    await clickOn(host(), tab(host(), 'Claude Desktop'));
    const panel = driver.page.getByRole('tabpanel');
    await vi.waitFor(async () => expect(await panel.innerText()).toContain('claude_desktop_config.json'), PATIENT);
    await clickOn(host(), panel.getByRole('button', { name: 'Copy: Claude Desktop' }));
    await panel.getByRole('button', { name: 'Copied: Claude Desktop' }).waitFor();
    const { mcpServers } = JSON.parse(await clipboard(host())) as {
      mcpServers: Record<string, { args: string[]; env: { VAULT_PATH: string } }>;
    };
    expect(mcpServers['vault-loom']).toMatchObject({ args: [SERVER_FILE], env: { VAULT_PATH: vaultPath } });
    expect(await panel.locator('pre').last().innerText()).toBe((await clipboard(host())).trimEnd());
    await host().picture('light-connect');
  });

  it('go through the assistants by the arrows, as one stop of the Tab key', async () => {
    const { driver } = host();
    const chosen = (): Promise<string | null> =>
      driver.page.locator('[role="tab"][aria-selected="true"]').textContent();
    expect(await driver.page.locator('[role="tab"][tabindex="0"]').count()).toBe(1);
    await tab(host(), 'Claude Desktop').focus();
    const after = async (key: string): Promise<string | null> => {
      await driver.page.keyboard.press(key);
      await driver.settle();
      return chosen();
    };
    expect([await after('ArrowRight'), await after('ArrowRight'), await after('Home'), await after('End')]).toEqual([
      'Cursor',
      'VS Code',
      'Claude Code',
      'Any other',
    ]);
    await after('Home');
    const panel = driver.page.getByRole('tabpanel');
    const command = panel.locator('pre').first();
    expect(await command.innerText()).toMatch(/^claude mcp add --env .*VAULT_PATH=/u);
    await panel.getByRole('button', { name: 'Copy: In one paste, into a terminal' }).focus();
    await driver.page.keyboard.press('Enter');
    await driver.settle();
    await vi.waitFor(async () => expect(await clipboard(host())).toBe(await command.innerText()), PATIENT);
  });

  it('tell which assistant has asked, by the name that it gives itself', async () => {
    const { driver } = host();
    const dataDir = await dataFolder(host());
    await says(host(), 'Connected', 'No assistant has connected yet');
    const client = new Client({ name: 'claude-code', version: '2.0.0' });
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [SERVER_FILE],
        env: { VAULT_PATH: driver.vaultPath, VAULT_LOOM_DATA_DIR: dataDir },
        stderr: 'inherit',
      }),
    );
    await vi.waitFor(
      async () =>
        expect(await row(host(), 'Connected').locator('li').allInnerTexts()).toEqual([
          expect.stringMatching(/^Claude Code, (just now|\d+ s ago)$/u),
        ]),
      PATIENT,
    );
    await vi.waitFor(
      async () =>
        expect(await host().driver.page.getByRole('tabpanel').innerText()).toMatch(/Connected (just now|\d+ s ago)\./u),
      PATIENT,
    );
    await client.callTool({ name: 'read_note', arguments: { name: 'Garden/Notes.md' } });
    await client.close();
    // The server has recorded where it is.
    const path = row(host(), 'Server file').getByLabel('Path of cli.mjs');
    await typeInto(host(), path, '');
    await driver.page.keyboard.press('Tab');
    await driver.settle();
    await says(host(), 'Server file', `: ${SERVER_FILE}`);
    await says(host(), 'Server file', /^Found, version \d/u);
  });

  it('take the path of the server in quotation marks, and forget a wrong one with what was said of it', async () => {
    const field = row(host(), 'Server file').locator('input');
    const give = async (path: string): Promise<void> => {
      await typeInto(host(), field, path);
      await field.press('Enter');
      await host().driver.settle();
    };
    await give('nowhere');
    await says(host(), 'Server file', 'There is no cli.mjs at nowhere.');
    await give('');
    await says(host(), 'Server file', /^Found, version \d/u);
    await give(`"${SERVER_FILE}"`);
    await says(host(), 'Server file', `As you said: ${SERVER_FILE}`);
    await give('');
    await says(host(), 'Server file', /^Found, version \d/u);
  });

  it('keep the focus on what copies a text, which is another once the server is gone or found', async () => {
    const { driver } = host();
    const note = join(await dataFolder(host()), 'server.json');
    const focused = (): Promise<string | null> =>
      driver.page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? null);
    const copy = driver.page.getByRole('tabpanel').getByRole('button', { name: 'Copy: Claude Code' });
    await copy.focus();
    await driver.settle();
    await rename(note, `${note}.gone`);
    await says(host(), 'Server file', 'is not on this computer yet');
    await driver.settle();
    expect(await focused()).toBe('Copy: Claude Code');
    const command = row(host(), 'Server file').locator('code');
    await row(host(), 'Server file').getByRole('button', { name: 'Copy: Server file' }).focus();
    await driver.settle();
    expect(await command.innerText()).toMatch(/^npx -y vault-loom/u);
    await rename(`${note}.gone`, note);
    await says(host(), 'Server file', /^Found, version \d/u);
    await driver.settle();
    expect(await command.count()).toBe(0);
    expect(await focused()).toBe('Path of cli.mjs');
    await copy.focus();
    await driver.page.keyboard.press('Enter');
    await driver.settle();
    expect(JSON.parse(await clipboard(host()))).toMatchObject({
      mcpServers: { 'vault-loom': { args: [SERVER_FILE] } },
    });
    // What is read out does not change each second.
    const heard = driver.page.getByRole('tabpanel').getByRole('status');
    expect(await heard.innerText()).toBe('Connected');
  });

  it('hold what each assistant may do, also what was said elsewhere, and take it back', async () => {
    const { driver } = host();
    const level = driver.page.getByLabel('Before Claude Code writes');
    const chosen = (): Promise<string> =>
      level.evaluate((select: HTMLSelectElement) => select.selectedOptions[0]?.text ?? '');
    await vi.waitFor(async () => expect(await chosen()).toBe('As above'), PATIENT);
    // As the buttons of Review do.
    await driver.evaluate((app) => {
      const plugin = app.plugins.plugins['vault-loom'] as unknown as {
        companion: { review: { setRule(client: string, mode: string): Promise<void> } };
      };
      return plugin.companion.review.setRule('claude-code', 'read-only');
    });
    await vi.waitFor(async () => expect(await chosen()).toBe('Never: read only'), PATIENT);
    await level.scrollIntoViewIfNeeded();
    await host().picture('light-assistants');
    await expectAccessible(driver, '.vertical-tab-content');
    await driver.page.getByRole('button', { name: 'Forget Claude Code' }).press('Enter');
    await vi.waitFor(async () => expect((await saved(host())).reviewClients).toEqual([]), PATIENT);
    await vi.waitFor(async () => expect(await chosen()).toBe('As above'), PATIENT);
    await level.selectOption({ label: 'Always ask me' });
    await driver.settle();
    await vi.waitFor(
      async () => expect((await saved(host())).reviewClients).toEqual([{ client: 'claude-code', mode: 'ask-always' }]),
      PATIENT,
    );
  });

  it("answer the app's command line", async () => {
    const { driver } = host();
    // The app runs them from a terminal alone.
    if (driver.name !== 'sandbox') return;
    const run = (...words: [string, ...string[]]): Promise<string> =>
      driver.evaluate((app, [name, ...rest]) => app.cli.run(`vault-loom:${name}`, ...rest), words);
    expect(await run('search', 'query=rain barrel', 'by=words', 'limit=3')).toMatch(
      /^Projects\/Rain Barrel.*\n {2}\S/u,
    );
    expect(JSON.parse(await run('search', 'query=rain', 'format=json')) as object).toHaveProperty('rows');
    expect(await run('search')).toBe('Error: Give query=<text>.');
    expect(await run('related', 'file=Rain Barrel Irrigation')).toMatch(/\.md {2}\S/u);
    expect(JSON.parse(await run('related', 'path=None.md', 'format=json'))).toMatchObject({
      error: { code: 'note_not_found' },
    });
    expect(await run('related', 'path=Summer 2026.canvas')).toBe('Error: “Summer 2026.canvas” is not a note.');
    expect(await run('related', "file=Dad's Appointments")).toContain('is left out by .vaultloomignore');
    expect(await run('search', 'query=rain', 'by=meaning')).toMatch(/Search by meaning cannot answer.*by=words/u);
    expect(await run('status')).toMatch(/notes can be found\..*\n.*\nListening on port \d+/u);
    expect(JSON.parse(await run('status', 'format=json'))).toMatchObject({ clients: [{ name: 'claude-code' }] });
  });

  it('still list an assistant of an earlier run, until the person forgets it', async () => {
    const { driver } = host();
    await driver.evaluate(async (app) => {
      await app.plugins.disablePlugin('vault-loom');
      await app.plugins.enablePlugin('vault-loom');
    });
    await open(host());
    await says(host(), 'Connected', 'No assistant has connected yet');
    const level = driver.page.getByLabel('Before Claude Code writes');
    const forgetIt = driver.page.getByLabel('Forget Claude Code');
    const levels = async (): Promise<unknown> => {
      const { reviewClients, forgottenClients } = await saved(host());
      return [reviewClients, forgottenClients];
    };
    await level.waitFor();
    await clickOn(host(), forgetIt);
    await vi.waitFor(async () => expect(await level.count()).toBe(0), PATIENT);
    await vi.waitFor(
      async () => expect(await levels()).toEqual([[], [{ client: 'claude-code', at: expect.any(Number) as number }]]),
      PATIENT,
    );
    await close(host());
    await open(host());
    await says(host(), 'Individual assistants', 'once it has connected');
    expect(await level.count()).toBe(0);
    expect(await driver.errors()).toEqual([]);
  });

  it('keep what holds for a folder when the app renames it', async () => {
    const { driver } = host();
    await driver.evaluate((app) => {
      const plugin = app.plugins.plugins['vault-loom'] as unknown as {
        settingsStore: { change(changes: object): Promise<void> };
      };
      return plugin.settingsStore.change({
        reviewFolders: [{ folder: 'Travel', mode: 'read-only' }],
        excludedFolders: ['Recipes'],
      });
    });
    for (const [from, to] of [
      ['Travel', 'Journeys'],
      ['Recipes', 'Cooking'],
    ] as const)
      await driver.evaluate(
        async (app, names) => {
          const folder = app.vault.getFolderByPath(names.from);
          if (folder === null) throw new Error(`no ${names.from}`);
          await app.fileManager.renameFile(folder, names.to);
        },
        { from, to },
      );
    await vi.waitFor(
      async () =>
        expect(await saved(host())).toMatchObject({
          reviewFolders: [{ folder: 'Journeys', mode: 'read-only' }],
          excludedFolders: ['Cooking'],
        }),
      PATIENT,
    );
  });
});
