import type { Steps } from '../../kit/concurrency/slices.ts';
import { parseNoteSteps } from '../../markdown/parse-note.ts';
import type { TextRange } from '../../markdown/parsed-note.ts';
import { extension } from '../../vault/paths.ts';
import type { LinksToMend } from './links-to-mend.ts';

/**
 * The text with each wrong link corrected, wherever it is now.
 * @throws Error if it is unclear which links those are
 */
export function* mendLinks(text: string, { path, wrong, right }: LinksToMend): Steps<string> {
  const linksOf = extension(path) === 'canvas' ? stringsOf : linksOfNote;
  const [old, fresh] = [decode(wrong), decode(right)];
  const [from, to] = [yield* linksOf(old), yield* linksOf(fresh)];
  if (from.length !== to.length) throw new Error('the links of the two texts differ in number');
  const mended = new Map<string, string>();
  from.forEach((link, i) => {
    link.forEach((part, kind) => {
      const before = sliceOf(old, part);
      const after = sliceOf(fresh, to[i]?.[kind] ?? part);
      if (before !== after) mended.set(`${kind} ${before}`, after);
    });
  });
  let result = text;
  let taken = Infinity;
  for (const link of (yield* linksOf(text)).reverse()) {
    const kind = link.findIndex((part, i) => mended.has(`${i} ${sliceOf(text, part)}`));
    const part = link[kind];
    if (part === undefined || part.end > taken) continue;
    result =
      result.slice(0, part.start) + (mended.get(`${kind} ${sliceOf(text, part)}`) ?? '') + result.slice(part.end);
    taken = part.start;
  }
  return result;
}

/** First the whole link, so that a label stays with its target; then the target, in case the label was changed. */
type LinkParts = TextRange[];

function* linksOfNote(text: string): Steps<LinkParts[]> {
  const { links } = yield* parseNoteSteps(text);
  return links
    .map(({ start, end, targetRange }) => [{ start, end }, targetRange])
    .sort(([a], [b]) => (a?.start ?? 0) - (b?.start ?? 0));
}

/** All strings of a canvas. */
function* stringsOf(text: string): Steps<LinkParts[]> {
  yield;
  return [...text.matchAll(/"(?:[^"\\]|\\.)*"/g)].map((match) => [
    { start: match.index, end: match.index + match[0].length },
  ]);
}

function sliceOf(text: string, { start, end }: TextRange): string {
  return text.slice(start, end);
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
}
