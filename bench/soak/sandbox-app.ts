import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DISCOVERY_FILE, PLUGIN_ID } from '../../shared/protocol/discovery.ts';
import type { Stage } from './scenario.ts';

/** Makes a vault one that the app has opened before, with a plugin that loads no model at every start. */
export async function setUpApp({ vault }: Pick<Stage, 'vault'>): Promise<void> {
  const folder = join(vault, '.obsidian', 'plugins', PLUGIN_ID);
  await mkdir(folder, { recursive: true });
  await writeFile(join(vault, '.obsidian', 'community-plugins.json'), JSON.stringify([PLUGIN_ID]));
  await writeFile(join(folder, 'data.json'), JSON.stringify({ embedder: 'none' }));
}

/** The app of this machine, to which the discovery file's number refers. */
export async function pidOfApp({ vault }: Pick<Stage, 'vault'>): Promise<number> {
  const file = join(vault, '.obsidian', 'plugins', PLUGIN_ID, DISCOVERY_FILE);
  return (JSON.parse(await readFile(file, 'utf8')) as { pid: number }).pid;
}
