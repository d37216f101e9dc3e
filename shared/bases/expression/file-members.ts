import { toNfc } from '../../vault/paths.ts';
import type { BaseEntry } from '../base-source.ts';
import { BaseDate, type BaseValue } from '../values/base-value.ts';

/** Reads `file.<name>` of an entry. */
export type FileProperty = (entry: BaseEntry) => BaseValue;

/** `file.<name>(…)`: its number of arguments, and its result for an entry. */
export interface FileMethod {
  least: number;
  most: number;
  bind(args: readonly BaseValue[]): FileProperty;
}

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

/** To add a method, add an entry. */
export const FILE_METHODS: ReadonlyMap<string, FileMethod> = new Map<string, FileMethod>([
  ['hasTag', { least: 1, most: 100, bind: hasTag }],
  ['inFolder', { least: 1, most: 1, bind: inFolder }],
]);

/** Nested tags count as their parents; letter case and a leading `#` are ignored. */
function hasTag(args: readonly BaseValue[]): FileProperty {
  const wanted = args.map((tag) => (typeof tag === 'string' ? tagKey(tag) : '')).filter((tag) => tag !== '');
  return ({ tags }) => tags.length > 0 && tags.map(tagKey).some((own) => wanted.some((tag) => isTagOrChild(own, tag)));
}

function isTagOrChild(tag: string, parent: string): boolean {
  return tag === parent || tag.startsWith(`${parent}/`);
}

function tagKey(tag: string): string {
  return toNfc(tag.trim().replace(/^#/, '')).toLowerCase();
}

/** The folder and those below it; `/` and an empty text are the root. */
function inFolder([folder]: readonly BaseValue[]): FileProperty {
  if (typeof folder !== 'string') return () => false;
  const wanted = toNfc(folder.replace(/^\/+|\/+$/g, ''));
  return ({ path }) => wanted === '' || path.startsWith(`${wanted}/`);
}
