import { formatValue, type Figure } from '../support/figures/report.ts';

const BETWEEN = ': ';

/** The name of a figure that {@link comparisonTable} puts into a row and a column. */
export function figureName(row: string, column: string): string {
  return `${row}${BETWEEN}${column}`;
}

/** Lines of a Markdown table of figures named by {@link figureName}, and below it their notes. */
export function comparisonTable(figures: readonly Figure[]): string[] {
  const placed = figures.map((figure) => {
    const [row = '', column = ''] = figure.name.split(BETWEEN);
    return { row, column, figure };
  });
  const columns = [...new Set(placed.map(({ column }) => column))];
  const rows = [...new Set(placed.map(({ row }) => row))].map((row) => [
    row,
    ...columns.map((column) => {
      const figure = placed.find((cell) => cell.row === row && cell.column === column)?.figure;
      return figure === undefined ? '' : formatValue(figure.value, figure.unit);
    }),
  ]);
  const lines = [['', ...columns], ['---', ...columns.map(() => '---:')], ...rows];
  const notes = figures.filter(({ note }) => note !== undefined && note !== '');
  return [
    ...lines.map((cells) => `| ${cells.join(' | ')} |`),
    ...notes.map(({ name, note }) => `${name}: ${note ?? ''}`),
  ];
}
