/** The vault that an attachment is put into. */
export interface AttachmentVault {
  readonly adapter: { exists(path: string): Promise<boolean> };
  getConfig(key: string): unknown;
  getFolderByPath(path: string): object | null;
  createFolder(path: string): Promise<object>;
}

/** `stem.extension`, or with a number above 0 `stem 1.extension`. */
export function numberedPath(stem: string, extension: string, count: number): string {
  return `${stem}${count === 0 ? '' : ` ${String(count)}`}${extension === '' ? '' : `.${extension}`}`;
}

/** Where an attachment of that name goes, seen from its note, by the person's settings. The folder is made. */
export async function availableAttachmentPath(
  vault: AttachmentVault,
  stem: string,
  extension: string,
  sourcePath: string,
): Promise<string> {
  const folder = attachmentFolder(vault, sourcePath);
  if (folder !== '' && vault.getFolderByPath(folder) === null) await vault.createFolder(folder);
  const whole = folder === '' ? stem : `${folder}/${stem}`;
  let count = 0;
  while (await vault.adapter.exists(numberedPath(whole, extension, count))) count++;
  return numberedPath(whole, extension, count);
}

function attachmentFolder(vault: AttachmentVault, sourcePath: string): string {
  const setting = String(vault.getConfig('attachmentFolderPath'));
  const beside = sourcePath.slice(0, Math.max(0, sourcePath.lastIndexOf('/')));
  if (!setting.startsWith('.')) return setting.replace(/^\/+|\/+$/g, '');
  const below = setting.replace(/^\.\/?/, '').replace(/\/+$/, '');
  return [beside, below].filter((part) => part !== '').join('/');
}
