import { fork } from 'node:child_process';
import { copyFile, cp, mkdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Stall, WindowReport } from './window.ts';
import type { Figure } from '../support/figures/report.ts';
import { copyVault, flushDisk, makeScratch } from '../support/scratch-vault.ts';

const WINDOW = fileURLToPath(new URL('./window.ts', import.meta.url));
const LOADING = fileURLToPath(new URL('./loading.ts', import.meta.url));
const PLUGIN_ID = 'vault-loom';
const LOADS = 5;
const LARGE_NOTE = 'A large note.md';
const LARGE_NOTE_LENGTH = 300_000;
const MAX_STALL_MS = 50;

/**
 * Enables the built plugin for the first time on a copy of a vault, in the sandbox, and reports how long the window
 * froze until the index was complete and shortly after, and then while a person types into a large note.
 *
 * @param built folder with `main.js`, `manifest.json` and `styles.css`, next to the one with the model
 */
export async function measurePlugin(built: string, vault: string): Promise<Figure[]> {
  const scratch = await makeScratch();
  try {
    const copy = join(scratch.folder, 'vault');
    await copyVault(vault, copy);
    await installPlugin(built, copy);
    await writeFile(join(copy, LARGE_NOTE), largeText());
    await flushDisk();
    const dataDir = join(scratch.folder, 'data');
    const loads = await loadTimes(built, join(scratch.folder, 'small'), dataDir);
    const { enableMs, readyMs, indexing, typingAlone, typing } = await fromChild<WindowReport>(
      WINDOW,
      [copy, LARGE_NOTE],
      dataDir,
    );
    return [
      { name: 'main.js', value: (await stat(join(built, 'main.js'))).size / 1024 / 1024, unit: 'MB', bound: 4.5 },
      {
        name: 'loaded as the app starts',
        value: loads[LOADS >> 1] ?? Number.NaN,
        unit: 'ms',
        bound: 60,
        note: `the median of ${loads.map((ms) => ms.toFixed(0)).join(', ')} ms`,
      },
      { name: 'enabled later, settings and styles included', value: enableMs, unit: 'ms' },
      { name: 'layout ready → index complete', value: readyMs / 1000, unit: 's' },
      ...stalls('longest stall while indexing', indexing, MAX_STALL_MS),
      ...stalls('… typing, without the plugin', typingAlone),
      ...stalls('… typing, with it and related notes', typing, MAX_STALL_MS),
    ];
  } finally {
    await scratch.remove();
  }
}

async function installPlugin(built: string, vault: string): Promise<void> {
  const folder = join(vault, '.obsidian', 'plugins', PLUGIN_ID);
  await mkdir(folder, { recursive: true });
  for (const name of ['main.js', 'manifest.json', 'styles.css']) await copyFile(join(built, name), join(folder, name));
  await cp(join(built, '..', 'model'), folder, { recursive: true });
}

/** What loading the plugin took in several starts of the app on a new vault, in milliseconds, shortest first. */
async function loadTimes(built: string, vault: string, dataDir: string): Promise<number[]> {
  await installPlugin(built, vault);
  const times: number[] = [];
  while (times.length < LOADS) times.push(await fromChild<number>(LOADING, [vault, PLUGIN_ID], dataDir));
  return times.sort((a, b) => a - b);
}

/**
 * The longest freeze as a person sees it, and the most work in one, by the window's processor time: a busy machine
 * makes the first long.
 */
function stalls(name: string, found: readonly Stall[], bound?: number): Figure[] {
  const worked = found.map(({ workedMs }) => workedMs).sort((a, b) => b - a);
  const next = (all: readonly number[]): string =>
    `next ${all
      .slice(1, 5)
      .map((ms) => ms.toFixed(0))
      .join(', ')} ms`;
  return [
    {
      name,
      value: found[0]?.ms ?? 0,
      unit: 'ms',
      note: `${next(found.map(({ ms }) => ms))}; ${found.length} over 12 ms`,
      ...(bound !== undefined && { bound }),
    },
    { name: `${name}: at work`, value: worked[0] ?? 0, unit: 'ms', note: next(worked) },
  ];
}

function largeText(): string {
  const paragraphs: string[] = [];
  for (let length = 0, at = 0; length < LARGE_NOTE_LENGTH; at++) {
    const heading = at % 10 === 0 ? [`## Part ${at / 10}`] : [];
    const texts = [
      ...heading,
      `Paragraph ${at} of a long note about [[Home]], about gardens and about boats. `.repeat(3),
    ];
    paragraphs.push(...texts);
    length += texts.join('\n\n').length + 2;
  }
  return paragraphs.join('\n\n');
}

/** What a script that plays the app reports. */
function fromChild<T>(script: string, args: readonly string[], dataDir: string): Promise<T> {
  const child = fork(script, args, {
    execArgv: ['--import', 'tsx'],
    env: { ...process.env, VAULT_LOOM_DATA_DIR: dataDir },
  });
  return new Promise((resolve, reject) => {
    child.once('message', (report) => resolve(report as T));
    child.once('error', reject);
    child.once('exit', (code) =>
      reject(new Error(`The sandbox ended with ${code ?? 'a signal'} before it had reported anything.`)),
    );
  });
}
