import { VaultLoomError } from '../../protocol/errors.ts';
import type { FileChange } from '../change/file-change.ts';
import { quoted } from './name-rules.ts';

/**
 * Tells whether `.vaultloomignore` hides a path (vault-relative). Asked for each change, so edits to that file apply at
 * once.
 */
export type Hiding = () => Promise<IsHidden>;
export type IsHidden = (path: string) => boolean;

/**
 * Refuses to create something in a hidden place or remove something from one. Allows edits, so that links in hidden
 * notes can follow a move.
 * @throws VaultLoomError `path_not_allowed` for what would be created, `note_not_found` for what would be removed,
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

/** The error for a new file in a hidden place. */
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

/** The error for a file that does not exist or may not be revealed. */
export function noSuchFile(path: string): VaultLoomError {
  return new VaultLoomError('note_not_found', `There is no file ${quoted(path)} in the vault.`, {
    hint: 'Look it up with list_notes.',
    details: { path },
  });
}
