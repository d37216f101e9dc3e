import type { FindConnectionsOutput, FindPathOutput, HopGroup } from '../../../../shared/protocol/schemas/graph.ts';
import type { Screen } from '../../terminal.ts';
import { plainText } from './plain-text.ts';

/** Neighbours hop by hop, a line each: `→` for those that are linked to, `←` for those that link. */
export function connectionsText(result: Record<string, unknown>, screen: Screen): string {
  const { data } = result as FindConnectionsOutput;
  if (!Array.isArray(data)) return plainText(result, screen);
  if (data.length === 0) return 'No links to or from this note.';
  return data.flatMap((group) => hopLines(group, screen)).join('\n');
}

/** Chains of notes, each with the lines that hold its links. */
export function pathText(result: Record<string, unknown>, { style }: Screen): string {
  const { paths, length, reason, common = [] } = result as FindPathOutput;
  const none =
    length === null ? 'No links lead from one to the other.' : `They are ${length} links apart: --max-depth ${length}`;
  const chains = paths.flatMap(({ notes, links }) => [
    notes.map(({ path }) => style.bold(path)).join(' – '),
    ...links.map(({ source, context }) => `  ${source}: ${style.dim(context)}`),
  ]);
  return [...(reason === undefined ? chains : [none]), ...common.map(({ path }) => `Both link to ${path}`)].join('\n');
}

function hopLines({ hop, outgoing, incoming, total }: HopGroup, { style }: Screen): string[] {
  const shown = outgoing.length + incoming.length;
  return [
    `${hop === 1 ? '1 link away' : `${hop} links away`}:`,
    ...outgoing.map(({ path }) => `  → ${style.bold(path)}`),
    ...incoming.map(({ path }) => `  ← ${style.bold(path)}`),
    ...(total === undefined || total <= shown ? [] : [style.dim(`  ${shown} of ${total}; --limit ${total} shows all`)]),
  ];
}
