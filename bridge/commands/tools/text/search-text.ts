import type { SearchOutput, SearchRow } from '../../../../shared/protocol/schemas/find.ts';
import { wrap, type Screen } from '../../terminal.ts';
import { isTitleOf } from './plain-text.ts';

const MOST_LINES = 3;
const MARGIN = '  ';

/** Rows as `path:line`, each with its passage below. */
export function searchText(result: Record<string, unknown>, screen: Screen, waiting: string): string {
  const { data, nextOffset, context } = result as SearchOutput;
  const { match, embedded } = context.state as { match?: string; embedded?: number };
  const { hint } = context as { hint?: string };
  if (data.length === 0) return [`Nothing was found.`, ...(hint === undefined ? [] : [hint])].join('\n');
  const notes = [
    ...(match === undefined || match === 'strong' ? [] : [`The best is a ${match} match.`]),
    ...(embedded === undefined
      ? []
      : [`${Math.floor(embedded * 100)} % is found by meaning so far; \`${waiting}\` does the rest.`]),
    ...(nextOffset === undefined ? [] : [`More: --offset ${nextOffset}`]),
    ...(hint === undefined ? [] : [hint]),
  ];
  const rows = data.flatMap((row) => rowLines(row, screen));
  return [...rows, ...notes.map((note) => screen.style.dim(note))].join('\n');
}

function rowLines(row: SearchRow, { style, width }: Screen): string[] {
  const line = row.line ?? row.chunkStartLine;
  const title = isTitleOf(row.title, row.path) ? '' : `  ${row.title}`;
  const heading = row.chunkHeading === null || row.chunkHeading === undefined ? '' : `  ${row.chunkHeading}`;
  const passage = row.excerpt ?? row.chunkExcerpt ?? '';
  return [
    `${style.bold(row.path)}${line === undefined ? '' : `:${line}`}${title}${style.dim(heading)}`,
    ...wrap(passage, width - MARGIN.length, MOST_LINES).map((one) => MARGIN + one),
  ];
}
