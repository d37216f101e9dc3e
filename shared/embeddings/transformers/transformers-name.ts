import path from 'node:path';
import { homeFolder } from '../../kit/disk/home-folder.ts';
import { isFolder } from '../model/model-folder.ts';
import { isModelName, type NamedModel } from '../model/named-model.ts';

const HUB_NAME = /^[\w.-]+(?:\/[\w.-]+)?$/;

/** The absolute folder or hub's name that a setting means, or what is wrong with it. */
export function readTransformersName(model: string): NamedModel | string {
  if (isFolder(model)) return folderOf(model);
  return isModelName(model, HUB_NAME)
    ? { model }
    : 'that is neither a folder (absolute, or beginning with ./ or ~) nor a name such as owner/model';
}

function folderOf(model: string): NamedModel | string {
  if (!model.startsWith('~')) return { folder: path.resolve(model) };
  const home = homeFolder();
  if (home === null) return 'that begins with ~, and this account has no home folder: name the folder by its full path';
  return { folder: path.join(home, model.slice(1)) };
}
