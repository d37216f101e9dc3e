import type { FileNames } from '../notes/file-names.ts';
import { splitLinkText } from '../vault/link-text.ts';
import type { AppSettings } from '../vault/app-settings.ts';
import { basename, dirname, foldPath, withoutMd } from '../vault/paths.ts';

export type NewLinkFormat = AppSettings['newLinkFormat'];

/** What a link has to lead from and to, in one state of the vault: the note that holds it, and the file it means. */
export interface LinkPlace {
  names: FileNames;
  source: string;
  target: string;
}

/** The part of a link that names a file, and what follows it. */
export interface WrittenPath {
  /** As {@link splitLinkText} gives it, or the whole target where the file's own name holds a `#` or `^`. */
  path: string;
  /** `#heading`, `^block` or nothing. */
  subpath: string;
}

/** Whether the path, written in that place before that subpath, leads to the place's target. */
export function leadsTo(place: LinkPlace, path: string, subpath: string): boolean {
  const target = (path + subpath).trim();
  return place.names.locate(splitLinkText(target).path, target, place.source) === place.target;
}

/**
 * How a link that was written so in one place can be written in another, best first, all of them leading there; empty where
 * no spelling does. Its form is kept: a bare name stays one while it leads there, a path stays a path (of as many
 * folders), `./` and `../` stay relative, a leading `/` and `.md` stay. The same question asked the other way round gives the old
 * spelling back: where two forms would fall together, one of them takes a leading `/`, which means the vault's root:
 *
 * - a path to a note that is in the root now: `[[a/N]]` → `[[/N]]`, beside `[[N]]`;
 * - with the format `shortest`, a bare name that leads to another file now, although other files bore that name before, or although
 *   its own file stays where it is: `[[N]]` → `[[/a/N]]`. Where the name was the only one of the vault it becomes a plain path, and a
 *   path that was needed becomes a name again when that is the only one.
 *
 * What a person wrote with a leading `/`, or as part of a longer path, may come back in a more usual form.
 */
export function respell(written: WrittenPath, from: LinkPlace, to: LinkPlace, format: NewLinkFormat): string[] {
  const keepsMd = foldPath(basename(written.path)) === foldPath(basename(from.target));
  const before = spellings(from, written.subpath, keepsMd);
  const after = spellings(to, written.subpath, keepsMd);
  const form = formOf(written.path, from.target);
  const partner = form === 'relative' || form === 'dotted' ? form : pairForms(from, to, before, after, format).get(form);
  const path = keepsMd ? to.target : withoutMd(to.target);
  const relative = relativePath(to.source, path);
  const preferred: (string | undefined)[] = [];
  if (partner === 'relative') preferred.push(relative);
  else if (partner === 'dotted') preferred.push(`./${relative}`);
  else {
    if (form === 'name' && format === 'relative') preferred.push(after.get('name'), pathBelow(to.source, path), relative);
    preferred.push(after.get(partner ?? ''));
  }
  preferred.push(path.includes('/') ? path : undefined, `/${path}`, `/${to.target}`);
  return [...new Set(preferred)].filter((spelling): spelling is string => spelling !== undefined && leadsTo(to, spelling, written.subpath));
}

/**
 * Whether a link needs no change: it leads to its file as it is. Two that do are written anew, or a move there and back would
 * leave them changed: a bare name that had to become a path from the root (see {@link respell}) and is enough again, and a direct
 * relative path of a note that moved, which would now make a detour (`../a/x` in the folder `a`).
 */
export function staysAsWritten(written: WrittenPath, from: LinkPlace, to: LinkPlace, format: NewLinkFormat): boolean {
  if (!leadsTo(to, written.path, written.subpath)) return false;
  const keepsMd = foldPath(basename(written.path)) === foldPath(basename(from.target));
  if (written.path.startsWith('/') && format === 'shortest') {
    return pairForms(from, to, spellings(from, written.subpath, keepsMd), spellings(to, written.subpath, keepsMd), format).get('root') !== 'name';
  }
  if (!written.path.startsWith('.') || from.source === to.source) return true;
  const dot = formOf(written.path, from.target) === 'dotted' ? './' : '';
  const isDirect = written.path === dot + relativePath(from.source, keepsMd ? from.target : withoutMd(from.target));
  return !isDirect || written.path === dot + relativePath(to.source, keepsMd ? to.target : withoutMd(to.target));
}

/** The way from the note to the path: `./` for what lies beside or below it, else `../`. */
export function relativePath(source: string, path: string): string {
  const own = dirname(source) === '' ? [] : dirname(source).split('/');
  const way = path.split('/');
  let shared = 0;
  while (shared < own.length && shared < way.length - 1 && own[shared] === way[shared]) shared++;
  const up = '../'.repeat(own.length - shared);
  return `${up === '' ? './' : up}${way.slice(shared).join('/')}`;
}

/** The path below the note's own folder, as the app writes relative links to what lies there; undefined for anything else. */
export function pathBelow(source: string, path: string): string | undefined {
  const relative = relativePath(source, path);
  return relative.startsWith('./') ? relative.slice(2) : undefined;
}

/**
 * `name`; `path2`, `path3` … (the last folders of a longer path); `full` (the vault path, where that is more than a name);
 * `root` (the vault path after a `/`); `relative`; `dotted` (`./../x`, as some tools write).
 */
type Form = string;

function formOf(path: string, target: string): Form {
  if (/^\.\/\.{1,2}(?:\/|$)/.test(path)) return 'dotted';
  if (/^\.{1,2}(?:\/|$)/.test(path)) return 'relative';
  if (path.startsWith('/')) return 'root';
  const segments = path.split('/').length;
  if (segments === 1) return 'name';
  return segments >= target.split('/').length ? 'full' : `path${String(segments)}`;
}

/** The spellings that lead to the place's target, by form; those relative to the note, which always do, are left out. */
function spellings(place: LinkPlace, subpath: string, withMd: boolean): Map<Form, string> {
  const found = new Map<Form, string>();
  const path = withMd ? place.target : withoutMd(place.target);
  const segments = path.split('/');
  const offer = (form: Form, spelling: string): void => {
    if (leadsTo(place, spelling, subpath)) found.set(form, spelling);
  };
  offer('name', basename(path));
  for (let count = 2; count < segments.length; count++) offer(`path${String(count)}`, segments.slice(-count).join('/'));
  if (segments.length > 1) offer('full', path);
  offer('root', `/${path}`);
  return found;
}

/** Which form answers to which between two states of the vault; asked the other way round the answer is the inverse. */
function pairForms(from: LinkPlace, to: LinkPlace, before: ReadonlyMap<Form, string>, after: ReadonlyMap<Form, string>, format: NewLinkFormat): Map<Form, Form> {
  const pairs = new Map<Form, Form>();
  const taken = new Set<Form>();
  const join = (one: Form | undefined, other: Form | undefined): void => {
    if (one === undefined || other === undefined || pairs.has(one) || taken.has(other) || !before.has(one) || !after.has(other)) return;
    pairs.set(one, other);
    taken.add(other);
  };
  for (const [form, spelling] of before) {
    if (form === 'root') continue;
    for (const [other, same] of after) if (other !== 'root' && foldPath(same) === foldPath(spelling)) join(form, other);
  }
  join('name', 'name');
  if (before.has('name') && !after.has('name')) join('name', longFormOfName(from, !taken.has('full') && after.has('full'), format));
  if (after.has('name') && !before.has('name')) join(longFormOfName(to, !pairs.has('full') && before.has('full'), format), 'name');
  join('full', 'full');
  for (const form of before.keys()) if (form.startsWith('path')) join(form, form);
  join(firstLeft(from, before, (form) => pairs.has(form)), 'root');
  join('root', firstLeft(to, after, (form) => taken.has(form)));
  join('root', 'root');
  return withNearest(pairs, before, after);
}

/** The form that a bare name takes where the name leads elsewhere: what is not the only name of the vault can only be told from a path by the `/`. */
function longFormOfName(named: LinkPlace, fullIsFree: boolean, format: NewLinkFormat): Form | undefined {
  if (format === 'relative') return undefined;
  const inRoot = !named.target.includes('/');
  const expectsName = inRoot || (format === 'shortest' && named.names.countNamed(named.target) === 1);
  if (expectsName && fullIsFree) return 'full';
  return format === 'shortest' ? 'root' : undefined;
}

/** The first form without a partner that a person is likely to have used: the full path, or, where the name alone may not do, part of it. */
function firstLeft(place: LinkPlace, forms: ReadonlyMap<Form, string>, hasPartner: (form: Form) => boolean): Form | undefined {
  const isClearName = forms.has('name') && place.names.countNamed(place.target) === 1;
  const left = [...forms.keys()].filter((form) => (form === 'full' || (form.startsWith('path') && !isClearName)) && !hasPartner(form));
  return left.includes('full') ? 'full' : left[0];
}

/** Gives what found no partner the nearest form. */
function withNearest(pairs: Map<Form, Form>, before: ReadonlyMap<Form, string>, after: ReadonlyMap<Form, string>): Map<Form, Form> {
  for (const form of before.keys()) {
    if (pairs.has(form)) continue;
    const nearest = form === 'root' ? ['root'] : ['full', 'name', 'root'];
    const found = nearest.find((other) => after.has(other));
    if (found !== undefined) pairs.set(form, found);
  }
  return pairs;
}
