import { Notice, type OpenViewState, type TFile, type Vault, type WorkspaceLeaf } from 'obsidian';
import { messageOf } from '../../../shared/kit/text/message-of.ts';
import { fileAt } from '../../ports/file-at.ts';
import { WORDS } from '../words/note-words.ts';

/** The file at a path of the engine; null if it is gone, which a notice says. */
export function fileOrNotice(vault: Vault, path: string): TFile | null {
  const file = fileAt(vault, path);
  if (file === null) new Notice(WORDS.gone(path));
  return file;
}

/** Opens a file; a notice says why if that fails. Never rejects. */
export async function openIn(leaf: WorkspaceLeaf, file: TFile, state: OpenViewState = {}): Promise<void> {
  await leaf.openFile(file, state).catch((error: unknown) => tellNotOpened(file, error));
}

/** Says in a notice why a file could not be opened. */
export function tellNotOpened({ path }: TFile, error: unknown): void {
  new Notice(WORDS.notOpened(path, messageOf(error)));
}
