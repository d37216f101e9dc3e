import { fork } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startAppHost } from '../../../e2e/stand-in/app-host.ts';
import { DISCOVERY_FILE, PLUGIN_ID, discovery, type Discovery } from '../../../shared/protocol/discovery.ts';
import { copyVault, makeScratch } from '../../support/scratch-vault.ts';
import { until } from '../../support/idle-server.ts';
import type { Outcome, SoakOptions } from '../scenario.ts';
import { seconds } from '../scenario.ts';
import { damageIndexes } from './index-files.ts';
import type { FuzzNews, FuzzOrder } from './fuzz-process.ts';

const HERE = dirname(fileURLToPath(import.meta.url));
const SAMPLE_VAULT = join(HERE, '..', '..', '..', 'e2e', 'vault');
/** A case without an end is one that takes longer than this. */
const HANG_MS = 30_000;
const READY_MS = 60_000;

/** Of all cases, how many each target gets. Those of index files start servers, and are few. */
const SHARES: Record<FuzzOrder['target'] | 'index', number> = {
  parser: 0.37,
  links: 0.1,
  edits: 0.2,
  bases: 0.2,
  http: 0.0494,
  tools: 0.05,
  discovery: 0.03,
  index: 0.0006,
};

/**
 * Random input to parser, links, edits, bases, the tools, the plugin's HTTP server, discovery files and index files.
 * Only typed errors may come; each fault is printed with its seed, its number and the input.
 */
export async function fuzz(options: SoakOptions): Promise<Outcome> {
  const scratch = await makeScratch();
  const problems: string[] = [];
  const numbers: string[] = [];
  try {
    const app = join(scratch.folder, 'garden');
    await copyVault(SAMPLE_VAULT, app);
    const plugin = await startPlugin(app, join(scratch.folder, 'data'));
    const bridge = {
      script: options.script,
      vault: join(scratch.folder, 'allotment'),
      dataDir: join(scratch.folder, 'bridge'),
    };
    await copyVault(SAMPLE_VAULT, bridge.vault);
    try {
      for (const target of ['parser', 'links', 'edits', 'bases', 'discovery', 'tools', 'http'] as const) {
        const count = countOf(options.cases, target);
        const order = {
          target,
          seed: options.seed,
          first: 0,
          count,
          folder: join(scratch.folder, 'found'),
          bridge,
          server: plugin.server,
        };
        const started = performance.now();
        const { refused, faults } = await runOrder(order);
        problems.push(...faults);
        numbers.push(
          `${target}: ${count} cases, ${refused} refused, ${faults.length} faults, ${seconds(performance.now() - started)}`,
        );
      }
      problems.push(...(await plugin.host.windowErrors()).map((line) => `http: in the window: ${line}`));
    } finally {
      await plugin.host.close();
    }
    const index = await damageIndexes(options, countOf(options.cases, 'index'));
    problems.push(...index.problems);
    numbers.push(index.numbers);
  } finally {
    await scratch.remove();
  }
  return { problems, numbers: `${options.cases} cases, seed ${options.seed}\n      ${numbers.join('\n      ')}` };
}

function countOf(cases: number, target: keyof typeof SHARES): number {
  return Math.max(1, Math.round(cases * SHARES[target]));
}

async function startPlugin(
  vault: string,
  dataDir: string,
): Promise<{ host: Awaited<ReturnType<typeof startAppHost>>; server: Discovery }> {
  const folder = join(vault, '.obsidian', 'plugins', PLUGIN_ID);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'data.json'), JSON.stringify({ embedder: 'none' }));
  const host = await startAppHost({ vaultPath: vault, dataDir });
  const read = async (): Promise<Discovery | null> => {
    const text = await readFile(join(folder, DISCOVERY_FILE), 'utf8').catch(() => 'null');
    const parsed = discovery.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : null;
  };
  const server = await until(read, (found) => found !== null, 50, READY_MS);
  if (server === null) throw new Error('the plugin wrote no discovery file');
  return { host, server };
}

/** Runs an order in a process of its own, which is ended if a case has no end; goes on after that case. */
async function runOrder(order: FuzzOrder): Promise<{ refused: number; faults: string[] }> {
  const child = fork(join(HERE, 'fuzz-process.ts'), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  let at = order.first;
  let timer: NodeJS.Timeout | undefined;
  const watch = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => child.kill('SIGKILL'), HANG_MS);
  };
  child.send(order);
  watch();
  const news = await new Promise<Extract<FuzzNews, { done: true }> | null>((resolve) => {
    child.on('message', (told: FuzzNews) => {
      if ('done' in told) return resolve(told);
      at = told.at;
      watch();
    });
    child.on('exit', () => resolve(null));
  });
  clearTimeout(timer);
  if (news !== null) {
    const faults = news.faults.map(
      ({ target, seed, number, what, input }) =>
        `${target} seed ${seed} case ${number}: ${what.slice(0, 1_200)}\n        input: ${input}`,
    );
    return { refused: news.refused, faults };
  }
  const rest = { ...order, first: at + 1, count: order.first + order.count - at - 1 };
  const after = rest.count > 0 ? await runOrder(rest) : { refused: 0, faults: [] };
  return {
    refused: after.refused,
    faults: [
      `${order.target} seed ${order.seed} case ${at}: the process ended or hung for ${HANG_MS} ms`,
      ...after.faults,
    ],
  };
}
