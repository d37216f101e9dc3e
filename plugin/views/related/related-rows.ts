import type { RelatedNote, RelatedOutput } from '../../../shared/protocol/schemas/related.ts';
import { shorten } from '../../../shared/kit/text/shorten.ts';
import { plain } from '../words/said.ts';
import { withoutMarkup } from '../text/without-markup.ts';
import { WORDS } from './related-words.ts';

/** A row as it is shown. */
export interface RelatedRow {
  path: string;
  title: string;
  /** Why it is related. */
  why: string;
  /** Empty if no passage is similar. */
  passage: string;
  /** 0-based line of the passage, where the note opens; null: at its top. */
  line: number | null;
  /** Notes with nearly the same text. */
  copies: readonly { path: string; title: string }[];
}

/**
 * The rows of an answer.
 *
 * @param notRelated paths, in NFC, that the person does not want here
 */
export function relatedRows({ notes, similarBy }: RelatedOutput, notRelated: ReadonlySet<string>): RelatedRow[] {
  return notes
    .filter(({ path }) => !notRelated.has(path.normalize('NFC')))
    .map((note) => {
      const copies = (note.copies ?? []).filter(({ path }) => !notRelated.has(path.normalize('NFC')));
      return {
        path: note.path,
        title: note.title,
        why: whyOf(note, copies.length, similarBy === 'words'),
        passage: withoutMarkup(note.similar?.text ?? '', []).text,
        line: note.similar === undefined ? null : note.similar.line - 1,
        copies,
      };
    });
}

function whyOf(note: RelatedNote, copies: number, isByWords: boolean): string {
  return [
    note.copy === true ? WORDS.copyOfNote : similarWords(note, isByWords),
    linkWords(note),
    note.linked === true ? WORDS.linked : null,
    copies > 0 ? WORDS.copies(copies) : null,
  ]
    .filter((part) => part !== null)
    .join(' · ');
}

function similarWords({ title, similar }: RelatedNote, isByWords: boolean): string | null {
  if (similar === undefined) return null;
  const place = similar.above
    .filter((heading) => heading !== title && heading.trim() !== '')
    .map(nameInWhy)
    .join(' › ');
  if (isByWords) return place === '' ? WORDS.sameWords : WORDS.sameWordsAt(place);
  return place === '' ? WORDS.similar : WORDS.similarAt(place);
}

/** Names the first, and counts those that the two share in the same way. */
function linkWords({ sharedLinks = [], sharedCounts }: RelatedNote): string | null {
  const [first] = sharedLinks;
  if (first === undefined) return null;
  const names = WORDS.andMore(nameInWhy(first.title), (sharedCounts?.[first.way] ?? 1) - 1);
  if (first.way === 'to') return WORDS.bothLinkTo(names);
  return first.way === 'from' ? WORDS.linkedFrom(names) : WORDS.connectedThrough(names);
}

/** A note or heading may have a name of several lines; what comes after it has to be seen, too. */
function nameInWhy(name: string): string {
  return plain(shorten(name, LONGEST_NAME));
}

const LONGEST_NAME = 40;
