import type { ListedNote, ListNotesOutput } from '../../../../shared/protocol/schemas/find.ts';
import type { Screen } from '../../terminal.ts';
import { isTitleOf, onOneLine } from './plain-text.ts';

/** A line for each note, its path first. */
export function listedNotesText(result: Record<string, unknown>, { style }: Screen): string {
  const { notes, total, nextOffset, hint } = result as ListNotesOutput;
  const cut = nextOffset === undefined ? [] : [`${notes.length} of ${total}. More: --offset ${nextOffset}`];
  const empty = notes.length === 0 ? ['No note fits.'] : [];
  return [
    ...notes.map((note) => `${style.bold(note.path)}${style.dim(about(note))}`),
    ...[...empty, ...cut, ...(hint === undefined ? [] : [hint])].map((note) => style.dim(note)),
  ].join('\n');
}

function about({ path, title, tags = [], modified, properties = {}, stub }: ListedNote): string {
  const parts = [
    ...(stub === true ? ['does not exist yet'] : isTitleOf(title, path) ? [] : [title]),
    ...tags.map((tag) => `#${tag}`),
    ...Object.entries(properties).map(([name, value]) => `${name}: ${onOneLine(value)}`),
    ...(modified === undefined ? [] : [modified.slice(0, 10)]),
  ];
  return parts.map((part) => `  ${part}`).join('');
}
