import { execFile } from 'node:child_process';
import { cpus, loadavg, totalmem } from 'node:os';
import { promisify } from 'node:util';

/** What was measured, and on what. */
export interface RunOrigin {
  /** The last commit of the sources; null outside a repository. */
  commit: string | null;
  /** Whether the sources differ from it; null outside a repository. */
  isDirty: boolean | null;
  machine: {
    cpus: number;
    /** Average number of processes that want a processor, over 1, 5 and 15 minutes. */
    load: number[];
    /** Of the processor, as the system calls it. */
    model: string;
    memoryBytes: number;
    node: string;
    platform: string;
  };
}

/** The state of the sources in a folder, and this machine. Never rejects. */
export async function runOrigin(folder: string): Promise<RunOrigin> {
  const [commit, changes] = await Promise.all([
    git(folder, ['rev-parse', '--short=10', 'HEAD']),
    git(folder, ['status', '--porcelain']),
  ]);
  return {
    commit,
    isDirty: commit === null || changes === null ? null : changes !== '',
    machine: {
      cpus: cpus().length,
      load: loadavg(),
      model: cpus()[0]?.model ?? '',
      memoryBytes: totalmem(),
      node: process.version,
      platform: process.platform,
    },
  };
}

/** The same in one line, for the head of a table. */
export function originLine({ commit, isDirty, machine }: RunOrigin): string {
  const sources = commit === null ? 'no commit' : `commit ${commit}${isDirty === true ? ' with changes' : ''}`;
  const load = (machine.load[0] ?? 0).toFixed(1);
  return `${sources}; ${machine.cpus} × ${machine.model === '' ? 'unknown processor' : machine.model}, load ${load}, Node ${machine.node}, ${machine.platform}`;
}

async function git(folder: string, args: readonly string[]): Promise<string | null> {
  return promisify(execFile)('git', [...args], { cwd: folder }).then(
    ({ stdout }) => stdout.trim(),
    () => null,
  );
}
