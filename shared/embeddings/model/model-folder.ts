import path from 'node:path';

/** Whether a setting means a folder. As written, whether or not it exists: a name of a hub must not change its meaning with what lies around. */
export function isFolder(model: string): boolean {
  return path.isAbsolute(model) || /^(?:\.{1,2}|~)(?:[\\/]|$)/.test(model);
}
