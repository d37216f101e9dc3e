import type { MissingLinksInput, MissingLinksOutput } from '../../protocol/schemas/map.ts';
import { isCanvasPath } from '../../notes/canvas.ts';
import type { Answer } from '../answer-parts.ts';
import { LinkLines } from '../link-lines.ts';
import { linesOfLinks } from '../names/note-lookup.ts';
import { showNodesByPath } from '../shown-notes.ts';

const MOST_NOTES = 200;
const MOST_LINES = 5;

/** Answers where the links to a missing note are: the notes with them, and the lines. */
export const missingLinks: Answer<MissingLinksInput, MissingLinksOutput> = async (parts, { path }) => {
  await parts.ready();
  const { stub } = await parts.fresh.find(path);
  const { index } = parts;
  if (stub === undefined) return { notes: [], total: 0 };
  const sources = showNodesByPath(index, index.graph.incoming(stub.key));
  const texts = new LinkLines(parts);
  const notes: MissingLinksOutput['notes'] = [];
  for (const source of sources.slice(0, MOST_NOTES)) {
    const record = index.source(source.path);
    if (record === undefined) continue;
    const numbers = linesOfLinks(index, record, { path: stub.path, stub: true });
    const lines: MissingLinksOutput['notes'][number]['lines'] = [];
    for (const line of numbers.slice(0, MOST_LINES))
      lines.push({ text: await texts.context(record, line), ...(isCanvasPath(record.path) ? {} : { line }) });
    notes.push({ path: record.path, title: record.title, lines, lineCount: numbers.length });
  }
  return { notes, total: sources.length };
};
