import { cutParts, type PartCuts } from '../../markdown/blocks/markdown-stretches.ts';
import { chunkNoteSteps } from '../../markdown/chunks/chunker.ts';
import { readFrontmatter } from '../../markdown/frontmatter/frontmatter.ts';
import { parsePartSteps } from '../../markdown/parse-note.ts';
import { readSourceText } from '../../markdown/source-text.ts';
import { hashBytes } from '../../kit/bytes/content-hash.ts';
import type { Steps } from '../../kit/concurrency/slices.ts';
import type { NotePart } from '../../notes/note-record.ts';
import { packChunkTexts, textsInPages } from '../saved/chunk-texts.ts';
import type { TextPage } from '../saved/text-pages.ts';
import { decodeText, type NoteDraft } from './note-draft.ts';
import { PartsContent, type EarlierReading } from './parts-content.ts';

/** Notes of more bytes are read in parts: parsed in one go, they take many times their size in memory. */
export const IN_PARTS_BYTES = 5 * 1024 * 1024;
/** Large enough for few parts, small enough that one is parsed in about 10 ms. In UTF-16 units. */
const PART_SIZE = 1 << 17;

/**
 * Drafts a huge note part by part, so that only one part's structures are in memory at a time. Leading parts with the
 * same bytes as in `before` are not parsed again. Null if the note cannot be read in parts: it is not UTF-8, or it
 * defines link references, which count in all parts.
 */
export function* draftInParts(
  bytes: Uint8Array,
  before: EarlierReading | null,
  size: number = PART_SIZE,
): Steps<NoteDraft | null> {
  const reused = before === null ? 0 : yield* unchangedParts(bytes, before.parts ?? []);
  const content = before === null || reused === 0 ? new PartsContent() : PartsContent.upTo(before, reused);
  const chunkTexts: string[] = [];
  const { text, lossy } = decodeText(bytes.subarray(content.bytes));
  if (lossy) return null;
  yield;
  const { cuts, certainTo } = yield* cutsOf(text, content.isEmpty, size);
  for (let from = 0, number = 0; from < text.length; number++) {
    const to = cuts[number] ?? text.length;
    const part = text.slice(from, to);
    const { note, hasDefinitions, lineEnds } = yield* parsePartSteps(part, content.isEmpty);
    if (hasDefinitions) return null;
    const chunks = yield* chunkNoteSteps(part, note);
    for (const { marked } of chunks) chunkTexts.push(marked);
    const start = content.bytes;
    yield* content.add(note, chunks, { bytes: Buffer.byteLength(part), lineEnds });
    if (to < text.length && to <= certainTo) content.seal(hashBytes(bytes.subarray(start, content.bytes)));
    from = to;
  }
  return { content: content.content, chunkTexts, reused };
}

/** Packed texts of a note's leading parts, from an earlier reading. */
export interface KnownTexts {
  parts: number;
  /** At least those of the chunks in these parts. */
  pages: readonly TextPage[];
}

export const NOTHING_KNOWN: KnownTexts = { parts: 0, pages: [] };

/**
 * The chunk texts of all parts, packed. Those of reused parts that are not known are read again from the note's bytes.
 */
export function* readTexts(bytes: Uint8Array, draft: NoteDraft, known: KnownTexts = NOTHING_KNOWN): Steps<TextPage[]> {
  const reused = (draft.content.parts ?? []).slice(0, draft.reused);
  const last = reused[Math.min(known.parts, reused.length) - 1];
  const pages = yield* leadingPages(known.pages, last?.chunks ?? 0);
  let chunks = last?.chunks ?? 0;
  let from = last?.bytes ?? 0;
  for (const part of reused.slice(known.parts)) {
    const { text } = decodeText(bytes.subarray(from, part.bytes));
    const { note } = yield* parsePartSteps(text, from === 0);
    from = part.bytes;
    const texts = (yield* chunkNoteSteps(text, note)).map(({ marked }) => marked);
    pages.push(...(yield* packChunkTexts(texts, chunks)));
    chunks += texts.length;
  }
  pages.push(...(yield* packChunkTexts(draft.chunkTexts, chunks)));
  return pages;
}

/** The pages of the first `count` chunks; one that has more of them is packed again. */
function* leadingPages(pages: readonly TextPage[], count: number): Steps<TextPage[]> {
  const leading = pages.filter(({ firstChunk }) => firstChunk < count);
  const last = leading.pop();
  if (last === undefined) return [];
  const texts = [...textsInPages([last])].slice(0, count - last.firstChunk);
  yield;
  return [...leading, ...(yield* packChunkTexts(texts, last.firstChunk))];
}

/**
 * Number of leading parts that need not be parsed again. The last one with the same bytes is not among them: what
 * follows it has changed, and that decides whether the note may be cut there.
 */
function* unchangedParts(bytes: Uint8Array, parts: readonly NotePart[]): Steps<number> {
  let from = 0;
  let same = 0;
  for (const part of parts) {
    if (part.bytes > bytes.length || hashBytes(bytes.subarray(from, part.bytes)) !== part.hash) break;
    from = part.bytes;
    same++;
    yield;
  }
  return Math.max(0, same - 1);
}

function* cutsOf(text: string, isFirst: boolean, size: number): Steps<PartCuts> {
  const source = yield* readSourceText(text);
  if (!isFirst) return yield* cutParts(source.text, 0, size);
  const { frontmatter, bodyStart } = yield* readFrontmatter(source, []);
  const { cuts, certainTo } = yield* cutParts(source.text, bodyStart, size);
  // A later `---` would make it all frontmatter.
  const isOpen = frontmatter === null && text.startsWith('---', bodyStart);
  return { cuts, certainTo: isOpen ? 0 : certainTo };
}
