import { execFile } from 'node:child_process';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { copyVault, notePaths } from '../../support/scratch-vault.ts';
import { textOf, tryServer, type Condition } from './parts.ts';

const MB = 1024 * 1024;
const DISK_MB = 60;
const EDITS = 60;
/** Bytes that are free while notes are edited, in turn: nothing, less than one edit, a few edits. */
const FREE = [0, 4_096, 200_000];

/**
 * Vault and data folder on a disk of their own, which is filled: each edit is done or refused with the disk's reason,
 * no note is cut short, and once there is room all goes on. Needs to mount a disk in memory: Linux, as root.
 */
export const fillDisk: Condition = async (stage, { seed }) => {
  const disk = `${stage.vault}-disk`;
  await mkdir(disk, { recursive: true });
  const mounted = await run('mount', '-t', 'tmpfs', '-o', `size=${DISK_MB}m`, 'tmpfs', disk);
  if (!mounted) return { problems: [], numbers: 'not tried, no disk could be mounted' };
  const full = { ...stage, vault: join(disk, 'vault'), dataDir: (name: string) => join(disk, 'data', name) };
  try {
    await copyVault(stage.vault, full.vault);
    return await tryServer(
      full,
      { name: 'full', seed },
      async (trial) => {
        const { server, random, problems, answers } = trial;
        const notes = await notePaths(full.vault);
        for (let number = 0; number < EDITS; number++) {
          const filler = join(disk, 'filler');
          await fill(filler, FREE[number % FREE.length] ?? 0);
          await trial.append(random.pick(notes), `zqfull${number} ${'x'.repeat(30_000)}`, String(number));
          const created = `new/full ${number}.md`;
          const isCreated = await server
            .call('create_note', { title: `full ${number}`, directory: 'new', content: 'x'.repeat(50_000) })
            .then(
              () => true,
              () => false,
            );
          if (((await textOf(full.vault, created)) !== null) !== isCreated)
            problems.push(`${created}: answered ${isCreated}`);
          await server.call('search', { query: 'note', mode: 'fulltext' });
          await rm(filler);
        }
        const numbers = `${EDITS} edits of a full disk (${String(answers)})`;
        if (!(await trial.append(notes[0] ?? '', 'zqroom again', 'with room again')))
          problems.push('an edit was refused although there is room again');
        return numbers;
      },
      { ...full, dataDir: stage.dataDir },
    );
  } finally {
    await run('umount', disk);
  }
};

/** Writes until only this many bytes are left. */
async function fill(path: string, left: number): Promise<void> {
  const file = await open(path, 'w');
  try {
    for (let size = MB; size >= 4_096; ) {
      const isWritten = await file.write(Buffer.alloc(size)).then(
        ({ bytesWritten }) => bytesWritten === size,
        () => false,
      );
      if (!isWritten) size /= 4;
    }
    const { size } = await file.stat();
    await file.truncate(Math.max(0, size - left));
  } finally {
    await file.close();
  }
}

async function run(command: string, ...args: string[]): Promise<boolean> {
  return promisify(execFile)(command, args).then(
    () => true,
    () => false,
  );
}
