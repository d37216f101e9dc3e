import type { FileNames } from '../../notes/file-names.ts';
import { splitLinkText } from '../../markdown/inline/link-target.ts';
import type { AppSettings } from '../../vault/rules/app-settings.ts';
import { basename, dirname, foldPath, isWithin, joinVaultPath, withoutMd } from '../../vault/paths.ts';

export type NewLinkFormat = AppSettings['newLinkFormat'];

/** The note that contains a link, and the file it means, at one time. */
export interface LinkPlace {
  names: FileNames;
  source: string;
  target: string;
}

/** The part of a link that names a file, and the rest. */
export interface WrittenPath {
  /** As from {@link splitLinkText}, or the whole target if the file's name contains a `#` or `^`. */
  path: string;
  /** `#heading`, `^block` or nothing. */
  subpath: string;
}

/** Whether `path`, written there before `subpath`, leads to the target. */
export function leadsTo(place: LinkPlace, path: string, subpath: string): boolean {
  const target = (path + subpath).trim();
  return place.names.locate(splitLinkText(target).path, target, place.source) === place.target;
}

/**
 * Whether a link that leads to the target does so in the app too, whose choice between paths of equal length varies.
 */
function isCertain({ names, source, target }: LinkPlace, path: string): boolean {
  if (/^\.{0,2}\//.test(path)) return true;
  const written = `/${foldPath(withoutMd(path))}`;
  if (written === `/${foldPath(withoutMd(target))}`) return true;
  const isBelow = (file: string): boolean => isWithin(foldPath(file), foldPath(dirname(source)));
  return !names
    .rivalsOf(target)
    .some(
      (rival) =>
        `/${foldPath(withoutMd(rival))}`.endsWith(written) &&
        foldPath(rival) !== foldPath(target) &&
        isBelow(rival) === isBelow(target),
    );
}

/** A link's path before a move. */
export interface WrittenLink extends WrittenPath {
  /** Other programs resolve a Markdown link from the note's folder. */
  isMarkdown: boolean;
}

/**
 * How a link can be written in its new place, best first, all leading to the target; empty if no spelling does. Keeps
 * the person's form if it works: a bare name, a path of the same depth, a path from the root, a Markdown link from the
 * note's folder, `./` and `../`, and `.md`. Otherwise:
 *
 * - a name that would lead elsewhere becomes what `format` says: the vault path, or the relative one;
 * - with `shortest`, a vault path needed because other files shared the name becomes the name once that is unique;
 * - a path with too few folders becomes the vault path.
 *
 * A name with a `#` is written only in place of another: the app takes what follows it for a heading.
 * Writes a leading `/` only if there was one, and only for a file in the root or in a Markdown link, since the app does
 * not use it.
 */
export function respell(written: WrittenLink, from: LinkPlace, to: LinkPlace, format: NewLinkFormat): string[] {
  const keepsMd = namesEnding(written, from);
  const path = keepsMd ? to.target : withoutMd(to.target);
  const relative = relativePath(to.source, path);
  const relativeWithMd = relativePath(to.source, to.target);
  const preferred = spellingsOf(formOf(written, from, format), {
    path,
    relative,
    below: pathBelow(to.source, path),
    format,
    isMarkdown: written.isMarkdown,
  });
  if (isNeededPath(written, from, format) && isOnlyName(to)) preferred.unshift(basename(path));
  preferred.push(path, to.target, relative, relativeWithMd);
  const mayHoldSign = holdsSign(written.path);
  const leading = [...new Set(preferred)].filter(
    (spelling) => leadsTo(to, spelling, written.subpath) && (mayHoldSign || !holdsSign(spelling)),
  );
  const isSafe = (spelling: string): boolean => isCertain(to, spelling);
  return [...leading.filter(isSafe), ...leading.filter((spelling) => !isSafe(spelling))];
}

/** Whether the app would take a part of the path for a heading or a block. */
function holdsSign(path: string): boolean {
  return splitLinkText(path).subpath !== '';
}

/**
 * Whether a link can stay. It must still lead to its file, and not get a rival that the app may take instead. Rewritten
 * anyway: a Markdown link that led there from the note's folder, for every program, and no longer does; and a direct
 * relative path that became a detour, such as `../a/x` in the folder `a`.
 */
export function staysAsWritten(written: WrittenLink, from: LinkPlace, to: LinkPlace, format: NewLinkFormat): boolean {
  if (!leadsTo(to, written.path, written.subpath)) return false;
  if (!isCertain(to, written.path) && isCertain(from, written.path)) return false;
  const form = formOf(written, from, format);
  if (form.kind === 'near') return isNear(written.path, to);
  if ((form.kind !== 'relative' && form.kind !== 'dotted') || from.source === to.source) return true;
  const dot = form.kind === 'dotted' ? './' : '';
  const direct = (place: LinkPlace): string =>
    dot + relativePath(place.source, namesEnding(written, from) ? place.target : withoutMd(place.target));
  return written.path !== direct(from) || written.path === direct(to);
}

/** The relative path from a note: `./` for its own folder and below, otherwise `../`. */
export function relativePath(source: string, path: string): string {
  const own = dirname(source) === '' ? [] : dirname(source).split('/');
  const way = path.split('/');
  let shared = 0;
  while (shared < own.length && shared < way.length - 1 && own[shared] === way[shared]) shared++;
  const up = '../'.repeat(own.length - shared);
  return `${up === '' ? './' : up}${way.slice(shared).join('/')}`;
}

/** The path below the note's own folder, as the app writes relative links there; undefined outside it. */
export function pathBelow(source: string, path: string): string | undefined {
  const relative = relativePath(source, path);
  return relative.startsWith('./') ? relative.slice(2) : undefined;
}

/**
 * `near`: a Markdown link from the note's folder, without dots. `dotted`: `./../x`, as some tools write it. `root`: the
 * vault path after a `/`. `part`: the last folders of a longer path. `full`: the vault path, if more than a name.
 */
type Form = { kind: 'near' | 'relative' | 'dotted' | 'root' | 'name' | 'full' } | { kind: 'part'; segments: number };

function formOf({ path, isMarkdown }: WrittenLink, { source, target }: LinkPlace, format: NewLinkFormat): Form {
  if (/^\.\/\.{1,2}(?:\/|$)/.test(path)) return { kind: 'dotted' };
  if (/^\.{1,2}(?:\/|$)/.test(path)) return { kind: 'relative' };
  if (path.startsWith('/')) return { kind: 'root' };
  const isVaultPath = foldPath(path) === foldPath(target);
  if (isMarkdown && isNear(path, { source, target }) && !(isVaultPath && format === 'absolute'))
    return { kind: 'near' };
  const segments = path.split('/').length;
  if (segments === 1) return { kind: 'name' };
  return segments >= target.split('/').length ? { kind: 'full' } : { kind: 'part', segments };
}

/** Whether the path leads from the note's folder to this file, as other programs read a Markdown link. */
function isNear(path: string, { source, target }: Pick<LinkPlace, 'source' | 'target'>): boolean {
  const joined = /^[./]/.test(path) ? null : joinVaultPath(dirname(source), path);
  return joined !== null && foldPath(joined) === foldPath(target);
}

interface NewSpellings {
  path: string;
  relative: string;
  below: string | undefined;
  format: NewLinkFormat;
  isMarkdown: boolean;
}

/** The spellings that keep the form, best first, not yet checked. */
function spellingsOf(form: Form, { path, relative, below, format, isMarkdown }: NewSpellings): string[] {
  switch (form.kind) {
    case 'near':
      return below === undefined ? [relative] : [below, relative];
    case 'relative':
      return [relative];
    case 'dotted':
      return [`./${relative}`];
    case 'root':
      return isMarkdown || !path.includes('/') ? [`/${path}`] : [path];
    case 'name':
      return format === 'relative'
        ? [basename(path), ...(below === undefined ? [] : [below]), relative]
        : [basename(path)];
    case 'full':
      return [path];
    case 'part':
      return partsOf(path, form.segments);
  }
}

/** The last `segments` of the path, then longer parts, up to the whole. */
function partsOf(path: string, segments: number): string[] {
  const all = path.split('/');
  return Array.from({ length: Math.max(all.length - segments + 1, 1) }, (_, more) =>
    all.slice(-(segments + more)).join('/'),
  );
}

/** Whether the path is written with the file's extension, `.md` included. */
function namesEnding({ path }: WrittenPath, { target }: LinkPlace): boolean {
  return foldPath(basename(path)) === foldPath(basename(target));
}

/** A vault path that `shortest` required because other files share the name. */
function isNeededPath(written: WrittenLink, from: LinkPlace, format: NewLinkFormat): boolean {
  return (
    format === 'shortest' && formOf(written, from, format).kind === 'full' && from.names.countNamed(from.target) > 1
  );
}

function isOnlyName({ names, target }: LinkPlace): boolean {
  return names.countNamed(target) === 1;
}
