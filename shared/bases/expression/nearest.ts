/** The name that was probably meant: the same in another letter case, or one slip away; null if there is none. */
export function nearest(name: string, names: readonly string[]): string | null {
  const folded = name.toLowerCase();
  return (
    names.find((known) => known.toLowerCase() === folded) ??
    (name.length < 3 ? undefined : names.find((known) => isOneSlip(folded, known.toLowerCase()))) ??
    null
  );
}

/** Whether one letter is wrong, missing, added, or swapped with the next. */
function isOneSlip(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  const [restA, restB] = [a.slice(at), b.slice(at)];
  return (
    restA.slice(1) === restB.slice(1) ||
    restA.slice(1) === restB ||
    restA === restB.slice(1) ||
    (restA.slice(2) === restB.slice(2) && restA[0] === restB[1] && restA[1] === restB[0])
  );
}
