import { BestSoFar } from '../kit/best.ts';
import { filterSteps, visitSteps } from '../kit/concurrency/long-lists.ts';
import type { Steps } from '../kit/concurrency/slices.ts';
import { compareCodeUnits } from '../kit/text/compare-code-units.ts';
import { asTyped } from '../kit/text/typed-text.ts';
import { shorten } from '../kit/text/shorten.ts';
import { withoutAccents } from '../kit/text/without-accents.ts';
import { VaultLoomError } from '../protocol/errors.ts';
import { decodePercent } from '../markdown/inline/link-target.ts';
import type { NoteRef } from '../protocol/schemas/common.ts';
import { basename, foldPath, toNfc, withoutMd } from '../vault/paths.ts';
import { ValuesByKey } from './values-by-key.ts';
import { similarityTo, typoDistance, isSubsequence } from './fuzzy-match.ts';

/**
 * How loosely a name may match (contract, 'Naming a note'): writing tools stop at a unique part of a name, deletion at
 * the alias.
 */
export type NameTolerance = 'read' | 'write' | 'delete';

interface NamedNote {
  path: string;
  title: string;
  fileName: string;
  aliases: readonly string[];
  /** Folded file name, title and aliases, for the fuzzy steps. */
  folded: string[];
}

/** Most candidates listed for an ambiguous name. */
export const MAX_CANDIDATES = 10;
const MAX_SUGGESTIONS = 5;
const MIN_SUGGESTION_SIMILARITY = 0.3;

/** Finds notes by the names people and models use. */
export class NoteNames {
  readonly #notes = new Map<string, NamedNote>();
  readonly #byFoldedPath = new ValuesByKey();
  readonly #byFileName = new ValuesByKey();
  readonly #byTitle = new ValuesByKey();
  readonly #byAlias = new ValuesByKey();

  /** Adds a note, or replaces the one at its path. */
  set(note: { path: string; title: string; aliases: readonly string[] }): void {
    this.delete(note.path);
    const fileName = withoutMd(basename(note.path));
    const fileKey = foldPath(fileName);
    const titleKey = note.title === fileName ? fileKey : foldPath(note.title);
    const aliasKeys = note.aliases.map(foldPath);
    const folded = [...new Set([fileKey, titleKey, ...aliasKeys])];
    this.#notes.set(note.path, { path: note.path, title: note.title, fileName, aliases: note.aliases, folded });
    this.#byFoldedPath.add(foldPath(note.path), note.path);
    this.#byFileName.add(fileKey, note.path);
    this.#byTitle.add(titleKey, note.path);
    for (const alias of aliasKeys) this.#byAlias.add(alias, note.path);
  }

  delete(path: string): void {
    const note = this.#notes.get(path);
    if (note === undefined) return;
    this.#notes.delete(path);
    this.#byFoldedPath.delete(foldPath(path), path);
    this.#byFileName.delete(foldPath(note.fileName), path);
    this.#byTitle.delete(foldPath(note.title), path);
    for (const alias of note.aliases) this.#byAlias.delete(foldPath(alias), path);
  }

  has(path: string): boolean {
    return this.#notes.has(path);
  }

  /**
   * The notes with this path, file name, title or alias or, for reading, with a path that ends so: those of the first
   * step that finds any. `name` is one of {@link spellingsOf}.
   */
  named(name: string, tolerance: NameTolerance = 'read'): string[] {
    if (this.#notes.has(name)) return [name];
    const withMd = `${name}.md`;
    if (this.#notes.has(withMd)) return [withMd];
    const folded = foldPath(name);
    const nfc = toNfc(name);
    const steps: (() => Iterable<string>)[] = [
      () => this.#atPath(name),
      () => this.#atPath(withMd),
      () => this.#named(this.#byFileName, foldPath(withoutMd(name)), (note) => note.fileName === withoutMd(name)),
      () => this.#named(this.#byTitle, folded, (note) => note.title === nfc),
      () => this.#named(this.#byAlias, folded, (note) => note.aliases.includes(nfc)),
      () => (tolerance === 'read' ? this.endingSo(folded) : []),
    ];
    for (const step of steps) {
      const found = [...step()];
      if (found.length > 0) return found;
    }
    return [];
  }

  /** Notes at a path in another Unicode form, or else in another letter case. */
  #atPath(path: string): string[] {
    const paths = [...this.#byFoldedPath.of(foldPath(path))];
    const forms = paths.filter((other) => toNfc(other) === toNfc(path));
    return forms.length > 0 ? forms : paths;
  }

  /**
   * The notes whose path ends with these folders and this file name, in any letter case or Unicode form; none without
   * a folder.
   */
  endingSo(path: string): string[] {
    if (!path.includes('/')) return [];
    const own = foldPath(withoutMd(path));
    return [...this.#byFileName.of(basename(own))].filter((other) => {
      const whole = foldPath(withoutMd(other));
      return whole === own || whole.endsWith(`/${own}`);
    });
  }

  /** Notes under a folded key: only exact spellings, if there are any. */
  #named(values: ValuesByKey, key: string, exact: (note: NamedNote) => boolean): string[] {
    const paths = [...values.of(key)];
    const exactly = paths.filter((path) => {
      const note = this.#notes.get(path);
      return note !== undefined && exact(note);
    });
    return exactly.length > 0 ? exactly : paths;
  }

  /**
   * The note that a name with other quotes or dashes, a part of a name or a typo means, as the tolerance allows. Looks
   * at all names.
   * @throws VaultLoomError `ambiguous_note` with candidates, `note_not_found` with suggestions
   */
  *looselyOnly(name: string, tolerance: NameTolerance): Steps<string> {
    const matches = yield* this.#loosely(name, tolerance);
    if (matches.length > 0) return this.only(name, matches);
    throw yield* this.notFound(name);
  }

  *#loosely(given: string, tolerance: NameTolerance): Steps<string[]> {
    const name = looseForm(given);
    if (name === '' || tolerance === 'delete' || (tolerance === 'write' && looksLikePath(given))) return [];
    const typed = asTyped(name);
    const alike = yield* this.#where((folded) => asTyped(folded) === typed);
    if (alike.length > 0) return alike;
    const containing = yield* this.#where((folded) => folded.includes(name));
    if (containing.length > 0 || tolerance === 'write') return containing;
    const plain = withoutAccents(name);
    const unaccented = yield* this.#where((folded) => withoutAccents(folded).includes(plain));
    if (unaccented.length > 0) return unaccented;
    const scattered = yield* this.#where((folded) => isSubsequence(name, folded));
    if (scattered.length > 0) return scattered;
    const allowed = Math.floor(name.length / 4);
    let nearest = allowed;
    let close: string[] = [];
    yield* visitSteps(this.#notes.values(), (note) => {
      const distance = Math.min(...note.folded.map((folded) => typoDistance(name, folded, nearest)));
      if (distance > nearest) return;
      if (distance < nearest) close = [];
      nearest = distance;
      close.push(note.path);
    });
    return close;
  }

  *#where(matches: (folded: string) => boolean): Steps<string[]> {
    const found = yield* filterSteps(this.#notes.values(), (note) => note.folded.some(matches));
    return found.map(({ path }) => path);
  }

  /**
   * The only path found.
   * @throws VaultLoomError `ambiguous_note` if there are several
   */
  only(name: string, paths: readonly string[]): string {
    const first = paths[0];
    if (first !== undefined && paths.length === 1) return first;
    const likeness = similarityTo(foldPath(name));
    const candidates = this.#refs(paths)
      .map((ref) => ({ ref, score: likeness(foldPath(ref.title)) }))
      .sort((a, b) => b.score - a.score || compareCodeUnits(a.ref.path, b.ref.path))
      .slice(0, MAX_CANDIDATES)
      .map(({ ref }) => ref);
    throw new VaultLoomError('ambiguous_note', `"${shorten(name, 120)}" may mean ${paths.length} notes.`, {
      hint: 'Call again with the path of one of the candidates.',
      details: { candidates, total: paths.length },
    });
  }

  /** The error for a name that means no note. `hint` replaces the general one. Looks at all names. */
  *notFound(name: string, hint?: string): Steps<VaultLoomError> {
    const wanted = looseForm(name);
    const [likeness, plainly] = [likenessTo(wanted), likenessTo(withoutAccents(wanted))];
    const endingSo = new Set(this.endingSo(wanted));
    const alike = new BestSoFar<{ note: NamedNote; score: number }>(
      MAX_SUGGESTIONS,
      (a, b) => b.score - a.score || compareCodeUnits(a.note.path, b.note.path),
    );
    yield* visitSteps(this.#notes.values(), (note) => {
      const score = endingSo.has(note.path)
        ? 1
        : Math.max(...note.folded.map((one) => Math.max(likeness(one), plainly(withoutAccents(one)))));
      if (score >= MIN_SUGGESTION_SIMILARITY) alike.add({ note, score });
    });
    const suggestions = alike.sorted().map(({ note }) => ({ path: note.path, title: note.title }));
    return new VaultLoomError('note_not_found', `No note is called "${shorten(name, 120)}".`, {
      hint:
        hint ??
        (suggestions.length > 0
          ? 'Use one of the suggestions, or find the note with search.'
          : 'Find the note with search or list_notes.'),
      details: { suggestions },
    });
  }

  #refs(paths: readonly string[]): NoteRef[] {
    return paths.map((path) => ({ path, title: this.#notes.get(path)?.title ?? path }));
  }
}

/**
 * The spellings to try in turn: as given; without `[[…]]`, alias and leading `/`; then without `#heading` or `^block`
 * suffixes, last one first; then likewise as Markdown links write it (`My%20note.md`). For a writing tool, what looks
 * like part of a path is not a heading.
 */
export function spellingsOf(name: string, tolerance: NameTolerance = 'read'): string[] {
  const spellings = [name];
  for (const bare of bareForms(name)) {
    spellings.push(bare);
    for (let end = suffixStart(bare); end > 0; end = suffixStart(bare.slice(0, end))) {
      if (tolerance !== 'read' && looksLikePath(bare.slice(end))) break;
      spellings.push(bare.slice(0, end).trim());
    }
  }
  return [...new Set(spellings)].filter((spelling) => spelling !== '');
}

/** What follows one of a name's {@link spellingsOf}: `#heading`, `#^block` or `^block`; mostly empty. */
export function suffixOf(name: string, spelling: string): string {
  const bare = bareForms(name).find((form) => form.startsWith(spelling));
  return bare === undefined ? '' : bare.slice(spelling.length).trim();
}

function bareForms(name: string): string[] {
  const bare = bareForm(name);
  return [bare, decodePercent(bare)];
}

/** Without the marks of a link, its alias, and leading slashes. */
function bareForm(name: string): string {
  const trimmed = name.trim();
  const wikilink = /^!?\[\[([\s\S]*)\]\]$/.exec(trimmed)?.[1];
  return (wikilink?.replace(/\\?\|[\s\S]*$/, '').trim() ?? trimmed).replace(/^\/+/, '');
}

/** Whether a name has what only paths have: `.md` or a slash. */
function looksLikePath(name: string): boolean {
  return /\.md|\//i.test(name);
}

/** Where the last `#heading` or `^block` begins; 0 or less if there is none. */
function suffixStart(name: string): number {
  return Math.max(name.lastIndexOf('#'), name.lastIndexOf('^'));
}

/** How similar names are to one, from 0 to 1. The beginning of a longer name, as a list may show it, is like it. */
function likenessTo(wanted: string): (name: string) => number {
  const whole = similarityTo(wanted);
  // The folder may be wrong, or that of the note.
  const start = basename(wanted)
    .replace(/(?:…|\.\.\.)$/, '')
    .trimEnd();
  if (start === '') return whole;
  return (name) => Math.max(whole(name), name.startsWith(start) ? LIKENESS_OF_START : 0);
}

/** Above most names that merely share letters, below a typo. */
const LIKENESS_OF_START = 0.7;

/** What the loose steps compare: folded, without the marks of paths and links. */
function looseForm(name: string): string {
  return foldPath(withoutMd(spellingsOf(name).at(-1) ?? ''));
}
