import type { App, TFile, Vault } from 'obsidian';
import { checkWritePath, type WriteRules } from '../../../shared/writing/places/path-guard.ts';
import { fileAt, fileInOtherCase, folderAt } from '../../ports/file-at.ts';

/** What the app's vault does for {@link noteAt}. */
export type NoteMaker = Pick<
  Vault,
  'configDir' | 'create' | 'createFolder' | 'getAbstractFileByPath' | 'getFileByPath' | 'getFolderByPath' | 'getRoot'
>;

/** The app itself reports other places where it may not write, and names that the system cannot store. */
const ANYWHERE: Omit<WriteRules, 'configDir'> = { readOnly: false, folders: null, ignoreCase: false };

/**
 * The note of a name, as {@link noteAt}: where the app puts new ones, or at the name itself if that has folders.
 *
 * @throws VaultLoomError as {@link noteAt}
 */
export function noteNamed({ fileManager, vault, workspace }: App, name: string): Promise<TFile> {
  const parent = fileManager.getNewFileParent(workspace.getActiveFile()?.path ?? '', `${name}.md`);
  const isWholePath = name.includes('/') || parent.isRoot();
  return noteAt(vault, isWholePath ? `${name}.md` : `${parent.path}/${name}.md`);
}

/**
 * The note at a path, which is created empty, with its folders, unless it is there, maybe in other letter case.
 *
 * @throws VaultLoomError, before anything is created, for a path at which the app would write outside of the vault or
 * at another place, or not find the note again
 */
export async function noteAt(vault: NoteMaker, path: string): Promise<TFile> {
  const { error } = checkWritePath(path, { ...ANYWHERE, configDir: vault.configDir }, 'edit');
  if (error !== undefined) throw error;
  const file = fileAt(vault, path) ?? fileInOtherCase(vault, path);
  if (file !== null) return file;
  const end = path.lastIndexOf('/');
  if (end < 0) return vault.create(path, '');
  const folder = folderAt(vault, path.slice(0, end)) ?? (await vault.createFolder(path.slice(0, end)));
  return vault.create(`${folder.path}${path.slice(end)}`, '');
}
