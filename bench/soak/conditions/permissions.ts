import { chmod, chown, mkdir, readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { notePaths } from '../../support/scratch-vault.ts';
import { tryServer, type Condition } from './parts.ts';

const ROUNDS = 40;
/** A user without rights, who the server is if we are root: root may do all. */
const NOBODY = 65_534;

/**
 * Notes and folders lose their permissions and get them back: a note that may not be read or written is refused with a
 * reason, nothing else changes, and afterwards the index is as a fresh one.
 */
export const takePermissions: Condition = async (stage, { seed }) => {
  if (process.platform === 'win32') return { problems: [], numbers: 'not tried on Windows' };
  const isRoot = process.getuid?.() === 0;
  if (isRoot) {
    await mkdir(stage.dataDir('.'), { recursive: true });
    await own(dirname(stage.vault));
  }
  const as = isRoot ? { uid: NOBODY } : {};
  return tryServer(stage, { name: 'permissions', seed, ...as }, async (trial) => {
    const { server, random, problems, answers } = trial;
    const notes = await notePaths(stage.vault);
    for (let round = 0; round < ROUNDS; round++) {
      const path = random.pick(notes);
      const file = join(stage.vault, path);
      const [target, mode] = random.pick([
        [file, 0o444],
        [file, 0o000],
        [dirname(file), 0o555],
        [dirname(file), 0o000],
      ] as const);
      const { mode: before } = await stat(target);
      await chmod(target, mode);
      await trial.append(path, `zqlocked${round}`, String(round));
      await server.call('search', { query: 'note', mode: 'fulltext' });
      await server.call('list_notes', { limit: 5 });
      const { mode: after } = await stat(target);
      if ((after & 0o777) !== mode) problems.push(`the permissions of ${path} were changed in round ${round}`);
      await chmod(target, before & 0o777);
    }
    return `${ROUNDS} edits of notes without permissions (${String(answers)})`;
  });
};

async function own(folder: string): Promise<void> {
  await chown(folder, NOBODY, NOBODY);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    await chown(join(entry.parentPath, entry.name), NOBODY, NOBODY);
}
