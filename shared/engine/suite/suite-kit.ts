import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { readNoteInput, searchInput, type ReadNoteInput, type SearchInput } from '../../protocol/schemas/find.ts';
import type { Engine } from '../engine.ts';

/** An engine under test, and how to close it. */
export interface OpenedEngine {
  engine: Engine;
  close(): Promise<void>;
}

/** Opens an engine on a vault folder; `dataFolder` is the per-user data folder it may use. */
export type OpenEngine = (vault: string, dataFolder: string) => Promise<OpenedEngine>;

/** A vault on disk, with a per-user data folder next to it. */
export interface Place {
  vault: string;
  data: string;
  remove(): Promise<void>;
}

export async function makePlace(files: Record<string, string>): Promise<Place> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'vault-loom-engine-')));
  const vault = join(folder, 'vault');
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(vault, path)), { recursive: true });
    await writeFile(join(vault, path), text);
  }
  return {
    vault,
    data: join(folder, 'data'),
    remove: () => rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 }),
  };
}

/** A new vault with these files, and an engine open on it and ready. */
export async function openOn(
  files: Record<string, string>,
  open: OpenEngine,
): Promise<{ place: Place; opened: OpenedEngine; engine: Engine }> {
  const place = await makePlace(files);
  const opened = await open(place.vault, place.data);
  await opened.engine.whenReady({ timeoutMs: 30_000 });
  return { place, opened, engine: opened.engine };
}

/** Undoes {@link openOn}. */
export async function closeAndRemove({ opened, place }: { opened: OpenedEngine; place: Place }): Promise<void> {
  await opened.close();
  await place.remove();
}

/** By full text unless specified: what meaning adds differs between embedders. */
export function search(query: string, more: object = {}): SearchInput {
  return searchInput.parse({ query, mode: 'fulltext', ...more });
}

export function read(name: string, more: object = {}): ReadNoteInput {
  return readNoteInput.parse({ name, ...more });
}

/** What a small vault may contain: links of all kinds, excluded and hidden notes, frontmatter that is invalid. */
export const VAULT: Record<string, string> = {
  '.obsidian/app.json': JSON.stringify({ userIgnoreFilters: ['Archive/'] }),
  '.vaultloomignore': 'Private/\n',
  'Home.md': 'Welcome. See [[Garden]], [[Soup|the soup]] and [[Projects/Greenhouse#Plan]].\n\nLater: [[Beehive]].\n',
  'Garden.md':
    '---\naliases: [Allotment]\ntags: [outdoor]\n---\n# Beds\n\nThe tomato bed needs compost, see [[Soup]].\n\n## Water\n\nRain barrels feed the irrigation. #garden/water\n',
  'Recipes/Soup.md': '---\ntitle: Tomato soup\n---\nRoast tomatoes from the [[garden]], add basil.\n\n![[pot.png]]\n',
  'Recipes/Notes.md': 'Cooking notes about bread and [[Soup]].\n',
  'Projects/Greenhouse.md':
    '# Plan\n\nGlass, timber and a [link](../Garden.md) to the beds. Needs [[Beehive]] and ![[Notes]].\n',
  'Projects/Notes.md': 'Measurements: drag-and-drop shelves, 2026-01-15.\n',
  'Journal/2026-03-14.md': '---\nrelated: "[[Greenhouse]]"\n---\nSowed beans. Талисман и сад. 日本語のメモ。\n',
  'Lonely.md': 'Nobody links here.\n',
  'Archive/Old.md': 'An archived thought about tomatoes, [[Garden]].\n',
  'Private/Diary.md': 'A hidden diary about tomatoes, [[Garden]] and [[Only hidden]].\n',
  'Odd/bomb.md': `---\na: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: [*c,*c,*c,*c,*c,*c,*c,*c,*c]\n---\nBomb body.\n`,
  'Odd/list title.md': '---\ntitle: [a, b]\naliases: plain string\n---\nList title body.\n',
  'Odd/invalid.md': '---\nkey: "unclosed\n---\nInvalid yaml body.\n',
  'pot.png': 'not really a picture',
};
