import { homedir } from 'node:os';
import path from 'node:path';
import { isFolder } from '../model/model-folder.ts';
import { isModelName, type NamedModel } from '../model/named-model.ts';

const HUB_NAME = /^[\w.-]+(?:\/[\w.-]+)?$/;

/** The absolute folder or hub's name that a setting means, or what is wrong with it. */
export function readTransformersName(model: string): NamedModel | string {
  if (isFolder(model)) return { folder: path.resolve(expandHome(model)) };
  return isModelName(model, HUB_NAME)
    ? { model }
    : 'that is neither a folder (absolute, or beginning with ./ or ~) nor a name such as owner/model';
}

function expandHome(folder: string): string {
  return folder.startsWith('~') ? path.join(homedir(), folder.slice(1)) : folder;
}
