import type { NoteOrStubRef } from '../../../shared/protocol/schemas/common.ts';
import type { SearchOutput } from '../../../shared/protocol/schemas/find.ts';
import type {
  DetectThemesOutput,
  FindConnectionsOutput,
  HopGroup,
  RankNotesOutput,
} from '../../../shared/protocol/schemas/graph.ts';
import type { Screen } from '../terminal.ts';
import { fit, flow, pad, textWidth, wrap } from '../terminal.ts';
import type { Shown, TourData } from './tour-data.ts';
import type { WaysToConnect } from './ways-to-connect.ts';

const INDENT = '  ';
const MOST_THEMES = 6;

export function headline(screen: Screen, vault: string): string {
  const { bold, dim } = screen.style;
  return `\n${INDENT}${bold('Vault Loom')}${dim('  ·  a tour of ')}${vault}\n\n`;
}

/** The whole tour after indexing, as text for the screen. */
export function tourText(screen: Screen, data: TourData, ways: WaysToConnect): string {
  const sections = [
    counts(screen, data),
    ...(data.search === undefined
      ? [emptyVault()]
      : [section(screen, 'Search', data.search, searchLines(screen, data.search.result))]),
    ...(data.connections === undefined
      ? []
      : [
          section(
            screen,
            'Connections',
            data.connections,
            connectionLines(screen, data.connections.title, data.connections.result),
          ),
        ]),
    ...(data.themes === undefined
      ? []
      : [section(screen, 'Themes', data.themes, themeLines(screen, data.themes.result))]),
    ...(data.ranks === undefined
      ? []
      : [section(screen, 'Top notes', data.ranks, rankLines(screen, data.ranks.result))]),
    connect(screen, ways),
  ];
  return `${sections.join('\n')}\n`;
}

function counts(screen: Screen, { notes, stubs, status, indexMs }: TourData): string {
  const facts = [
    plural(notes.total, 'note'),
    ...(stubs > 0 ? [`${plural(stubs, 'link target')} still to be written`] : []),
    ...(status.warningsTotal > 0 ? [`${plural(status.warningsTotal, 'note')} read with warnings`] : []),
  ];
  const lines = wrap(`${facts.join(', ')}, ready in ${seconds(indexMs)}`, screen.width - 4, 3);
  return lines.map((line, index) => `${INDENT}${index === 0 ? screen.style.good('✓') : ' '} ${line}\n`).join('');
}

function emptyVault(): string {
  return `${INDENT}This vault holds no notes yet. Write one, and everything below finds it immediately.\n`;
}

function section(screen: Screen, title: string, { tool, args, tookMs }: Shown<unknown>, lines: string[]): string {
  const { bold, dim, accent } = screen.style;
  const rule = '─'.repeat(Math.max(0, screen.width - textWidth(title) - 6));
  const took = milliseconds(tookMs);
  const call = fit(`${tool} ${JSON.stringify(args)}`, screen.width - took.length - 6);
  return [
    `${INDENT}${bold(title)} ${dim(rule)}`,
    `${INDENT}${accent(call)}  ${dim(took)}`,
    '',
    ...lines.map((line) => `${INDENT}${line}`.trimEnd()),
    '',
  ].join('\n');
}

function searchLines(screen: Screen, { data }: SearchOutput): string[] {
  const { bold, dim } = screen.style;
  if (data.length === 0) return ['Nothing found.'];
  const columns = screen.width - 7;
  return data.flatMap((row, index) => [
    ...(index === 0 ? [] : ['']),
    `${dim(`${index + 1}.`)} ${titleAndPath(row, columns, bold, dim)}`,
    ...wrap(row.excerpt ?? row.chunkExcerpt ?? '', columns, 2).map((line) => `   ${line}`),
  ]);
}

/** The path is left out if it says no more than the title. */
function titleAndPath(
  { title, path }: { title: string; path: string },
  columns: number,
  bold: (text: string) => string,
  dim: (text: string) => string,
): string {
  const shown = fit(title, columns);
  const room = columns - textWidth(shown) - 2;
  return path === `${title}.md` || room < 12 ? bold(shown) : `${bold(shown)}  ${dim(fit(path, room))}`;
}

function connectionLines(screen: Screen, title: string, { data }: FindConnectionsOutput): string[] {
  const { bold } = screen.style;
  const groups: HopGroup[] = Array.isArray(data) ? data : [];
  const near = groups.find(({ hop }) => hop === 1);
  const far = groups.filter(({ hop }) => hop > 1).flatMap(({ outgoing, incoming }) => [...outgoing, ...incoming]);
  const rows = [
    ['links to', near?.outgoing ?? []],
    ['linked from', near?.incoming ?? []],
    ['two links away', far],
  ] as const;
  return [
    bold(fit(title, screen.width - 4)),
    ...rows.filter(([, notes]) => notes.length > 0).flatMap(([label, notes]) => labelled(screen, label, notes)),
    ...(near === undefined ? ['No links to or from this note yet.'] : []),
  ];
}

function themeLines(screen: Screen, { clusters = [], warning, total }: DetectThemesOutput): string[] {
  const { dim } = screen.style;
  if (clusters.length === 0) return ['No themes yet: they show once notes link to each other.'];
  const shown = clusters.slice(0, MOST_THEMES);
  const hidden = (total ?? clusters.length) - shown.length;
  const labelColumns = Math.min(34, Math.max(...shown.map(({ label }) => textWidth(label))));
  return [
    ...shown.map(({ label, size, members }) => {
      const start = `${pad(fit(label, labelColumns), labelColumns)}  ${String(size).padStart(4)}  `;
      return start + dim(flow(members.map(noteTitle), screen.width - 4 - textWidth(start), 1).join(''));
    }),
    ...(hidden > 0 ? [dim(`… and ${plural(hidden, 'more theme', 'more themes')}`)] : []),
    ...(warning === undefined ? [] : ['', ...wrap(warning, screen.width - 4, 3).map((line) => dim(line))]),
  ];
}

function rankLines(screen: Screen, { influence = [], bridging = [] }: RankNotesOutput): string[] {
  const { dim } = screen.style;
  const column = Math.floor((screen.width - 6) / 2);
  const left = influence.map(({ title, incoming }) => [title, plural(incoming, 'link')] as const);
  const right = bridging.map(({ title, score }) => [title, score.toString()] as const);
  const rows = Array.from(
    { length: Math.max(left.length, right.length) },
    (_, index) => `${ranked(left[index], column)}  ${ranked(right[index], column)}`,
  );
  return [
    dim(`${pad('Most linked to', column)}  Bridges between the others`),
    ...(rows.length > 0 ? rows : ['Too few links to rank by.']),
  ];
}

function ranked(entry: readonly [title: string, value: string] | undefined, columns: number): string {
  if (entry === undefined) return ' '.repeat(columns);
  const [title, value] = entry;
  return `${pad(fit(title, columns - textWidth(value) - 3), columns - textWidth(value) - 1)} ${value}`;
}

function connect(screen: Screen, { command, config }: WaysToConnect): string {
  const { bold, dim, accent } = screen.style;
  const title = 'Connect your assistant';
  const byHand = [
    `${INDENT}Or paste this into the configuration of your MCP client:`,
    '',
    JSON.stringify({ mcpServers: { 'vault-loom': config } }, null, 2),
    '',
  ];
  return [
    `${INDENT}${bold(title)} ${dim('─'.repeat(Math.max(0, screen.width - textWidth(title) - 6)))}`,
    `${INDENT}This adds the server, after it has shown you the change:`,
    '',
    `${INDENT}${accent(command)}`,
    '',
    ...(config === null ? [] : byHand),
  ].join('\n');
}

function labelled(screen: Screen, label: string, notes: readonly NoteOrStubRef[]): string[] {
  const columns = 16;
  const lines = flow(
    notes.map(({ title }) => title),
    screen.width - 4 - columns,
    2,
  );
  return lines.map((line, index) => screen.style.dim(pad(index === 0 ? label : '', columns)) + line);
}

function noteTitle(path: string): string {
  return (path.split('/').at(-1) ?? path).replace(/\.md$/iu, '');
}

function plural(count: number, noun: string, nouns = `${noun}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? noun : nouns}`;
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)}\u00a0s`;
}

function milliseconds(ms: number): string {
  return ms < 9.95 ? `${ms.toFixed(1)} ms` : `${Math.round(ms)} ms`;
}
