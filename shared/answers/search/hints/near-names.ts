import type { NoteIndex } from '../../../index/note-index.ts';
import { visitSteps } from '../../../kit/concurrency/long-lists.ts';
import type { Steps } from '../../../kit/concurrency/slices.ts';
import { compareCodeUnits } from '../../../kit/text/compare-code-units.ts';
import { typoDistance } from '../../../notes/fuzzy-match.ts';
import { noteTitle, type NoteRecord } from '../../../notes/note-record.ts';
import { foldWord } from '../../../search/words/terms/fold.ts';

/** Too many short words are a letter away from each other. */
const LEAST_LENGTH = 5;
/** From this length on, two slips are not another word. */
const LONG = 8;
const WORDS = /[\p{L}\p{M}\p{N}]+/gu;

/** For each word, the nearest one in the names of notes that it may be a slip of; looks at all names. */
export function* nearNames(
  index: NoteIndex,
  words: readonly string[],
  accepts: (record: NoteRecord) => boolean,
): Steps<Map<string, string>> {
  const wanted = words
    .filter((word) => word.length >= LEAST_LENGTH)
    .map((word) => ({ word, folded: foldWord(word), most: word.length < LONG ? 1 : 2 }));
  const near = new Map<string, { name: string; distance: number }>();
  if (wanted.length === 0) return new Map();
  yield* visitSteps(index.searched(), (record) => {
    if (!accepts(record)) return;
    const { title, aliases, path } = record;
    for (const [name] of [title, ...aliases, noteTitle(path, null)].join(' ').matchAll(WORDS))
      for (const { word, folded, most } of wanted) {
        if (Math.abs(name.length - word.length) > most + 1) continue;
        const distance = typoDistance(folded, foldWord(name), most);
        const known = near.get(word);
        const isNearer = known === undefined || distance < known.distance;
        if (distance <= most && (isNearer || (distance === known.distance && compareCodeUnits(name, known.name) < 0)))
          near.set(word, { name, distance });
      }
  });
  return new Map([...near].map(([word, { name }]) => [word, name]));
}
