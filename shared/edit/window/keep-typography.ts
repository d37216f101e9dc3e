import { diffArrays } from 'diff';
import { asTyped, typedText } from '../../kit/text/typed-text.ts';
import { toLf } from '../text-lines.ts';

/** Beyond this many differences, the content is taken as it is. */
const MOST_DIFFERENCES = 1_000;

const UNIT = /\.{3}|[\p{L}\p{M}\p{N}]+|[^]/gu;

/**
 * The new text of a passage that the search text names with other quotes, dashes or spaces. What search text and
 * content share stays as the passage has it, so that the edit of a word does not straighten all quotes around it.
 * @param passage as the note has it
 */
export function keepTypography(passage: string, search: string, content: string): string {
  const own = toLf(passage);
  const asked = toLf(search).normalize('NFC');
  if (asTyped(own) !== asTyped(asked)) return content;
  const units = unitsOf(own, asked);
  const wanted = toLf(content).normalize('NFC').match(UNIT) ?? [];
  const old = units.map((unit) => unit.asked);
  const changes = diffArrays(old, wanted, { maxEditLength: MOST_DIFFERENCES });
  if (changes === undefined) return content;
  let at = 0;
  return changes
    .map(({ added, removed, value }) => {
      if (added) return value.join('');
      const kept = units.slice(at, (at += value.length)).map((unit) => unit.own);
      return removed ? '' : kept.join('');
    })
    .join('');
}

/** Words and signs of a passage, each as it is and as the search text has it. */
function unitsOf(own: string, asked: string): { own: string; asked: string }[] {
  const ownAt = typedText(own)?.original ?? same;
  const askedAt = typedText(asked)?.original ?? same;
  const units = [];
  let [ownFrom, askedFrom] = [0, 0];
  for (const { 0: unit, index } of asTyped(asked).matchAll(UNIT)) {
    const [ownTo, askedTo] = [ownAt(index + unit.length), askedAt(index + unit.length)];
    if (ownTo === null || askedTo === null) continue;
    units.push({ own: own.slice(ownFrom, ownTo), asked: asked.slice(askedFrom, askedTo) });
    [ownFrom, askedFrom] = [ownTo, askedTo];
  }
  return units;
}

function same(offset: number): number {
  return offset;
}
