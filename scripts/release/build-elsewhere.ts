import { copyFile, cp, link, mkdir, mkdtemp, readdir, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { run, SOURCES, TO_STDERR } from '../setup.mjs';

/** Files of a build that are shipped; a folder stands for what it holds. */
const SHIPPED = ['bridge/cli.mjs', 'model', 'plugin/main.js', 'plugin/manifest.json', 'plugin/styles.css'];
const ELSEWHERE = { TZ: 'Pacific/Chatham', LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8' };

/**
 * Builds the sources again in another folder, on another day, in another time zone and language, and compares. Resolves
 * with the shipped files that differ from those in `dist`, or are not there. Throws if the build fails.
 * @param root the project's folder, built
 */
export async function differencesElsewhere(root: string): Promise<string[]> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'a build elsewhere-')));
  try {
    // The build reads it, to tell whether a build is stale.
    for (const name of [...SOURCES, 'scripts']) await cp(join(root, name), join(folder, name), { recursive: true });
    await linkAll(join(root, 'node_modules'), join(folder, 'node_modules'));
    const clock = pathToFileURL(join(folder, 'scripts', 'release', 'another-day.mjs')).href;
    const code = await run(
      process.execPath,
      [join('node_modules', 'rollup', 'dist', 'bin', 'rollup'), '-c', '--silent'],
      {
        cwd: folder,
        stdio: TO_STDERR,
        env: { ...process.env, ...ELSEWHERE, NODE_OPTIONS: `--import=${clock}` },
      },
    );
    if (code !== 0) throw new Error('The build in another folder failed.');
    return await differences(join(root, 'dist'), join(folder, 'dist'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Names of shipped files that differ between two builds. */
export async function differences(one: string, other: string): Promise<string[]> {
  const names = new Set([...(await shipped(one)), ...(await shipped(other))]);
  const compared = [...names].map(async (name) => {
    const [a, b] = await Promise.all([readOrNull(join(one, name)), readOrNull(join(other, name))]);
    return a !== null && b !== null && a.equals(b) ? [] : [name];
  });
  return (await Promise.all(compared)).flat();
}

function readOrNull(path: string): Promise<Buffer | null> {
  return readFile(path).catch(() => null);
}

async function shipped(dist: string): Promise<string[]> {
  const lists = SHIPPED.map(async (name) => {
    const inside = await readdir(join(dist, name)).catch(() => null);
    return inside === null ? [name] : inside.map((file) => `${name}/${file}`);
  });
  return (await Promise.all(lists)).flat();
}

/** A folder's files under other names: as links, if both are on one disk. */
async function linkAll(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) await linkAll(source, target);
    else if (entry.isFile()) await link(source, target).catch(() => copyFile(source, target));
    else await cp(source, target, { verbatimSymlinks: true });
  }
}
