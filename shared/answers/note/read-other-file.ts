import { parse } from 'yaml';
import { jsonBytes } from '../../kit/json/json-size.ts';
import { isRecord } from '../../kit/json/is-record.ts';
import { isCanvasPath } from '../../notes/canvas.ts';
import { spellingsOf } from '../../notes/note-names.ts';
import { VaultLoomError } from '../../protocol/errors.ts';
import type { NoteDetails, ReadNoteInput } from '../../protocol/schemas/find.ts';
import { basename, foldPath } from '../../vault/paths.ts';
import { decodeText } from '../../index/drafts/note-draft.ts';
import type { NoteIndex } from '../../index/note-index.ts';
import type { AnswerParts } from '../answer-parts.ts';
import { fileNamed } from '../names/what-else.ts';
import { linksOf } from './listed-neighbours.ts';
import { partSteps, type PartRange } from './note-part.ts';
import { canvasCards, cardWindow } from './canvas-note.ts';
import { contentWindowSteps } from './content-window.ts';

const READABLE = /\.(canvas|base)$/i;

/** Reads a canvas or a base, if the name belongs to one and to no note; otherwise null. */
export async function readOtherFile(parts: AnswerParts, input: ReadNoteInput): Promise<NoteDetails | null> {
  const { index, source, fresh } = parts;
  for (const spelling of spellingsOf(input.name)) {
    if (!READABLE.test(spelling)) continue;
    const path = await fileNamed(parts, foldPath(spelling));
    if (path === null || !READABLE.test(path)) continue;
    refuseParts(path, input);
    const { text } = decodeText(await source.read(path));
    if (!isCanvasPath(path)) return readBase(parts, path, text, await baseRange(parts, text, input), input);
    await fresh.canvases(index);
    return readCanvas(index, path, text, input);
  }
  return null;
}

/** Arguments about what only a note has are refused rather than ignored. */
function refuseParts(path: string, { section, block, lines }: ReadNoteInput): void {
  const isCanvas = isCanvasPath(path);
  const given = { section, block, ...(isCanvas ? { lines } : {}) };
  const [name] = Object.entries(given).find(([, value]) => value !== undefined) ?? [];
  if (name === undefined) return;
  throw new VaultLoomError(
    'invalid_arguments',
    `"${path}" is a ${isCanvas ? 'canvas' : 'base'}, which has no \`${name}\`.`,
    {
      hint: isCanvas
        ? 'Read it without: the answer has its cards. `search` finds the text of cards.'
        : 'Read its text by `lines`, or without.',
    },
  );
}

async function baseRange({ slicer }: AnswerParts, text: string, { lines }: ReadNoteInput): Promise<PartRange> {
  return lines === undefined ? { start: 0, end: text.length } : slicer.run(partSteps(text, { lines }));
}

function readCanvas(index: NoteIndex, path: string, text: string, input: ReadNoteInput): NoteDetails {
  const isBrief = input.mode === 'brief';
  const isShown = (file: string): boolean => (index.source(file)?.visibility ?? visibleOr(index, file)) !== 'hidden';
  const found = canvasCards(text, { isBrief, isShown });
  const { offset = 0 } = input;
  if (offset < 0 || (offset > 0 && offset >= (found?.cards.length ?? 0)))
    throw new VaultLoomError(
      'invalid_arguments',
      `\`offset\` ${offset} is beyond the cards of "${path}": it has ${found?.cards.length ?? 0}.`,
      { hint: 'Read it without, or with the `nextOffset` of the last answer.' },
    );
  const linked = linksOf(index, path, input.links ?? 'full');
  const room = Math.max(LEAST_CARD_BYTES, MOST_CARD_BYTES - jsonBytes(linked));
  return {
    path,
    title: basename(path).replace(READABLE, ''),
    kind: 'canvas',
    ...(found === null
      ? { cards: [], links: [], hint: 'The file is not a canvas that can be read.' }
      : cardWindow(found, { offset, room })),
    ...linked,
  };
}

/** An answer has 48,000 bytes, of which each of four lists gets a quarter if all are long. */
const MOST_CARD_BYTES = 40_000;
const LEAST_CARD_BYTES = 11_000;

function visibleOr(index: NoteIndex, file: string): 'hidden' | 'visible' {
  return index.isHidden(file) ? 'hidden' : 'visible';
}

async function readBase(
  { slicer }: AnswerParts,
  path: string,
  text: string,
  range: PartRange,
  { maxContentLength, offset }: ReadNoteInput,
): Promise<NoteDetails> {
  const window = await slicer.run(contentWindowSteps(text, range, { bodyStart: 0, offset, most: maxContentLength }));
  return { path, title: basename(path).replace(READABLE, ''), kind: 'base', views: viewsOf(text), ...window };
}

/** The names of a base's views, in the app's spelling or as a map; none if it is not valid. */
function viewsOf(text: string): string[] {
  let base: unknown;
  try {
    base = parse(text, { maxAliasCount: 0, logLevel: 'silent' });
  } catch {
    return [];
  }
  const views: unknown = isRecord(base) ? base['views'] : null;
  if (isRecord(views)) return Object.keys(views);
  const named = Array.isArray(views) ? views.map((view: unknown) => (isRecord(view) ? view['name'] : null)) : [];
  return named.filter((name) => typeof name === 'string');
}
