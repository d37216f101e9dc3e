/** A path as the vault has it: single slashes, none at the ends, plain blanks, NFC; `/` for the root. */
export function normalizePath(path: string): string {
  const clean = path
    .replace(/[\\/]+/g, '/')
    .replace(/^\/+|\/+$/g, '')
    .replace(/\u00a0|\u202f/g, ' ')
    .normalize('NFC');
  return clean === '' ? '/' : clean;
}
