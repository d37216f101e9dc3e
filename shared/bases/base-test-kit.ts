import { VaultLoomError } from '../protocol/errors.ts';
import { runSteps } from '../kit/concurrency/slices.ts';
import { basename, dirname, extension, withoutMd } from '../vault/paths.ts';
import type { BaseEntry, BaseSource } from './base-source.ts';
import { readBaseView } from './document/base-view.ts';
import { runView, type ViewResult } from './run-view.ts';

export function entry(path: string, frontmatter: unknown = {}, rest: Partial<BaseEntry> = {}): BaseEntry {
  return {
    path,
    name: withoutMd(basename(path)),
    folder: dirname(path) || '/',
    ext: extension(path),
    size: 100,
    ctime: Date.UTC(2026, 0, 1),
    mtime: Date.UTC(2026, 0, 2),
    tags: [],
    frontmatter,
    ...rest,
  };
}

/** Links are resolved by file name, in any folder. */
export function sourceOf(entries: readonly BaseEntry[], isHidden: (path: string) => boolean = () => false): BaseSource {
  return {
    entries: () => entries,
    isHidden,
    resolveLink: (linkpath) =>
      entries.find(({ path, name }) => name === linkpath || withoutMd(path) === linkpath)?.path ?? null,
  };
}

export function runBaseText(yaml: string, view: string, entries: readonly BaseEntry[]): ViewResult {
  return runSteps(runView(runSteps(readBaseView(yaml, view, '')), sourceOf(entries)));
}

/** Paths of the entries that meet a filter, given as YAML (or JSON), by name. */
export function matching(filter: unknown, entries: readonly BaseEntry[]): string[] {
  return runBaseText(JSON.stringify({ filters: filter, views: [{ name: 'v' }] }), 'v', entries).rows.map(
    ({ file }) => file.path,
  );
}

/** The error that an action throws. */
export function errorOf(action: () => unknown): VaultLoomError {
  try {
    action();
  } catch (error) {
    if (error instanceof VaultLoomError) return error;
    throw error;
  }
  throw new Error('no error came');
}
