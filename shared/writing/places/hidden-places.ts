import { VaultLoomError } from '../../protocol/errors.ts';
import type { FileChange } from '../change/file-change.ts';
import { quoted } from './name-rules.ts';

/** Whether `.vaultloomignore` hides a vault-relative path; evaluated for each change, so that edits to it take effect immediately. */
export type Hiding = () => Promise<IsHidden>;
export type IsHidden = (path: string) => boolean;

/**
 * Refuses a change that creates something in a hidden place or removes something from one. Edits pass, so that links in hidden notes
 * follow a note that moves.
 *
 * @throws VaultLoomError `path_not_allowed` for what would be created, `note_not_found` for what would be removed, the same
 * whether or not something is there
 */
export function refuseHiddenPlaces(files: readonly FileChange[], isHidden: IsHidden): void {
  for (const file of files) {
    const [removed, made] =
      file.kind === 'move'
        ? [file.from, file.to]
        : file.kind === 'delete'
          ? [file.path]
          : [undefined, file.kind === 'create' ? file.path : undefined];
    if (removed !== undefined && isHidden(removed)) throw noSuchFile(removed);
    if (made !== undefined && isHidden(made)) throw hiddenPlace(made);
  }
}

/** Nothing may be created here. */
export function hiddenPlace(path: string): VaultLoomError {
  return new VaultLoomError(
    'path_not_allowed',
    `The path ${quoted(path)} lies where the person keeps notes from assistants (.vaultloomignore).`,
    {
      hint: 'Choose another folder or name.',
      details: { path },
    },
  );
}

/** There is nothing, or nothing that may be revealed. */
export function noSuchFile(path: string): VaultLoomError {
  return new VaultLoomError('note_not_found', `There is no file ${quoted(path)} in the vault.`, {
    hint: 'Look it up with list_notes.',
    details: { path },
  });
}
