import { runSteps } from '../kit/concurrency/slices.ts';
import { VaultLoomError } from '../protocol/errors.ts';
import { readFrontmatter } from '../markdown/frontmatter/frontmatter.ts';
import { readSourceText } from '../markdown/source-text.ts';
import { appendText } from './append-prepend.ts';
import type { AtLineEdit } from './note-edit.ts';
import { spliceText } from './splice-text.ts';
import { asTyped } from '../kit/text/typed-text.ts';
import { shorten } from '../kit/text/shorten.ts';
import { dropFinalLineEnd, readLines, toLf } from './text-lines.ts';
import type { TextLine, TextLines } from './text-lines.ts';

/**
 * Replaces or deletes a line, or inserts before or after it. Lines count from 1 over the whole file; `before` one past
 * the end appends. One final line end of `content` is ignored, and the file keeps its own or its absence. Throws
 * `invalid_arguments` for a missing line, `frontmatter_line` for one in the frontmatter, `file_changed` if it does not
 * hold what was expected.
 */
export function editAtLine(text: string, edit: AtLineEdit): string {
  const source = readLines(text);
  const count = source.lines.length;
  if (edit.expect !== undefined) refuseUnexpected(source, edit.line, edit.expect);
  if (edit.lineOp === 'before' && edit.line === count + 1) return appendText(text, edit.content);
  const line = source.lines[edit.line - 1];
  if (line === undefined) throw noSuchLine(edit, count);
  refuseFrontmatter(text, line, edit);
  return changeLine(source, line, edit);
}

function changeLine(source: TextLines, line: TextLine, { lineOp, content }: AtLineEdit): string {
  const { text, majority } = source;
  const added = dropFinalLineEnd(content);
  switch (lineOp) {
    case 'replace':
      return spliceText(text, line.start, line.end, added, majority);
    case 'before':
      return spliceText(text, line.start, line.start, `${added}\n`, majority);
    case 'after':
      return line.ending === ''
        ? appendText(text, content)
        : spliceText(text, line.next, line.next, `${added}\n`, majority);
    case 'delete':
      return line.ending === ''
        ? text.slice(0, endOfLineBefore(source, line))
        : text.slice(0, line.start) + text.slice(line.next);
  }
}

/** Where a text without its last line ends. If that line had no line end, the one above loses its own. */
function endOfLineBefore(source: TextLines, line: TextLine): number {
  return source.lines[source.lines.indexOf(line) - 1]?.end ?? line.start;
}

/** White space at the ends of lines, the Unicode form and typography do not matter: callers rarely see them. */
function refuseUnexpected({ text, lines }: TextLines, line: number, expect: string): void {
  const wanted = toLf(dropFinalLineEnd(expect)).split('\n').map(comparable);
  const contents = lines.map(({ start, end }) => comparable(text.slice(start, end)));
  const isAt = (first: number): boolean => wanted.every((one, i) => (contents[first + i] ?? '') === one);
  if (isAt(line - 1)) return;
  const places = contents.flatMap((_, first) => (isAt(first) ? [first + 1] : []));
  const at = lines[line - 1];
  const found = at === undefined ? '' : shorten(text.slice(at.start, at.end).trimEnd().normalize('NFC'), MOST_SHOWN);
  const [now] = places;
  throw new VaultLoomError(
    'file_changed',
    `Line ${String(line)} does not hold the expected text; nothing was written.`,
    {
      hint:
        places.length === 1 && now !== undefined && expect.trim() !== ''
          ? `That text is at line ${String(now)}.`
          : 'Read the note again and repeat the edit with its current line.',
      details: { line, text: found, ...(expect.trim() === '' ? {} : { at: places.slice(0, MOST_PLACES) }) },
    },
  );
}

function comparable(line: string): string {
  return asTyped(line.trimEnd().normalize('NFC'));
}

const MOST_SHOWN = 160;
const MOST_PLACES = 10;

/** Inserting after the closing fence is not an edit of the frontmatter. */
function refuseFrontmatter(text: string, line: TextLine, { line: number, lineOp }: AtLineEdit): void {
  const { frontmatter } = runSteps(readFrontmatter(runSteps(readSourceText(text)), []));
  if (frontmatter === null || line.start >= frontmatter.range.end) return;
  if (lineOp === 'after' && line.start >= frontmatter.yamlRange.end) return;
  throw new VaultLoomError('frontmatter_line', `Line ${String(number)} belongs to the frontmatter.`, {
    hint: 'Use mode `patch_frontmatter` to change a property, or `prepend` to write above the body.',
  });
}

function noSuchLine({ line, lineOp }: AtLineEdit, count: number): VaultLoomError {
  const lines = `${String(count)} line${count === 1 ? '' : 's'}`;
  return new VaultLoomError('invalid_arguments', `\`line\` ${String(line)} does not exist: the note has ${lines}.`, {
    hint:
      lineOp === 'before'
        ? `Give 1 to ${String(count + 1)}; ${String(count + 1)} appends.`
        : `Give an existing line, or append with \`line\` ${String(count + 1)} and \`lineOp\` before.`,
    details: { lines: count },
  });
}
