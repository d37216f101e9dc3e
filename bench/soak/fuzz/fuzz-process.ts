import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ERROR_CODES, VaultLoomError } from '../../../shared/protocol/errors.ts';
import { isNotePath } from '../../../shared/vault/paths.ts';
import { Server, ToolError, type ServerOptions } from '../../support/server.ts';
import { BASES } from './base-target.ts';
import { runCase, type Fault, type FuzzTarget } from './case.ts';
import { discoveryTarget } from './discovery-target.ts';
import { httpTarget } from './http-target.ts';
import { EDITS, LINKS, PARSER } from './text-targets.ts';
import { toolsTarget, type ListedTool } from './tools-target.ts';

/** What the parent asks of this process: the cases from `first` on. */
export interface FuzzOrder {
  target: 'parser' | 'links' | 'edits' | 'bases' | 'tools' | 'http' | 'discovery';
  seed: number;
  first: number;
  count: number;
  /** A vault folder to write into, for `discovery`. */
  folder: string;
  /** For `tools`: the built bridge, a vault to change, and a data folder. */
  bridge?: Pick<ServerOptions, 'script' | 'vault' | 'dataDir'>;
  /** For `http`. */
  server?: { port: number; token: string };
}

/** What it tells: where it is, so that a hang is found, and what it found. */
export type FuzzNews = { at: number } | { done: true; refused: number; faults: Fault[] };

const MOST_FAULTS = 20;

process.once('message', (order: FuzzOrder) => {
  void run(order).then((news) => {
    // A bridge ends with it.
    process.send?.(news, () => process.exit());
  });
});

async function run({ target: name, seed, first, count, folder, bridge, server }: FuzzOrder): Promise<FuzzNews> {
  const target = await {
    parser: () => PARSER,
    links: () => LINKS,
    edits: () => EDITS,
    bases: () => BASES,
    http: () => httpTarget(server ?? { port: 0, token: '' }),
    tools: () => toolsOf(bridge ?? { script: '', vault: '', dataDir: '' }),
    discovery: () => discoveryTarget(folder),
  }[name]();
  const faults: Fault[] = [];
  let refused = 0;
  for (let number = first; number < first + count && faults.length < MOST_FAULTS; number++) {
    process.send?.({ at: number } satisfies FuzzNews);
    const result = await runCase(target, seed, number);
    if (result.refused) refused++;
    if (result.fault !== undefined) faults.push(result.fault);
  }
  return { done: true, refused, faults };
}

/** The tools of a bridge, which ends with this process. */
async function toolsOf(bridge: NonNullable<FuzzOrder['bridge']>): Promise<FuzzTarget> {
  const files = await notesIn(bridge.vault);
  const server = Server.start({ ...bridge, env: { VAULT_LOOM_EMBEDDER: 'none' } });
  await server.initialize();
  const { result } = await server.request('tools/list');
  const call = async (tool: string, args: Record<string, unknown>): Promise<void> => {
    try {
      await server.call(tool, args);
    } catch (error) {
      const code = ERROR_CODES.find((one) => error instanceof ToolError && one === error.code);
      throw code === undefined ? error : new VaultLoomError(code, String(error));
    }
  };
  return toolsTarget(result['tools'] as ListedTool[], call, files);
}

async function notesIn(vault: string): Promise<Record<string, string>> {
  const files = (await readdir(vault, { recursive: true })).map((path) => path.replaceAll('\\', '/'));
  const notes = files.filter((path) => isNotePath(path) && !path.startsWith('.'));
  const read = notes.map(async (path) => [path, await readFile(join(vault, path), 'utf8')] as const);
  return Object.fromEntries(await Promise.all(read));
}
