import { VaultLoomError } from '../../../shared/protocol/errors.ts';
import type { BaseQueryOutput } from '../../../shared/protocol/schemas/live.ts';
import { isRecord } from '../../../shared/kit/json/is-record.ts';
import type { Slicer } from '../../../shared/kit/concurrency/slices.ts';
import type { Hiding } from '../../../shared/vault/rules/rule-files.ts';
import { appBaseVault, type EntryApp } from './app-base-vault.ts';
import { readBaseFile, type BaseFiles } from './base-file.ts';
import { requireBases } from './bases-feature.ts';
import { MAX_DOCUMENT_LENGTH } from '../../../shared/bases/document/base-yaml.ts';
import { readBaseView } from '../../../shared/bases/document/base-view.ts';
import { runView } from '../../../shared/bases/run-view.ts';

/** The part of the app that a base query needs. */
export type BaseApp = EntryApp & { vault: BaseFiles };

export interface BaseHost {
  /** The app's version, its `apiVersion`. */
  appVersion: string;
  slicer: Slicer;
  hiding: Hiding;
}

/**
 * Runs one view of a base over the app's vault. `request` is `{file?, yaml?, view}`, unchecked: `file` is the
 * vault-relative path of a `.base` file and wins over `yaml`, the base's text.
 *
 * @throws VaultLoomError `bad_request`, `unsupported_obsidian_version`, `bases_not_enabled`, `base_file_read_failed`,
 * `base_eval_error`, `unsupported_construct`
 */
export async function runBase(
  app: BaseApp,
  request: unknown,
  { appVersion, slicer, hiding }: BaseHost,
): Promise<BaseQueryOutput> {
  const { file, yaml, view: viewName } = checkRequest(request);
  requireBases(app, appVersion);
  const isHidden = await hiding();
  const text = file === null ? yaml : await readBaseFile(app.vault, file, isHidden);
  const view = await slicer.run(readBaseView(text, viewName, file ?? ''));
  const result = await slicer.run(runView(view, appBaseVault(app, isHidden)));
  return { view: viewName, ...result, executedAt: new Date().toISOString() };
}

const MAX_NAME_LENGTH = 1_000;

interface CheckedRequest {
  /** Null if `yaml` is the base. */
  file: string | null;
  yaml: string;
  view: string;
}

function checkRequest(request: unknown): CheckedRequest {
  if (!isRecord(request)) throw badRequest('The request is not an object.');
  const { file, yaml, view } = request;
  if (!isText(view, MAX_NAME_LENGTH))
    throw badRequest(
      `"view", the name of the view to run, is missing, empty or longer than ${String(MAX_NAME_LENGTH)} characters.`,
    );
  if (file !== undefined && file !== null) {
    if (!isText(file, MAX_NAME_LENGTH))
      throw badRequest(`"file" is not a path of at most ${String(MAX_NAME_LENGTH)} characters.`);
    return { file, yaml: '', view };
  }
  if (yaml === undefined || yaml === null) throw badRequest('Neither "file" nor "yaml" is given.');
  if (!isText(yaml, MAX_DOCUMENT_LENGTH))
    throw badRequest(`"yaml" is not a text of 1 to ${String(MAX_DOCUMENT_LENGTH)} characters.`);
  return { file: null, yaml, view };
}

function isText(value: unknown, maxLength: number): value is string {
  return typeof value === 'string' && value !== '' && value.length <= maxLength;
}

function badRequest(problem: string): VaultLoomError {
  return new VaultLoomError('bad_request', problem, {
    hint: 'Send {"file": "Folder/Name.base", "view": "Name of the view"}, or "yaml" with the text of a base instead of "file".',
  });
}
