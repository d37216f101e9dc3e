import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A temporary folder with files, by their relative paths. */
export interface TestFolder {
  /** Real path. */
  root: string;
  write(path: string, text: string): void;
  makeFolder(path: string): void;
  /** Makes a symlink at `path` to `target`, absolute or relative to the symlink's folder. */
  link(path: string, target: string): void;
  remove(path: string): void;
}

const folders: string[] = [];

/** Makes a test folder; {@link removeTestFolders} removes all of them. */
export function makeTestFolder(files: Record<string, string> = {}): TestFolder {
  const root = realpathSync.native(mkdtempSync(join(tmpdir(), 'vault-')));
  folders.push(root);
  const folder: TestFolder = {
    root,
    write(path, text) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    },
    makeFolder: (path) => void mkdirSync(join(root, path), { recursive: true }),
    link: (path, target) => symlinkSync(target, join(root, path)),
    remove: (path) => rmSync(join(root, path), { recursive: true }),
  };
  for (const [path, text] of Object.entries(files)) folder.write(path, text);
  return folder;
}

export function removeTestFolders(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

/** Waits until the condition holds; throws after the deadline. */
export async function until(condition: () => boolean | Promise<boolean>, deadlineMs = 10_000): Promise<void> {
  const end = performance.now() + deadlineMs;
  while (!(await condition())) {
    if (performance.now() > end) throw new Error(`Waited ${deadlineMs} ms in vain for: ${condition.toString()}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
