/**
 * The key of what to focus where some things are dimmed: of the others, the one focused last (`stop`) or else the
 * first; if all are dimmed, the one focused last.
 */
export function firstFound(things: readonly { key: string; isDim: boolean }[], stop: string | null): string | null {
  const found = things.filter(({ isDim }) => !isDim);
  return (found.find(({ key }) => key === stop) ?? found[0])?.key ?? stop;
}
