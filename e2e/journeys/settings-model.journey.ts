import { createServer, type Server } from 'node:http';
import { expect, it, vi } from 'vitest';
import { freePort } from '../driver/free-port.ts';
import { expectAccessible } from './kits/accessibility-kit.ts';
import { AS_INSTALLED, journey, PATIENT } from './kits/hosts.ts';
import {
  clickOn,
  close,
  open,
  restartWithoutModel,
  row,
  saved,
  says,
  statusBar,
  typeInto,
} from './kits/settings-kit.ts';

const modelPort = await freePort();
process.env.VAULT_LOOM_OLLAMA_URL = `http://127.0.0.1:${modelPort}`;

/** Resolves when the toy model may answer. */
let mayEmbed: Promise<void> = Promise.resolve();

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
      void mayEmbed.then(() => response.end(JSON.stringify(answer ?? {})));
    });
  });
  return new Promise((resolve) => server.listen(modelPort, '127.0.0.1', () => resolve(server)));
}

journey('the settings of the model', AS_INSTALLED, (host) => {
  it('try a model of a local server, and say why it does not work', async () => {
    const { driver } = host();
    await open(host());
    await row(host(), 'Model').getByLabel('Model').selectOption({ label: 'Local server (Ollama)' });
    await driver.settle();
    const local = row(host(), 'Model of the local server');
    await typeInto(host(), local.getByLabel('Name of the model'), 'a b');
    for (const name of ['Test', 'Use']) {
      await clickOn(host(), local.getByRole('button', { name, exact: true }));
      await says(host(), 'Model of the local server', /^Ollama has no models with names like “a b”/u);
    }
    expect((await saved(host())).embedder).not.toBe('ollama:a b');
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
      const [field, test] = [local.getByLabel('Name of the model'), local.getByRole('button', { name: 'Test' })];
      const pressTest = async (): Promise<void> => {
        await test.focus();
        await driver.page.keyboard.press('Enter');
        await driver.settle();
      };
      // An answer about a model that the field no longer names is not shown.
      let answer = (): void => undefined;
      mayEmbed = new Promise((resolve) => (answer = resolve));
      await pressTest();
      await says(host(), 'Model of the local server', 'Testing');
      await typeInto(host(), field, 'another');
      answer();
      await vi.waitFor(async () => expect(await test.isEnabled()).toBe(true), PATIENT);
      await says(host(), 'Model of the local server', /^The name of an embedding model/u);
      await typeInto(host(), field, 'toy');
      await pressTest();
      await says(host(), 'Model of the local server', /It works: [\d.]+ ms for one sentence, 3 dimensions/u);
      // A button that is disabled meanwhile loses the focus.
      await vi.waitFor(
        async () => expect(await test.evaluate((element) => element === document.activeElement)).toBe(true),
        PATIENT,
      );
      await clickOn(host(), local.getByRole('button', { name: 'Use' }));
      await vi.waitFor(async () => expect((await saved(host())).embedder).toBe('ollama:toy'), PATIENT);
      // The result of the test was about what could be chosen.
      await says(host(), 'Model of the local server', /^The name of an embedding model/u);
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
    await expectAccessible(host().driver, '.status-bar');
    await says(host(), 'By meaning', 'The model does not work: Ollama at');
    await close(host());
    await driver.page.setViewportSize({ width: 320, height: 640 });
    await driver.evaluate((app) => app.commands.executeCommandById('vault-loom:search'));
    await driver.settle();
    const line = driver.page.locator('.vault-loom-search-status');
    const heightOf = (): Promise<number> => line.evaluate((element) => element.getBoundingClientRect().height);
    const before = await heightOf();
    await driver.page.keyboard.type('garden');
    await driver.page.locator('.vault-loom-search [role="option"]', { hasText: 'Compost' }).first().waitFor();
    await line.getByText('the model does not work: Ollama at').waitFor();
    // However long the reason is, it neither moves the rows nor leaves no room for them.
    expect(await heightOf()).toBe(before);
    await driver.page.keyboard.press('Escape');
    await driver.page.setViewportSize({ width: 1280, height: 800 });
    await open(host());
    await row(host(), 'Model').getByLabel('Model').selectOption({ label: 'Built in (English)' });
    await driver.settle();
    await vi.waitFor(async () => expect((await saved(host())).embedder).toBe('use'), PATIENT);
    await vi.waitFor(async () => expect(await statusBar(host()).innerText()).toBe('Loom: ready'), PATIENT);
    await close(host());
  });

  it('say that the model is missing, what works without it, and the way out', async () => {
    const { driver } = host();
    await restartWithoutModel(host());
    await open(host());
    await says(host(), 'By meaning', /there is no .*found by their words and by what is learned/su);
    await close(host());
    expect(await driver.errors()).toEqual([]);
  });
});
