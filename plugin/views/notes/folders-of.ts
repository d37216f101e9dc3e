import { compareNames } from '../../../shared/kit/text/compare-names.ts';

/** All folders that hold notes, each once, with those they lie in, in the order of {@link compareFolders}. */
export function foldersOf(paths: readonly string[]): string[] {
  const folders = new Set<string>();
  for (const path of paths)
    for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1))
      folders.add(path.slice(0, end));
  return [...folders].sort(compareFolders);
}

/** The order in which a tree lists folders: by their names as they are read, each followed by those in it. */
export function compareFolders(a: string, b: string): number {
  const [names, others] = [a.split('/'), b.split('/')];
  for (const [depth, name] of names.entries()) {
    const other = others[depth];
    if (other === undefined) return 1;
    const order = compareNames(name, other);
    if (order !== 0) return order;
  }
  return names.length - others.length;
}
