import { nameKey } from '../../kit/text/name-key.ts';
import { basename, dirname, extension, toNfc, withoutMd } from '../../vault/paths.ts';
import type { BaseFile, BaseVault, FileLink } from '../base-source.ts';
import { Failure, type Scope } from '../expression/scope.ts';
import { BaseDate, BaseFileValue, BaseLink, isList, type BaseValue } from '../values/base-value.ts';
import { pathOf } from '../values/compare-values.ts';
import { linkpathOf, ownKeys, ownValue, toBaseValue } from '../values/read-value.ts';
import { linkText, toText } from '../values/value-text.ts';
import { argument, MANY, method, textArgument, type MethodTable } from './method.ts';
import { tagKey } from '../../kit/text/tag-key.ts';

/** Reads `file.<name>` of a file. */
export type FileField = (file: BaseFile, scope: Scope) => BaseValue;

export const FILE_FIELDS: ReadonlyMap<string, FileField> = new Map<string, FileField>([
  ['name', (file) => nameOf(file)],
  ['basename', (file) => basenameOf(file)],
  ['path', (file) => file.path],
  ['folder', (file) => dirname(file.path) || '/'],
  ['ext', (file) => extension(file.path)],
  ['size', (file) => file.size],
  ['mtime', (file) => new BaseDate(file.mtime)],
  ['ctime', (file) => new BaseDate(file.ctime)],
  ['tags', (file) => file.tags],
  ['links', (file, scope) => linksOf(file, scope, false)],
  ['embeds', (file, scope) => linksOf(file, scope, true)],
  ['backlinks', backlinksOf],
  ['properties', (file) => propertiesOf(file)],
  ['file', (file) => new BaseFileValue(file)],
]);

export const FILE_METHODS: MethodTable<BaseFile> = {
  asFile: method(0, 0, (file) => new BaseFileValue(file)),
  asLink: method(0, 1, (file, args) => linkTo(file.path, argument(args, 0))),
  hasLink: method(1, 1, (file, args, scope) => hasLink(file, argument(args, 0), scope)),
  linksTo: method(1, 1, (file, args, scope) => hasLink(file, argument(args, 0), scope)),
  hasProperty: method(1, 1, (file, args) => hasProperty(file, textArgument(args, 0))),
  hasTag: method(1, MANY, (file, args) => hasTag(file, args)),
  inFolder: method(1, 1, ({ path }, args) => isInFolder(path, argument(args, 0))),
  isEmpty: method(0, 0, () => false),
};

/** A note's name is without `.md`, any other file's with its extension. */
export function nameOf({ path }: BaseFile): string {
  return withoutMd(basename(path));
}

/** The note's property, by its exact name or else in another letter case or Unicode form; undefined if it has none. */
export function rawProperty({ frontmatter }: BaseFile, name: string): unknown {
  const exact = ownValue(frontmatter, name);
  if (exact !== undefined) return exact;
  const folded = name.toLowerCase();
  const key =
    ownKeys(frontmatter).find((own) => own.length === name.length && own.toLowerCase() === folded) ??
    inAnotherForm(frontmatter, folded);
  return key === undefined ? undefined : ownValue(frontmatter, key);
}

function inAnotherForm(frontmatter: BaseFile['frontmatter'], folded: string): string | undefined {
  if (!BEYOND_ASCII.test(folded)) return undefined;
  const key = nameKey(folded);
  return ownKeys(frontmatter).find((own) => nameKey(own) === key);
}

const BEYOND_ASCII = /[^\0-\x7f]/;

/** The value of a note's property; null if it has none. */
export function propertyOf(file: BaseFile, name: string): BaseValue {
  const raw = rawProperty(file, name);
  if (typeof raw !== 'object' || raw === null) return toBaseValue(raw, file.path);
  const known = taken.get(file)?.get(name);
  if (known !== undefined) return known;
  const value = toBaseValue(raw, file.path);
  taken.set(file, (taken.get(file) ?? new Map<string, BaseValue>()).set(name, value));
  return value;
}

export function hasProperty(file: BaseFile, name: string): boolean {
  return rawProperty(file, name) !== undefined;
}

/** A link to a file by its path. */
export function linkTo(path: string, display: BaseValue = null): BaseLink {
  return new BaseLink(linkText(path, display), path, '', display);
}

/** The file that a value names: a file, a link, or a text with a path or a link's target. Null if there is none. */
export function fileOf(value: BaseValue, scope: Scope): BaseFile | null {
  const { vault } = scope;
  const path = typeof value === 'string' ? resolvedText(value, scope) : pathOf(value, vault.resolveLink);
  return path === null ? null : vault.file(path);
}

/** Nested tags count as their parents; letter case and a leading `#` are ignored. */
export function hasTag({ tags }: BaseFile, args: readonly BaseValue[]): boolean {
  if (tags.length === 0) return false;
  const wanted = args
    .flatMap((tag) => (isList(tag) ? tag : [tag]))
    .map((tag) => writtenTagKey(toText(tag)))
    .filter((tag) => tag !== '');
  return tags.map(writtenTagKey).some((own) => wanted.some((tag) => own === tag || own.startsWith(`${tag}/`)));
}

/** Converted lists and maps: an expression may name one of ten thousand items a thousand times. */
const taken = new WeakMap<BaseFile, Map<string, BaseValue>>();

function basenameOf(file: BaseFile): string {
  const name = basename(file.path);
  const ending = extension(file.path);
  return ending === '' ? name : name.slice(0, -(ending.length + 1));
}

function propertiesOf(file: BaseFile): BaseValue {
  return new Map(ownKeys(file.frontmatter).map((key): [string, BaseValue] => [key, propertyOf(file, key)]));
}

function linksOf(file: BaseFile, { meter }: Scope, embeds: boolean): BaseValue {
  const links: BaseLink[] = [];
  for (const link of file.links) if (isEmbed(link) === embeds) links.push(linkOf(link, file.path));
  meter.build(links.length);
  return links;
}

function linkOf({ target, isFile }: FileLink, source: string): BaseLink {
  const text = `[[${withoutMd(target)}]]`;
  return isFile === true ? new BaseLink(text, target, '') : new BaseLink(text, linkpathOf(target), source);
}

function isEmbed(link: FileLink): boolean {
  return link.isEmbed === true;
}

/** Lengths of lists, without the lists: a vault has many links. */
export const FILE_LIST_LENGTHS: ReadonlyMap<string, (file: BaseFile, scope: Scope) => number> = new Map([
  ['tags', (file: BaseFile) => file.tags.length],
  ['links', (file: BaseFile) => countLinks(file, false)],
  ['embeds', (file: BaseFile) => countLinks(file, true)],
  ['backlinks', (file: BaseFile, { vault }: Scope) => shownBacklinks(file, vault).length],
]);

function countLinks({ links }: BaseFile, embeds: boolean): number {
  let count = 0;
  for (const link of links) if (isEmbed(link) === embeds) count++;
  return count;
}

/** Hidden files are left out: their names would show. */
function shownBacklinks({ path }: BaseFile, vault: BaseVault): string[] {
  return [...vault.backlinks(path)].filter((source) => !vault.isHidden(source));
}

function backlinksOf(file: BaseFile, { vault, meter }: Scope): BaseValue {
  const sources = shownBacklinks(file, vault);
  meter.build(sources.length);
  return sources.sort().map((source) => linkTo(source));
}

function hasLink(file: BaseFile, other: BaseValue, scope: Scope): boolean {
  if (other === null) return false;
  const target = fileOf(other, { ...scope, file });
  if (target !== null) return scope.vault.backlinks(target.path).has(file.path);
  if (typeof other !== 'string' && !(other instanceof BaseLink))
    throw new Failure(`hasLink() takes a file, a link or a path`);
  // A link to a note that does not exist goes by its text.
  const wanted = linkpathOf(other instanceof BaseLink ? other.linkpath : other.replace(/^\[\[|\]\]$/g, ''));
  return wanted !== '' && file.links.some((link) => linkpathOf(link.target) === wanted);
}

/** Exactly that path, or what a link with this text would lead to. */
function resolvedText(text: string, { vault, file }: Scope): string | null {
  if (vault.file(text) !== null) return text;
  const target = linkpathOf(text.replace(/^\[\[|\]\]$/g, '').split('|', 1)[0] ?? '');
  return target === '' ? null : vault.resolveLink(target, file.path);
}

/** One key for all spellings of a tag. */
export function writtenTagKey(tag: string): string {
  return tagKey(tag.trim().replace(/^#/, ''));
}

/** The folder and those below it; `/` and an empty text are the root. */
function isInFolder(path: string, folder: BaseValue): boolean {
  if (folder === null) return false;
  const wanted = toNfc(toText(folder).replace(/^\/+|\/+$/g, ''));
  return wanted === '' || path.startsWith(`${wanted}/`);
}
