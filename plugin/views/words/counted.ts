/** A number as it is read: 2,000. */
export function grouped(count: number): string {
  return count.toLocaleString('en');
}

/** A number with what it counts: 1 note, 2,000 notes. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${grouped(count)} ${count === 1 ? one : many}`;
}
