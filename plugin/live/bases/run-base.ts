import { VaultLoomError } from '../../../shared/protocol/errors.ts';
import type { BaseQueryOutput } from '../../../shared/protocol/schemas/live.ts';
import { isRecord } from '../../../shared/kit/json/is-record.ts';
import type { Slicer } from '../../../shared/kit/concurrency/slices.ts';
import type { Hiding } from '../../../shared/vault/rules/rule-files.ts';
import { appBaseVault, type EntryApp } from './app-base-vault.ts';
import { readBaseFile } from './base-file.ts';
import type { CanvasFiles, CanvasLinks } from './canvas-links.ts';
import { requireBases } from './bases-feature.ts';
import { answerBase, BASE_TIMEOUT_MS } from '../../../shared/bases/answer-base.ts';
import { baseTextOf, namingOtherBlocks } from '../../../shared/bases/base-text.ts';
import { MAX_DOCUMENT_LENGTH } from '../../../shared/bases/document/base-yaml.ts';

/** The part of the app that a base query needs. */
export type BaseApp = EntryApp & { vault: CanvasFiles };

export interface BaseHost {
  /** The app's version, its `apiVersion`. */
  appVersion: string;
  slicer: Slicer;
  /** The app's. */
  language: string;
  hiding: Hiding;
  /** Of this vault. */
  canvases: CanvasLinks;
}

/**
 * Runs one view of a base over the app's vault. `request` is
 * `{file?, yaml?, view, block?, source?, timeoutMs?, rowBytes?}`, unchecked: `file` is the vault-relative path of a
 * `.base` file, or of a note whose base block of that number is meant, and wins over `yaml`, the base's text.
 *
 * @throws VaultLoomError `bad_request`, `unsupported_obsidian_version`, `bases_not_enabled`, `base_file_read_failed`,
 * `base_eval_error`, `unsupported_construct`, `note_not_found` for `source`, `timeout`
 */
export async function runBase(
  app: BaseApp,
  request: unknown,
  { appVersion, slicer, language, hiding, canvases }: BaseHost,
): Promise<BaseQueryOutput> {
  const { file, yaml, block, ...rest } = checkRequest(request);
  requireBases(app, appVersion);
  const isHidden = await hiding();
  const fileText = file === null ? '' : await readBaseFile(app.vault, file, isHidden);
  const text = file === null ? yaml : baseTextOf(file, fileText, block);
  const vault = await slicer.run(appBaseVault(app, isHidden, await canvases.read(app.vault, slicer)));
  return answerBase({ ...rest, text, language, basePath: file ?? '' }, vault, slicer).catch((error: unknown) => {
    throw namingOtherBlocks(error, { file: file ?? '', text: fileText, block, view: rest.view });
  });
}

const MAX_NAME_LENGTH = 1_000;

interface CheckedRequest {
  /** Null if `yaml` is the base. */
  file: string | null;
  yaml: string;
  view: string;
  block: number;
  source: string | undefined;
  timeoutMs: number;
  rowBytes: number | undefined;
}

function checkRequest(request: unknown): CheckedRequest {
  if (!isRecord(request)) throw badRequest('The request is not an object.');
  const { file, yaml, view } = request;
  const rest = restOf(request);
  if (!isText(view, MAX_NAME_LENGTH))
    throw badRequest(
      `"view", the name of the view to run, is missing, empty or longer than ${String(MAX_NAME_LENGTH)} characters.`,
    );
  if (file !== undefined && file !== null) {
    if (!isText(file, MAX_NAME_LENGTH))
      throw badRequest(`"file" is not a path of at most ${String(MAX_NAME_LENGTH)} characters.`);
    return { file, yaml: '', view, ...rest };
  }
  if (yaml === undefined || yaml === null) throw badRequest('Neither "file" nor "yaml" is given.');
  if (!isText(yaml, MAX_DOCUMENT_LENGTH))
    throw badRequest(`"yaml" is not a text of 1 to ${String(MAX_DOCUMENT_LENGTH)} characters.`);
  return { file: null, yaml, view, ...rest };
}

function restOf(request: Record<string, unknown>): Pick<CheckedRequest, 'block' | 'source' | 'timeoutMs' | 'rowBytes'> {
  const { block = 1, source, timeoutMs = BASE_TIMEOUT_MS, rowBytes } = request;
  if (!Number.isInteger(block) || (block as number) < 1) throw badRequest('"block" is not a whole number from 1 on.');
  if (source !== undefined && source !== null && !isText(source, MAX_NAME_LENGTH))
    throw badRequest(`"source" is not a path of at most ${String(MAX_NAME_LENGTH)} characters.`);
  if (typeof timeoutMs !== 'number' || !(timeoutMs > 0)) throw badRequest('"timeoutMs" is not a number above 0.');
  if (rowBytes !== undefined && (typeof rowBytes !== 'number' || !(rowBytes >= 0)))
    throw badRequest('"rowBytes" is not a number of 0 or more.');
  return { block: block as number, source: isText(source, MAX_NAME_LENGTH) ? source : undefined, timeoutMs, rowBytes };
}

function isText(value: unknown, maxLength: number): value is string {
  return typeof value === 'string' && value !== '' && value.length <= maxLength;
}

function badRequest(problem: string): VaultLoomError {
  return new VaultLoomError('bad_request', problem, {
    hint: 'Send {"file": "Folder/Name.base", "view": "Name of the view"}, or "yaml" with the text of a base instead of "file".',
  });
}
