import { VaultLoomError } from '../protocol/errors.ts';
import { runSteps } from '../kit/concurrency/slices.ts';
import { basename, withoutMd } from '../vault/paths.ts';
import type { BaseFile, BaseVault } from './base-source.ts';
import { readBaseView } from './document/base-view.ts';
import { readExpression } from './expression/read-expression.ts';
import { valueOf } from './expression/expression.ts';
import { Meter } from './expression/scope.ts';
import { linkpathOf } from './values/read-value.ts';
import { toJson } from './values/value-text.ts';
import { runView, type ViewOptions } from './run-view.ts';
import type { ViewResult } from './view-run.ts';

export function entry(path: string, frontmatter: unknown = {}, rest: Partial<BaseFile> = {}): BaseFile {
  return {
    path,
    size: 100,
    ctime: Date.UTC(2026, 0, 1),
    mtime: Date.UTC(2026, 0, 2),
    tags: [],
    frontmatter,
    links: [],
    ...rest,
  };
}

/** Links are resolved by file name, in any folder. */
export function vaultOf(files: readonly BaseFile[], isHidden: (path: string) => boolean = () => false): BaseVault {
  const resolveLink = (linkpath: string): string | null =>
    files.find(
      ({ path }) => path === linkpath || withoutMd(path) === linkpath || withoutMd(basename(path)) === linkpath,
    )?.path ?? null;
  return {
    files: () => files.filter(({ path }) => !isHidden(path)),
    isHidden,
    file: (path) => files.find((file) => file.path === path) ?? null,
    resolveLink,
    backlinks: (path) =>
      new Set(
        files
          .filter(({ links }) => links.some(({ target }) => resolveLink(linkpathOf(target)) === path))
          .map((file) => file.path),
      ),
    // eslint-disable-next-line require-yield -- nothing to prepare
    *prepareBacklinks() {
      return undefined;
    },
  };
}

export function runBaseText(
  yaml: string,
  view: string,
  files: readonly BaseFile[],
  { basePath = '', ...options }: ViewOptions & { basePath?: string } = {},
): ViewResult {
  const vault = vaultOf(files);
  const self = vault.file(basePath);
  return runSteps(runView(runSteps(readBaseView(yaml, view, basePath)), vault, { self, ...options }));
}

/** Paths of the files that meet a filter, given as YAML (or JSON), by name. */
export function matching(filter: unknown, files: readonly BaseFile[]): string[] {
  return runBaseText(JSON.stringify({ filters: filter, views: [{ name: 'v' }] }), 'v', files).rows.map(
    ({ file }) => file.path,
  );
}

/** The value of an expression for a file, as JSON. */
export function evaluate(
  text: string,
  file: BaseFile = entry('Note.md'),
  others: readonly BaseFile[] = [],
  now = Date.UTC(2026, 5, 20, 9, 30),
): unknown {
  const expression = readExpression(text, { place: { kind: 'formula', text }, basePath: '' });
  return toJson(
    runSteps(
      valueOf(expression, {
        vault: vaultOf([file, ...others]),
        file,
        self: file,
        now,
        locale: 'en',
        meter: new Meter(),
        cells: [],
        warn: () => undefined,
        frame: null,
      }),
    ),
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
