import { toNfc } from '../../../../shared/vault/paths.ts';
import type { BaseEntry } from '../base-source.ts';
import { BaseDate, type BaseValue } from '../values/base-value.ts';

/** Reads `file.<name>` of an entry. */
export type FileProperty = (entry: BaseEntry) => BaseValue;

/** `file.<name>(…)`: how many arguments it takes, and what it answers. */
export interface FileMethod {
  least: number;
  most: number;
  call(entry: BaseEntry, args: readonly BaseValue[]): BaseValue;
}

/** The properties of `file` that expressions may use. */
export const FILE_PROPERTIES: ReadonlyMap<string, FileProperty> = new Map<string, FileProperty>([
  ['name', (entry) => entry.name],
  ['path', (entry) => entry.path],
  ['folder', (entry) => entry.folder],
  ['ext', (entry) => entry.ext],
  ['size', (entry) => entry.size],
  ['mtime', (entry) => new BaseDate(entry.mtime)],
  ['ctime', (entry) => new BaseDate(entry.ctime)],
  ['tags', (entry) => entry.tags],
]);

/** The methods of `file` that expressions may call. A further one is one entry here. */
export const FILE_METHODS: ReadonlyMap<string, FileMethod> = new Map<string, FileMethod>([
  ['hasTag', { least: 1, most: 100, call: (entry, args) => args.some((tag) => hasTag(entry, tag)) }],
  ['inFolder', { least: 1, most: 1, call: (entry, [folder]) => isInFolder(entry, folder ?? null) }],
]);

/** Nested tags count for their parents; letter case and a `#` in front do not matter. */
function hasTag(entry: BaseEntry, tag: BaseValue): boolean {
  if (typeof tag !== 'string') return false;
  const wanted = tagKey(tag);
  return wanted !== '' && entry.tags.some((own) => isTagOrChild(tagKey(own), wanted));
}

function isTagOrChild(tag: string, parent: string): boolean {
  return tag === parent || tag.startsWith(`${parent}/`);
}

function tagKey(tag: string): string {
  return toNfc(tag.trim().replace(/^#/, '')).toLowerCase();
}

/** The folder itself and those below it; `/` and an empty text are the vault's root. */
function isInFolder(entry: BaseEntry, folder: BaseValue): boolean {
  if (typeof folder !== 'string') return false;
  const wanted = toNfc(folder.replace(/^\/+|\/+$/g, ''));
  return wanted === '' || toNfc(entry.path).startsWith(`${wanted}/`);
}
