import type { Slicer, Steps } from '../kit/concurrency/slices.ts';
import { VaultLoomError } from '../protocol/errors.ts';
import type { BaseQueryOutput } from '../protocol/schemas/live.ts';
import type { BaseFile, BaseVault } from './base-source.ts';
import { toNfc } from '../vault/paths.ts';
import { quote } from './base-errors.ts';
import { readBaseView } from './document/base-view.ts';
import { runView } from './run-view.ts';
import { linkpathIn } from './values/read-value.ts';

/** A view to run. */
export interface BaseQuestion {
  /** The base's YAML. */
  text: string;
  /** The file that the base is, or is in; `''` if it is neither. */
  basePath: string;
  view: string;
  /** The file that `this` is, by path or as a link would name it; absent: the base's own. */
  source?: string | undefined;
  /** How long the view may run. */
  timeoutMs: number;
  /** As {@link ViewOptions.language}. */
  language: string;
  /** As {@link ViewOptions.rowBytes}. */
  rowBytes?: number | undefined;
}

/** How long a view may run by default. */
export const BASE_TIMEOUT_MS = 30_000;

/**
 * Runs a view of a base over a vault, in slices: the same for both hosts.
 * @throws VaultLoomError `base_eval_error`, `unsupported_construct`, `note_not_found` if there is no `source`,
 *   `timeout`
 */
export async function answerBase(question: BaseQuestion, vault: BaseVault, slicer: Slicer): Promise<BaseQueryOutput> {
  const { text, view: name, source, timeoutMs, language, rowBytes } = question;
  const basePath = toNfc(question.basePath);
  const limit = performance.now() + timeoutMs;
  const view = await slicer.run(readBaseView(text, name, basePath));
  const self = source === undefined ? vault.file(basePath) : sourceFile(vault, source, basePath);
  const result = await slicer.run(until(limit, timeoutMs, runView(view, vault, { self, language, rowBytes })));
  return { view: name, ...result, executedAt: new Date().toISOString() };
}

function sourceFile(vault: BaseVault, source: string, basePath: string): BaseFile {
  const target = linkpathIn(source);
  const path = target === '' ? null : vault.resolveLink(target, basePath);
  const file = vault.file(source) ?? (path === null ? null : vault.file(path));
  if (file !== null) return file;
  throw new VaultLoomError('note_not_found', `There is no file ${quote(source)} that \`this\` could be.`, {
    hint: 'Give the path of a note from the root of the vault as `source`.',
  });
}

/** Ends work that is not done in time. */
function* until<T>(limit: number, timeoutMs: number, work: Steps<T>): Steps<T> {
  for (let step = work.next(); ; step = work.next()) {
    if (step.done === true) return step.value;
    if (performance.now() > limit) throw tooLate(timeoutMs);
    yield;
  }
}

function tooLate(timeoutMs: number): VaultLoomError {
  return new VaultLoomError('timeout', `The view was not done within ${String(timeoutMs)} ms, and was ended.`, {
    hint: 'Filter to fewer files first; map() or filter() over backlinks of every file is slow. Or give it a longer timeoutMs.',
  });
}
