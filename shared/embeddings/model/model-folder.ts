import path from 'node:path';

/** Whether a setting means a folder. Its form decides, not what exists: a hub's name must not change its meaning. */
export function isFolder(model: string): boolean {
  return path.isAbsolute(model) || /^(?:\.{1,2}|~)(?:[\\/]|$)/.test(model);
}
