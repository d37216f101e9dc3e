import { isRecord } from '../../../../shared/kit/json/is-record.ts';
import type { NoteDetails } from '../../../../shared/protocol/schemas/find.ts';
import { flow, type Screen } from '../../terminal.ts';
import { isTitleOf, onOneLine, plainText } from './plain-text.ts';

const MOST_LINES = 3;

/** A note's text, or what is known about the note if its text was not asked for; several notes in turn. */
export function notesText(result: Record<string, unknown>, screen: Screen): string {
  const data = result['data'];
  const notes = Array.isArray(data) ? data : [data];
  return notes
    .filter(isRecord)
    .map((note) => noteText(note, screen))
    .join('\n\n');
}

function noteText(note: Record<string, unknown>, screen: Screen): string {
  if (isRecord(note['error'])) return `${onOneLine(note['name'])}: ${onOneLine(note['error']['message'])}`;
  const details = note as NoteDetails;
  if (details.content === undefined) return headLines(details, screen).concat(outline(details, screen)).join('\n');
  const { truncated, nextOffset, contentLength, content, startLine } = details;
  // Of a part the offset counts in the note, and the length does not.
  const read = startLine === undefined ? `${nextOffset} of ${contentLength ?? '?'} characters. ` : '';
  const rest =
    truncated === true && nextOffset !== undefined ? [screen.style.dim(`… ${read}More: --offset ${nextOffset}`)] : [];
  return [...headLines(details, screen), '', content.replace(/\n$/u, ''), ...rest].join('\n');
}

/** What is printed above a note's text. */
function headLines(note: NoteDetails, screen: Screen): string[] {
  const { style } = screen;
  const { path, title, frontmatter = {}, startLine, endLine } = note;
  const lines = startLine === undefined ? '' : `:${startLine}${endLine === undefined ? '' : `-${endLine}`}`;
  const known = Object.entries(frontmatter).map(([name, value]) => `${name}: ${onOneLine(value)}`);
  return [
    `${style.bold(path)}${lines}${isTitleOf(title, path) ? '' : `  ${title}`}`,
    ...known.map((line) => style.dim(line)),
    ...linkLines('Links to', note.outgoing, note.outgoingTotal, screen),
    ...linkLines('Linked from', note.incoming, note.incomingTotal, screen),
    ...(note.mentions ?? []).map((mention) => style.dim(`Named in ${mention.path}:${mention.line}  ${mention.text}`)),
    ...(note.hint === undefined ? [] : [style.dim(note.hint)]),
  ];
}

function linkLines(
  label: string,
  links: NoteDetails['outgoing'],
  total: number | undefined,
  { style, width }: Screen,
): string[] {
  if (links === undefined || links.length === 0)
    return total === undefined || total === 0 ? [] : [style.dim(`${label} ${total} notes`)];
  const names = flow(
    links.map(({ path }) => path),
    width - label.length - 2,
    MOST_LINES,
  );
  return names.map((line, i) => style.dim(i === 0 ? `${label}: ${line}` : `${' '.repeat(label.length + 2)}${line}`));
}

/** What a note holds, without its text. */
function outline(note: NoteDetails, screen: Screen): string[] {
  const { headings = [], tasks, words, modified, attachments, views, cards, theme } = note;
  return [
    ...headings.map(({ level, text, line }) => `${'#'.repeat(level)} ${text}  (line ${line})`),
    ...(cards ?? []).map((card) => onOneLine(card)),
    plainText(
      {
        tasks: tasks === undefined ? undefined : `${tasks.open} open, ${tasks.done} done`,
        attachments,
        views,
        theme: theme?.label,
        words,
        modified,
      },
      screen,
    ),
  ].filter((line) => line !== '');
}
