import { VaultLoomError } from '../../protocol/errors.ts';
import { linkKeys, nameKey } from '../../notes/file-names.ts';
import type { FileNames } from '../../notes/file-names.ts';
import { basename, joinVaultPath, dirname, withoutMd } from '../../vault/paths.ts';
import type { Steps } from '../../kit/concurrency/slices.ts';
import { parseNoteSteps } from '../../markdown/parse-note.ts';
import type { Link, ParsedNote } from '../../markdown/parsed-note.ts';
import { relabel } from './link-label.ts';
import { relativePath, respell, staysAsWritten } from './link-spelling.ts';
import type { LinkPlace, NewLinkFormat, WrittenPath } from './link-spelling.ts';
import { replacePath, writtenPath } from './link-writing.ts';
import { scalarStyles, type ScalarStyles } from './link-yaml.ts';
import { applyTextEdits, type TextEdit } from './text-edit.ts';

/** Moves of files that happen together, and all file names before and after them. */
export interface NoteMove {
  /** New path by old. A new path may be that of a file that is there already: then the two become one. */
  moves: ReadonlyMap<string, string>;
  before: FileNames;
  after: FileNames;
  newLinkFormat: NewLinkFormat;
}

/** How to rewrite the links of one text. */
export interface RewrittenLinks {
  /** In order, without overlaps. */
  edits: TextEdit[];
  /**
   * Rewritten places: a reference definition is one, however many links use it; a link of which only the shown text
   * changes is one too.
   */
  occurrences: number;
}

/**
 * The edits that keep every link of the note or text card at `path` (before the move) leading to the same file. Links
 * to a moved file follow it, and show its new name if they showed the old one. Links to other files get a longer path
 * if the move would change their meaning. Links to nothing stay, unless they are relative and would now hit a file.
 * @throws VaultLoomError `invalid_arguments` if a link cannot be written because the new name has characters that end a
 * link
 */
export function* rewriteLinksSteps(
  path: string,
  text: string,
  parsed: ParsedNote,
  move: NoteMove,
): Steps<RewrittenLinks> {
  const note: NoteInMove = {
    path,
    text,
    parsed,
    styles: stylesOf(text, parsed),
    source: move.moves.get(path) ?? path,
    move,
  };
  const decisions = new Map<string, Decision>();
  const keys = keysOf(move);
  const edits = new Map<number, TextEdit>();
  const labels = new Map<Link, TextEdit>();
  for (const [number, link] of parsed.links.entries()) {
    if (number % LINKS_PER_STEP === LINKS_PER_STEP - 1) yield;
    if (!move.moves.has(path) && !linkKeys(link.path, link.target).some((key) => keys.has(key))) continue;
    const key = `${isMarkdown(link) ? 'm' : 'w'}${link.target}`;
    const decision = decisions.get(key) ?? decide(note, link);
    decisions.set(key, decision);
    const label =
      decision.renamed === undefined
        ? null
        : relabel(text, note.styles, link, decision.renamed.from, decision.renamed.to);
    if (label !== null) labels.set(link, label);
    if (edits.has(link.targetRange.start)) continue;
    const edit = carryOut(note, link, decision);
    if (edit !== null) edits.set(edit.offset, edit);
  }
  const ordered = [...edits.values(), ...labels.values()].sort((a, b) => a.offset - b.offset);
  if (ordered.some((edit) => RISKY.test(edit.replacement)) || closesGap(text, ordered))
    yield* check(note, ordered, edits, labels);
  const onlyShown = [...labels.keys()].filter((link) => !edits.has(link.targetRange.start));
  return { edits: ordered, occurrences: edits.size + onlyShown.length };
}

/** Keys are made once for a move, and asked for with each note. */
const KEYS = new WeakMap<NoteMove, Set<string>>();

function keysOf(move: NoteMove): ReadonlySet<string> {
  const known = KEYS.get(move) ?? new Set([...move.moves].flat().map((path) => nameKey(path)));
  KEYS.set(move, known);
  return known;
}

const LINKS_PER_STEP = 500;

/** Characters that may end a link early or begin something else. */
const RISKY = /[#|^[\]`$<>\\]|%%/;

/**
 * Whether the edit removes characters that kept a line from being read as something else: white space, as one Markdown
 * link or a definition of one; a quote or bracket, as a definition's title.
 */
function closesGap(text: string, edits: readonly TextEdit[]): boolean {
  const loses = (characters: RegExp): boolean =>
    edits.some(
      ({ offset, length, replacement }) =>
        characters.test(text.slice(offset, offset + length)) && !characters.test(replacement),
    );
  return (HALF_LINK.test(text) && loses(/\s/)) || (HALF_DEFINITION.test(text) && [/"/, /'/, /[()]/].some(loses));
}

const HALF_LINK = /\][:(]/;
const HALF_DEFINITION = /\]:/;

/** The note or card to rewrite. `path` is before the move, `source` after it. */
interface NoteInMove {
  path: string;
  text: string;
  parsed: ParsedNote;
  styles: ScalarStyles;
  source: string;
  move: NoteMove;
}

/**
 * What to do with all links of a note to one target: try these spellings in turn, or leave the link if there are none.
 */
interface Decision {
  written: WrittenPath;
  spellings: string[];
  /** If no spelling can be written, the move is impossible. */
  isRequired: boolean;
  /** The file's old and new name, for links that show the old one. */
  renamed?: { from: string; to: string };
}

function decide({ path, source, move }: NoteInMove, link: Link): Decision {
  const stays = { written: { path: link.path, subpath: link.subpath }, spellings: [], isRequired: false };
  if (link.path === '' && (link.subpath !== '' || link.target === '')) return stays;
  const found = move.before.locate(link.path, link.target, path);
  if (found === null) return { ...stays, spellings: spellingsOfMissing(path, source, link, move) };
  const from: LinkPlace = { names: move.before, source: path, target: found };
  const to: LinkPlace = { names: move.after, source, target: move.moves.get(found) ?? found };
  const written = { ...writtenPath(link, from), isMarkdown: isMarkdown(link) };
  const newName = nameOf(to.target);
  const renamed = newName === nameOf(found) ? {} : { renamed: { from: nameOf(found), to: newName } };
  if (staysAsWritten(written, from, to, move.newLinkFormat)) return { ...stays, ...renamed };
  return {
    written,
    spellings: respell(written, from, to, move.newLinkFormat),
    isRequired: move.moves.has(found) || WITH_EXTENSION.test(found),
    ...renamed,
  };
}

/** Computed at the first frontmatter link, since few notes have one. */
function stylesOf(text: string, { frontmatter }: ParsedNote): ScalarStyles {
  let styles: ScalarStyles | null = null;
  return (offset) => {
    const yaml = frontmatter?.yamlRange;
    if (yaml === undefined) return null;
    styles ??= scalarStyles(text.slice(yaml.start, yaml.end));
    return styles(offset - yaml.start);
  };
}

function nameOf(path: string): string {
  return withoutMd(basename(path));
}

function isMarkdown({ kind }: Link): boolean {
  return kind === 'markdown' || kind === 'markdown-embed';
}

/**
 * Files with an extension can be linked to, no matter what is next to them; of `N` and `N.md` in one folder, only the
 * note can.
 */
const WITH_EXTENSION = /\.[^./]+$/;

/** Keeps a dangling relative link of a moving note from hitting a file. */
function spellingsOfMissing(path: string, source: string, link: Link, move: NoteMove): string[] {
  if (!/^\.{1,2}\//.test(link.path) || source === path || move.after.locate(link.path, link.target, source) === null)
    return [];
  const missing = joinVaultPath(dirname(path), link.path);
  if (missing === null) return [];
  const spelling = relativePath(source, missing);
  return move.after.locate(spelling, spelling + link.subpath, source) === null ? [spelling] : [];
}

function carryOut(
  { path, text, styles }: NoteInMove,
  link: Link,
  { written, spellings, isRequired }: Decision,
): TextEdit | null {
  for (const spelling of spellings) {
    const edit = replacePath(text, styles, link, written, spelling);
    if (edit !== null) return edit;
  }
  if (isRequired) throw cannotBeWritten(path, link);
  return null;
}

/** Reads the edited text again: its links must be the same and lead where they should. */
function* check(
  { path, text, parsed, source, move }: NoteInMove,
  edits: readonly TextEdit[],
  edited: ReadonlyMap<number, TextEdit>,
  labels: ReadonlyMap<Link, TextEdit>,
): Steps<void> {
  const { links } = yield* parseNoteSteps(applyTextEdits(text, edits));
  for (const [index, link] of parsed.links.entries()) {
    if (index % LINKS_PER_STEP === LINKS_PER_STEP - 1) yield;
    const now = links[index];
    const found = move.before.locate(link.path, link.target, path);
    const meant = found === null ? null : (move.moves.get(found) ?? found);
    const isMeant = (other: Link): boolean =>
      edited.has(link.targetRange.start)
        ? move.after.locate(other.path, other.target, source) === meant
        : other.target === link.target;
    if (
      links.length !== parsed.links.length ||
      now?.kind !== link.kind ||
      (now.display !== link.display && !labels.has(link) && !holdsEdit(edits, link)) ||
      !isMeant(now)
    )
      throw cannotBeWritten(path, link);
  }
}

/** Whether an edit is before the link's own target, in a link within its text. */
function holdsEdit(edits: readonly TextEdit[], { start, end, targetRange }: Link): boolean {
  let [low, high] = [0, edits.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((edits[middle]?.offset ?? 0) < start) low = middle + 1;
    else high = middle;
  }
  const first = edits[low];
  return first !== undefined && first.offset < Math.min(end, targetRange.start);
}

function cannotBeWritten(path: string, link: Link): VaultLoomError {
  return new VaultLoomError(
    'invalid_arguments',
    `The link to "${link.target}" in ${path}, line ${String(link.line)}, cannot be written with the new name.`,
    {
      hint: 'Choose a name without any of # | ^ [ ] % \\.',
      details: { path, line: link.line },
    },
  );
}
