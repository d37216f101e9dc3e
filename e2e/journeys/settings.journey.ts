import { readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { createServer as createPort } from 'node:net';
import { join } from 'node:path';
import type { Locator } from 'playwright';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect, it, vi } from 'vitest';
import { freePort } from '../driver/free-port.ts';
import { journey, PATIENT, type JourneyHost } from './hosts.ts';

const modelPort = await freePort();
process.env.VAULT_LOOM_OLLAMA_URL = `http://127.0.0.1:${modelPort}`;

const SERVER_FILE = join(import.meta.dirname, '..', '..', 'dist', 'bridge', 'cli.mjs');

const row = ({ driver }: JourneyHost, name: string): Locator =>
  driver.page.locator('.modal .setting-item', { has: driver.page.getByText(name, { exact: true }) });
const says = (host: JourneyHost, name: string, words: string | RegExp): Promise<void> =>
  vi.waitFor(
    async () => expect(await row(host, name).locator('.setting-item-description').first().textContent()).toMatch(words),
    PATIENT,
  );
const open = async ({ driver }: JourneyHost): Promise<void> => {
  await driver.evaluate((app) => {
    app.setting.open();
    app.setting.openTabById('vault-loom');
  });
  await driver.settle();
};
const close = async ({ driver }: JourneyHost): Promise<void> => {
  await driver.evaluate((app) => app.setting.close());
  await driver.settle();
};
const clickOn = async ({ driver }: JourneyHost, target: Locator): Promise<void> => {
  await target.click();
  await driver.settle();
};
const typeInto = async ({ driver }: JourneyHost, field: Locator, text: string): Promise<void> => {
  await field.fill(text);
  await driver.settle();
};
const folderOf = ({ driver }: JourneyHost): string => join(driver.vaultPath, '.obsidian', 'plugins', 'vault-loom');
const saved = async (host: JourneyHost): Promise<Record<string, unknown>> =>
  JSON.parse(await readFile(join(folderOf(host), 'data.json'), 'utf8').catch(() => '{}')) as Record<string, unknown>;
/** The plugin's, which its settings know. */
const dataFolder = ({ driver }: JourneyHost): Promise<string> =>
  driver.evaluate(
    (app) =>
      (app.plugins.plugins['vault-loom'] as unknown as { companion: { dataFolder: string } }).companion.dataFolder,
  );
const clipboard = ({ driver }: JourneyHost): Promise<string> => driver.evaluate(() => navigator.clipboard.readText());
const tab = ({ driver }: JourneyHost, name: string): Locator => driver.page.getByRole('tab', { name, exact: true });
const statusBar = ({ driver }: JourneyHost): Locator => driver.page.locator('.status-bar-item.plugin-vault-loom');

/** A server of models that knows one. */
function startModels(): Promise<Server> {
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const { input = [] } = JSON.parse(Buffer.concat(parts).toString('utf8') || '{}') as { input?: string[] };
      const answer = {
        '/api/show': {
          details: {},
          model_info: { 'general.architecture': 'toy', 'toy.context_length': 512, 'toy.embedding_length': 3 },
          capabilities: ['embedding'],
        },
        '/api/tags': { models: [{ name: 'toy:latest' }] },
        '/api/embed': { embeddings: input.map((text) => [1, text.length % 7, 1]) },
      }[request.url ?? ''];
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(answer ?? {}));
    });
  });
  return new Promise((resolve) => server.listen(modelPort, '127.0.0.1', () => resolve(server)));
}

journey('the settings', (host) => {
  it('say how much can be found, and name each of their controls', async () => {
    await open(host());
    await says(host(), 'Notes', /^\d+ notes can be found\.$/u);
    await says(host(), 'Server', /Listening on port \d+/u);
    const headings = await host()
      .driver.page.locator('.modal .setting-item-heading .setting-item-name')
      .allInnerTexts();
    expect(headings).toEqual(['Index', 'Meaning', 'Assistants', 'Excluded folders', 'Connect']);
    const nameless = await host()
      .driver.page.locator('.modal :is(.setting-item button, .setting-item input, .setting-item select, [role="tab"])')
      .evaluateAll((elements) =>
        elements
          .filter((element) => !(element.getAttribute('aria-label') ?? element.textContent))
          .map(({ outerHTML }) => outerHTML),
      );
    expect(nameless).toEqual([]);
    await host().picture('light-top');
  });

  it('give the exact text for this vault, which is what is copied', async () => {
    const { driver } = host();
    const vaultPath = await driver.evaluate((app) =>
      (app.vault.adapter as unknown as { getBasePath(): string }).getBasePath(),
    );
    await says(host(), 'Node.js', /^(Found|Not found|Version)/u);
    await says(host(), 'Server file', 'Not on this computer yet');
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
    await says(host(), 'Connected', 'No assistant has asked yet');
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
    await client.close();
    // The server left word of where it lies.
    const path = row(host(), 'Server file').getByLabel('Path of cli.mjs');
    await typeInto(host(), path, '');
    await driver.page.keyboard.press('Tab');
    await driver.settle();
    await says(host(), 'Server file', `: ${SERVER_FILE}`);
    await says(host(), 'Server file', /^Found, version \d/u);
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
    await clickOn(host(), driver.page.getByLabel('Forget the level of Claude Code'));
    await vi.waitFor(async () => expect((await saved(host())).reviewClients).toEqual([]), PATIENT);
    await vi.waitFor(async () => expect(await chosen()).toBe('As above'), PATIENT);
    await level.selectOption({ label: 'Always ask me' });
    await driver.settle();
    await vi.waitFor(
      async () => expect((await saved(host())).reviewClients).toEqual([{ client: 'claude-code', mode: 'ask-always' }]),
      PATIENT,
    );
  });

  it('keep English words in order where the app runs from right to left', async () => {
    const { page } = host().driver;
    await page.evaluate(() => (document.documentElement.dir = 'rtl'));
    const found = row(host(), 'Notes').locator('.setting-item-description').first();
    const style = await found.evaluate((element) => {
      const { direction, textAlign } = getComputedStyle(element);
      return { direction, textAlign };
    });
    expect(style).toEqual({ direction: 'ltr', textAlign: 'right' });
    await row(host(), 'Notes')
      .first()
      .evaluate((element) => element.scrollIntoView());
    await host().picture('rtl');
    await page.evaluate(() => document.documentElement.removeAttribute('dir'));
  });

  it('exclude a folder that the suggester offers, and take it back', async () => {
    const { driver } = host();
    const field = row(host(), 'Exclude a folder').getByLabel('Folder');
    await field.click();
    await driver.page.keyboard.type('gard');
    await driver.settle();
    await driver.page.locator('.suggestion-container .suggestion-item', { hasText: 'Garden' }).first().waitFor();
    await driver.page.keyboard.press('Enter');
    await driver.settle();
    const listed = row(host(), 'Excluded now').locator('.vault-loom-folder-path');
    await vi.waitFor(async () => expect(await listed.allInnerTexts()).toEqual(['Garden']), PATIENT);
    await vi.waitFor(async () => expect((await saved(host())).excludedFolders).toEqual(['Garden']), PATIENT);
    expect(await field.inputValue()).toBe('');
    await typeInto(host(), field, 'No such folder');
    await clickOn(host(), row(host(), 'Exclude a folder').getByRole('button', { name: 'Add' }));
    await says(host(), 'Exclude a folder', 'There is no folder “No such folder”');
    await typeInto(host(), field, '');
    await clickOn(host(), driver.page.getByRole('button', { name: 'Search “Garden” again' }));
    await vi.waitFor(async () => expect((await saved(host())).excludedFolders).toEqual([]), PATIENT);
    await vi.waitFor(async () => expect(await listed.count()).toBe(0), PATIENT);
  });

  it('say that a port is taken, and which one is used instead', async () => {
    const { driver } = host();
    const other = createPort();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as { port: number };
    try {
      await typeInto(host(), row(host(), 'Port').getByLabel('Port'), String(port));
      await driver.page.keyboard.press('Tab');
      await driver.settle();
      await says(host(), 'Server', new RegExp(`Port ${port} is taken`, 'u'));
    } finally {
      await new Promise((resolve) => other.close(resolve));
    }
  });

  it('try a model of a local server, and say why it does not work', async () => {
    const { driver } = host();
    await row(host(), 'Model').getByLabel('Model').selectOption({ label: 'Local server (Ollama)' });
    await driver.settle();
    const local = row(host(), 'Model of the local server');
    await typeInto(host(), local.getByLabel('Name of the model'), 'toy');
    await clickOn(host(), local.getByRole('button', { name: 'Test' }));
    await says(
      host(),
      'Model of the local server',
      new RegExp(`does not work: Ollama at 127.0.0.1:${modelPort} `, 'u'),
    );
    await host().picture('light-model');
    const models = await startModels();
    try {
      await clickOn(host(), local.getByRole('button', { name: 'Test' }));
      await says(host(), 'Model of the local server', /It works: [\d.]+ ms for one sentence, 3 dimensions/u);
      await clickOn(host(), local.getByRole('button', { name: 'Use' }));
      await vi.waitFor(async () => expect((await saved(host())).embedder).toBe('ollama:toy'), PATIENT);
      await says(host(), 'By meaning', /by meaning/u);
    } finally {
      models.closeAllConnections();
      await new Promise((resolve) => models.close(resolve));
    }
    await clickOn(host(), row(host(), 'Notes').getByRole('button', { name: 'Rebuild index' }));
    await driver.evaluate(async (app) => {
      const plugin = app.plugins.plugins['vault-loom'] as unknown as {
        engine(): Promise<{ search(input: object): Promise<unknown> }>;
      };
      await (await plugin.engine()).search({ query: 'rain', mode: 'hybrid', limit: 1, unique: 'notes' });
    });
    await vi.waitFor(async () => expect(await statusBar(host()).innerText()).toBe('Loom: model failed'), PATIENT);
    await says(host(), 'By meaning', 'The model does not work: Ollama at');
    await row(host(), 'Model').getByLabel('Model').selectOption({ label: 'Built in (English)' });
    await driver.settle();
    await vi.waitFor(async () => expect((await saved(host())).embedder).toBe('use'), PATIENT);
    await vi.waitFor(async () => expect(await statusBar(host()).innerText()).toBe('Loom: ready'), PATIENT);
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
    expect(await run('status')).toMatch(/notes can be found\.\n.*\nListening on port \d+/u);
    expect(JSON.parse(await run('status', 'format=json'))).toMatchObject({ clients: [{ name: 'claude-code' }] });
  });

  it('look right in a narrow window, and in the dark', async () => {
    const { driver } = host();
    const pictures = async (theme: string): Promise<void> => {
      for (const name of ['Notes', 'Port', 'Your assistant']) {
        await row(host(), name)
          .first()
          .evaluate((element) => element.scrollIntoView());
        await host().picture(`${theme}-${name.toLowerCase().replace(' ', '-')}`);
      }
    };
    await driver.page.setViewportSize({ width: 640, height: 800 });
    await driver.settle();
    await pictures('narrow');
    const wide = await driver.page
      .locator('.modal .vertical-tab-content')
      .evaluate((content) => content.scrollWidth - content.clientWidth);
    expect(wide).toBeLessThanOrEqual(0);
    await driver.page.setViewportSize({ width: 1280, height: 800 });
    await driver.evaluate((app) => app.commands.executeCommandById('theme:use-dark'));
    await driver.settle();
    await pictures('dark');
    await close(host());
    expect(await driver.errors()).toEqual([]);
  });

  it('say that the model is missing, what works without it, and the way out', async () => {
    const { driver } = host();
    const model = await driver.evaluate(async (app) =>
      (await app.vault.adapter.list(`${app.vault.configDir}/plugins/vault-loom`)).files.find((file) =>
        file.endsWith('.bin'),
      ),
    );
    await rm(join(driver.vaultPath, model ?? ''));
    // The copy that the server left for the plugin.
    await rm(join(await dataFolder(host()), 'models'), { recursive: true, force: true });
    await driver.evaluate(async (app) => {
      await app.plugins.disablePlugin('vault-loom');
      await app.plugins.enablePlugin('vault-loom');
    });
    await open(host());
    await says(host(), 'By meaning', /there is no .*found by their words and by what is learned/su);
    await close(host());
    expect(await driver.errors()).toEqual([]);
  });
});
