export type Unit = 'ms' | 's' | 'MB' | 'KB' | 'ratio' | 'count';

/** One measured figure. */
export interface Figure {
  name: string;
  value: number;
  unit: Unit;
  /** What it may be at most; absent if it is only informational. */
  bound?: number;
  /** Explains the figure. */
  note?: string;
}

/**
 * Lines of a table: figure, the last run's value if there is one, what was measured now, bound, and whether it is met.
 */
export function renderTable(figures: readonly Figure[], last: ReadonlyMap<string, number> = new Map()): string[] {
  const rows = figures.map((figure) => [
    figure.name,
    formatLast(last.get(figure.name), figure.unit),
    formatValue(figure.value, figure.unit),
    figure.bound === undefined ? '' : `≤ ${formatValue(figure.bound, figure.unit)}`,
    verdict(figure),
    figure.note ?? '',
  ]);
  const table = [['figure', 'last', 'now', 'bound', '', ''], ...rows];
  const widths = [0, 1, 2, 3, 4].map((column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  return table.map((row) =>
    row
      .map((cell, column) =>
        column >= 1 && column <= 3 ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  );
}

/** Figures beyond their bound, or that could not be measured although they have one. */
export function exceeded(figures: readonly Figure[]): Figure[] {
  return figures.filter((figure) => verdict(figure) === 'OVER');
}

function verdict({ value, bound }: Figure): 'ok' | 'OVER' | '' {
  if (bound === undefined) return '';
  return value <= bound ? 'ok' : 'OVER';
}

function formatLast(value: number | undefined, unit: Unit): string {
  return value === undefined ? '' : formatValue(value, unit);
}

/** A value with its unit, in as many digits as mean something; `?` if it is not known. */
export function formatValue(value: number, unit: Unit): string {
  if (Number.isNaN(value)) return '?';
  if (unit === 'count') return String(value);
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : 2;
  return unit === 'ratio' ? value.toFixed(2) : `${value.toFixed(digits).replace(/\.0+$/u, '')} ${unit}`;
}
