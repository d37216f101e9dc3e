import { parseLinktext } from '../metadata/linktext.ts';
import type { TFile } from '../vault/files.ts';
import type { OpenViewState, WorkspaceLeaf } from './leaf.ts';
import type { WorkspaceHost } from './workspace-host.ts';

/** Opens what a link leads to; a note that is not there is created first, as clicking on such a link does. */
export async function openLinkText(
  app: WorkspaceHost,
  leaf: WorkspaceLeaf,
  linktext: string,
  sourcePath: string,
  openState: OpenViewState = {},
): Promise<void> {
  const { path, subpath } = parseLinktext(linktext);
  const found = app.metadataCache.getFirstLinkpathDest(path, sourcePath);
  const file = found ?? (await createTarget(app, path, sourcePath));
  const eState = subpath === '' ? openState.eState : { ...openState.eState, subpath };
  await leaf.openFile(file, { ...openState, ...(eState && { eState }) });
}

async function createTarget(app: WorkspaceHost, linkpath: string, sourcePath: string): Promise<TFile> {
  const path = /\.\w+$/.test(linkpath) ? linkpath : `${linkpath}.md`;
  const parent = app.fileManager.getNewFileParent(sourcePath, path);
  const target = path.includes('/') ? path.replace(/^\/+/, '') : `${parent.getParentPrefix()}${path}`;
  const folder = target.slice(0, Math.max(0, target.lastIndexOf('/')));
  if (folder !== '' && app.vault.getFolderByPath(folder) === null) await app.vault.createFolder(folder);
  return app.vault.create(target, '');
}
