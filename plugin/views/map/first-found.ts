/** Which gets the focus of things of which some are set back: the one that had it last, the first, or, if all are, that one. */
export function firstFound(things: readonly { key: string; isDim: boolean }[], stop: string | null): string | null {
  const found = things.filter(({ isDim }) => !isDim);
  return (found.find(({ key }) => key === stop) ?? found[0])?.key ?? stop;
}
