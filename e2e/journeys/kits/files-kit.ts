import type { JourneyHost } from './hosts.ts';

/** Renames a file or folder as the app does, with the links to it. */
export async function rename({ driver }: JourneyHost, from: string, to: string): Promise<void> {
  await driver.evaluate(
    async (app, [path, name]) => {
      const file = app.vault.getAbstractFileByPath(path);
      if (file !== null) await app.fileManager.renameFile(file, name);
    },
    [from, to] as const,
  );
  await driver.settle();
}

/** Deletes a file, past the trash. */
export async function remove({ driver }: JourneyHost, path: string): Promise<void> {
  await driver.evaluate(async (app, name) => {
    const file = app.vault.getFileByPath(name);
    if (file !== null) await app.vault.delete(file);
  }, path);
  await driver.settle();
}
