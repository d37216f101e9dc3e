import { isSameList } from '../../kit/is-same-list.ts';
import { compareCodeUnits } from '../../kit/text/compare-code-units.ts';
import type { NoteIndex } from '../../index/note-index.ts';
import type { NoteRecord } from '../../notes/note-record.ts';
import type { Stub } from '../../notes/stubs.ts';
import { isInHiddenPlace } from '../shown-notes.ts';
import { keptInStep, type FileFacts } from './kept-in-step.ts';
import { linksOfSource, type LooseKind, type LooseTarget, type SourceLinks } from './source-links.ts';

/** A link target that does not exist. */
export interface LooseEnd {
  kind: LooseKind;
  /** A note's or file's name; `path#heading` or `path#^block` where the note is there. */
  target: string;
  /** Notes and canvases that link to it. */
  sources: number;
  /** The first few of them, by path. */
  from: string[];
}

/** What is linked but missing, and how often attachments are linked. Leaves out hidden places and what they link to. */
export class LinkFacts implements FileFacts {
  readonly #index: NoteIndex;
  readonly #known = new Map<string, SourceLinks>();
  readonly #loose = new Map<string, Loose>();
  readonly #attachments = new Map<string, number>();
  /** Notes and canvases with links to parts of a note, by its path. */
  readonly #toParts = new Map<string, Set<string>>();
  /** The parts that notes had when links to them were last checked. */
  readonly #parts = new Map<string, NoteRecord | undefined>();
  #rows: readonly LooseEnd[] | null = null;
  #stubs: readonly Stub[] | null = null;

  constructor(index: NoteIndex) {
    this.#index = index;
  }

  update(path: string): Iterable<string> | undefined {
    const links = linksOfSource(this.#index, path);
    const before = this.#known.get(path);
    if (!isSame(before, links)) {
      if (before !== undefined) this.#remove(path, before);
      if (links === null) this.#known.delete(path);
      else this.#add(path, links);
    }
    return this.#judgeAgain(path);
  }

  /** The most linked first. */
  get loose(): readonly LooseEnd[] {
    if (this.#rows !== null) return this.#rows;
    const rows: LooseEnd[] = [];
    for (const entry of this.#loose.values()) {
      const row = (entry.row ??= this.#row(entry));
      if (row !== HIDDEN) rows.push(row);
    }
    return (this.#rows = rows.sort(
      (a, b) => b.sources - a.sources || compareCodeUnits(a.target, b.target) || compareCodeUnits(a.kind, b.kind),
    ));
  }

  /** Names that notes link to and no note has. */
  get stubs(): readonly Stub[] {
    if (this.#stubs !== null) return this.#stubs;
    const stubs: Stub[] = [];
    for (const { stubKey } of this.#loose.values()) {
      const stub = stubKey === undefined ? null : this.#index.links.stubs.get(stubKey);
      if (stub !== null && !isInHiddenPlace(this.#index, stub)) stubs.push(stub);
    }
    return (this.#stubs = stubs);
  }

  /** Whether a note or canvas links to a missing note. */
  hasMissingNote(path: string): boolean {
    for (const key of this.#known.get(path)?.loose.keys() ?? []) {
      const entry = this.#loose.get(key);
      if (entry?.kind === 'note' && (entry.row ??= this.#row(entry)) !== HIDDEN) return true;
    }
    return false;
  }

  /** How many notes and canvases link to an attachment. */
  linkedFrom(path: string): number {
    return this.#attachments.get(path) ?? 0;
  }

  #add(source: string, links: SourceLinks): void {
    this.#known.set(source, links);
    for (const [key, target] of links.loose) this.#addLoose(key, target, source);
    for (const path of links.attachments) this.#attachments.set(path, this.linkedFrom(path) + 1);
    for (const path of links.parts) {
      const sources = this.#toParts.get(path);
      if (sources === undefined) this.#toParts.set(path, new Set([source]));
      else sources.add(source);
      if (!this.#parts.has(path)) this.#parts.set(path, this.#index.note(path));
    }
  }

  #remove(source: string, links: SourceLinks): void {
    for (const key of links.loose.keys()) {
      const entry = this.#loose.get(key);
      entry?.sources.delete(source);
      if (entry?.sources.size === 0) this.#loose.delete(key);
      this.#forget(entry);
    }
    for (const path of links.attachments) {
      const left = this.linkedFrom(path) - 1;
      if (left > 0) this.#attachments.set(path, left);
      else this.#attachments.delete(path);
    }
    for (const path of links.parts) {
      const sources = this.#toParts.get(path);
      sources?.delete(source);
      if (sources?.size !== 0) continue;
      this.#toParts.delete(path);
      this.#parts.delete(path);
    }
  }

  #addLoose(key: string, { kind, target, stubKey }: LooseTarget, source: string): void {
    let entry = this.#loose.get(key);
    if (entry === undefined) this.#loose.set(key, (entry = { kind, stubKey, sources: new Map(), row: null }));
    entry.sources.set(source, target);
    this.#forget(entry);
  }

  #forget(entry: Loose | undefined): void {
    if (entry !== undefined) entry.row = null;
    this.#rows = this.#stubs = null;
  }

  #row({ kind, stubKey, sources }: Loose): LooseEnd | typeof HIDDEN {
    const stub = stubKey === undefined ? null : this.#index.links.stubs.get(stubKey);
    if (stub !== null && isInHiddenPlace(this.#index, stub)) return HIDDEN;
    const target = stub?.title ?? [...new Set(sources.values())].sort(compareCodeUnits)[0] ?? '';
    return {
      kind,
      target,
      sources: sources.size,
      from: [...sources.keys()].sort(compareCodeUnits).slice(0, MOST_NAMED),
    };
  }

  /** The notes whose links to parts of this one may just have broken or been repaired. */
  #judgeAgain(path: string): Iterable<string> | undefined {
    const sources = this.#toParts.get(path);
    if (sources === undefined) return undefined;
    const before = this.#parts.get(path);
    const now = this.#index.note(path);
    this.#parts.set(path, now);
    return hasSameParts(before, now) ? undefined : [...sources];
  }
}

interface Loose {
  kind: LooseKind;
  stubKey: string | undefined;
  /** Who links to it, and how each spells it. */
  sources: Map<string, string>;
  /** Null until it is asked for. */
  row: LooseEnd | typeof HIDDEN | null;
}

const HIDDEN = 'hidden';
const MOST_NAMED = 3;

function hasSameParts(before: NoteRecord | undefined, now: NoteRecord | undefined): boolean {
  if (before === undefined || now === undefined) return before === now;
  return (
    before.visibility === now.visibility &&
    isSameList(headingNames(before), headingNames(now)) &&
    isSameList(before.blockIds ?? [], now.blockIds ?? [])
  );
}

/** Every name by which a link may mean a heading of the note. */
function headingNames({ headings }: NoteRecord): string[] {
  return headings.flatMap(({ text, written }) => [text, written ?? text]);
}

function isSame(before: SourceLinks | undefined, after: SourceLinks | null): boolean {
  if (before === undefined || after === null) return before === undefined && after === null;
  return (
    areEqual(before.attachments, after.attachments) &&
    areEqual(before.parts, after.parts) &&
    before.loose.size === after.loose.size &&
    [...before.loose].every(([key, { target }]) => after.loose.get(key)?.target === target)
  );
}

function areEqual(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === b.size && [...a].every((item) => b.has(item));
}

/** The link facts of an index. */
export const linkFacts = keptInStep((index) => new LinkFacts(index));
