import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runNpm, TO_STDERR } from '../setup.mjs';
import { BUNDLED_MODEL, BUNDLED_SERVER, bundleManifest } from './bundle-manifest.ts';
import { releaseNotes, type Asset } from './notes.ts';
import type { Project } from './project.ts';
import { serverJson } from './server-json.ts';
import { zip } from './zip.ts';

/** What the app installs. */
const APP_FILES = ['main.js', 'manifest.json', 'styles.css'];
const CHECKSUMS = 'SHA256SUMS';
const NOTES = 'notes.md';

/**
 * Makes all files of a release from what is built, in an empty folder: the app's three, the model, the plugin as a ZIP
 * file, the bundle for desktop clients, npm's package, `server.json`, their checksums, and the notes. Resolves with
 * those that are listed.
 * @param root the project's folder, built
 * @param to the folder; the files of an earlier release in it are removed
 * @throws Error if the folder holds anything else, or npm fails
 */
export async function makeAssets(project: Project, root: string, to: string): Promise<Asset[]> {
  await empty(to);
  const built = (...path: string[]): Promise<Buffer> => readFile(join(root, 'dist', ...path));
  const put = async (name: string, content: Uint8Array | string): Promise<Asset> => {
    await writeFile(join(to, name), content);
    return assetOf(name, Buffer.from(content));
  };

  const model = await modelName(root);
  const weights = await built('model', model);
  const plugin = await Promise.all(APP_FILES.map(async (name) => [name, await built('plugin', name)] as const));
  const licence = await readFile(join(root, 'LICENSE'));
  const assets: Asset[] = [];
  for (const [name, content] of plugin) assets.push(await put(name, content));
  assets.push(await put(model, weights));

  const inFolder = Object.fromEntries(
    [...plugin, [model, weights] as const].map(([name, bytes]) => [`${project.name}/${name}`, bytes]),
  );
  assets.push(await put(`${project.name}-plugin-${project.version}.zip`, zip(inFolder)));

  const bundle = await put(
    `${project.name}-${project.version}.mcpb`,
    zip({
      'manifest.json': Buffer.from(json(bundleManifest(project))),
      LICENSE: licence,
      [BUNDLED_SERVER]: await built('bridge', 'cli.mjs'),
      [`${BUNDLED_MODEL}/${model}`]: weights,
    }),
  );
  assets.push(bundle, await pack(root, to), await put('server.json', json(serverJson(project, bundle))));

  await put(CHECKSUMS, assets.map(({ name, sha256 }) => `${sha256}  ${name}\n`).join(''));
  await put(NOTES, releaseNotes(project, assets));
  return assets;
}

async function empty(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const names = await readdir(folder);
  if (names.length > 0 && !names.includes(CHECKSUMS))
    throw new Error(`${folder} is not empty, and no earlier release.`);
  for (const name of names) await rm(join(folder, name));
}

/** The name of the one file in `dist/model`. */
export async function modelName(root: string): Promise<string> {
  const [name, ...others] = await readdir(join(root, 'dist', 'model'));
  if (name === undefined || others.length > 0) throw new Error('dist/model has to hold one file: build again.');
  return name;
}

async function pack(root: string, to: string): Promise<Asset> {
  const code = await runNpm(['pack', '--ignore-scripts', '--pack-destination', to], { cwd: root, stdio: TO_STDERR });
  const name = (await readdir(to)).find((file) => file.endsWith('.tgz'));
  if (code !== 0 || name === undefined) throw new Error('npm pack failed.');
  return assetOf(name, await readFile(join(to, name)));
}

function assetOf(name: string, content: Buffer): Asset {
  return { name, bytes: content.length, sha256: createHash('sha256').update(content).digest('hex') };
}

function json(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
