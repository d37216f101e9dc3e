import { copyFile, cp, mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { BUILT_IN_MODEL } from '../../shared/embeddings/use/weights/built-in-model.ts';
import { modelFolder } from '../../shared/embeddings/use/weights/model-test-kit.ts';
import { startAppHost, type AppHost } from './app-host.ts';

const PATIENT = { timeout: 45_000, interval: 100 };
const DIST = fileURLToPath(new URL('../../dist', import.meta.url));
const GET = 'Get the built-in model (7 MB)';

let folder: string;
let host: AppHost | null = null;
let server: Server | null = null;

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'missing-model-')));
  const plugin = join(folder, 'Garden/.obsidian/plugins/vault-loom');
  await mkdir(plugin, { recursive: true });
  await writeFile(join(folder, 'Garden/Soil.md'), '# Soil\n\nWorms live in the compost of every bed.\n');
  await writeFile(join(plugin, 'data.json'), JSON.stringify({ port: 28_345 }));
});
afterEach(async () => {
  await host?.close();
  host = null;
  server?.close();
  server = null;
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
});

const kept = (): string => join(folder, 'data', 'models');
const app = (): AppHost => {
  if (host === null) throw new Error('The app was not started.');
  return host;
};
const engine = (method: string, input: unknown = {}): Promise<unknown> => app().ask('engine', { method, input });

async function startWithoutModel(pluginPath?: string): Promise<void> {
  host = await startAppHost({
    vaultPath: join(folder, 'Garden'),
    dataDir: join(folder, 'data'),
    hasModel: false,
    ...(pluginPath === undefined ? {} : { pluginPath }),
  });
  await vi.waitFor(
    async () => expect((await app().said()).settings).toContain(`there is no ${BUILT_IN_MODEL.name}`),
    PATIENT,
  );
}

const hasFoundModel = (): Promise<void> =>
  vi.waitFor(
    async () =>
      expect(await engine('status')).toMatchObject({ notesWithEmbeddings: 1, embedderReady: true, initError: null }),
    PATIENT,
  );

it('the plugin works at once without the model, says what is missing, and finds the copy that a server leaves', async () => {
  await startWithoutModel();
  await vi.waitFor(async () => expect((await app().said()).statusBar).toBe('Loom: ready'), PATIENT);
  const { settings, tooltip, buttons } = await app().said();
  expect(settings).toMatch(/Meaning.*For now notes are found by their words and by what is learned.*install-plugin/su);
  expect(tooltip).toContain(BUILT_IN_MODEL.name);
  // No address is known yet.
  expect(buttons).not.toContain(GET);
  expect(await engine('search', { query: 'worms', mode: 'hybrid', limit: 3, unique: 'notes' })).toMatchObject({
    rows: [{ path: 'Soil.md' }],
  });
  expect(await engine('status')).toMatchObject({ embedderReady: false, missingModel: { problem: 'missing' } });
  await mkdir(kept(), { recursive: true });
  await copyFile(join(await modelFolder(), BUILT_IN_MODEL.name), join(kept(), BUILT_IN_MODEL.name));
  await hasFoundModel();
  await vi.waitFor(async () => expect((await app().said()).settings).not.toContain('there is no'), PATIENT);
  expect((await app().windowErrors()).length).toBe(0);
}, 150_000);

it('the button gets the model from a release, if the person agrees, and keeps nothing that is not the model', async () => {
  const whole = await readFile(join(await modelFolder(), BUILT_IN_MODEL.name));
  const damaged = Buffer.from(whole);
  damaged[4_000_000] = (damaged[4_000_000] ?? 0) ^ 1;
  const replies: [status: number, body: Buffer][] = [
    [404, Buffer.from('Not found')],
    [200, damaged],
    [200, whole.subarray(0, 1_000)],
    [200, whole],
  ];
  const asked: string[] = [];
  server = createServer((request, response) => {
    asked.push(request.url ?? '');
    const [status, body] = replies.shift() ?? [500, Buffer.alloc(0)];
    response.writeHead(status).end(body);
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await startWithoutModel(await builtWithAddress(`${address}/releases/{version}/`));

  await click(GET);
  const { version } = JSON.parse(await readFile(join(DIST, 'plugin', 'manifest.json'), 'utf8')) as { version: string };
  const path = `/releases/${version}/${BUILT_IN_MODEL.name}`;
  expect((await app().said()).dialog).toContain(`7 MB will be downloaded from ${address}${path}`);
  await click('Not now');
  expect(asked).toEqual([]);

  for (const why of [
    'answered with status 404',
    'its content is not that of the model',
    'it has 1000 bytes instead of',
  ]) {
    await click(GET);
    await click('Download');
    await vi.waitFor(async () => expect((await app().said()).notices.at(-1)).toContain(why), PATIENT);
    expect(await readdir(kept()).catch(() => [])).toEqual([]);
  }
  expect((await app().said()).settings).toContain('there is no');

  await click(GET);
  await click('Download');
  await hasFoundModel();
  expect(asked).toEqual([path, path, path, path]);
  expect(await readdir(kept())).toEqual([BUILT_IN_MODEL.name]);
  expect((await readFile(join(kept(), BUILT_IN_MODEL.name))).equals(whole)).toBe(true);
  await vi.waitFor(async () => expect((await app().said()).buttons).not.toContain(GET), PATIENT);
  expect((await app().said()).notices.at(-1)).toContain('The built-in model is here.');
}, 150_000);

async function click(button: string): Promise<void> {
  await vi.waitFor(async () => {
    expect((await app().said()).buttons).toContain(button);
    expect(await app().ask('click', { button })).toBe(true);
  }, PATIENT);
}

/** The built plugin as it will be when the project's owner has filled in the address. */
async function builtWithAddress(address: string): Promise<string> {
  const built = join(folder, 'built');
  await cp(join(DIST, 'plugin'), built, { recursive: true, filter: (path) => !path.endsWith('.map') });
  const code = await readFile(join(built, 'main.js'), 'utf8');
  const [before, after, ...more] = code.split('MODEL_ADDRESS="";');
  if (after === undefined || more.length > 0) throw new Error('The address is not set in one place.');
  await writeFile(join(built, 'main.js'), `${before}MODEL_ADDRESS=${JSON.stringify(address)};${after}`);
  return built;
}
