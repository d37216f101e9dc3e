import { spawnSync } from 'node:child_process';

/** Whether there is such a command, and it tells its version. */
export function isInstalled(command: string): boolean {
  return spawnSync(command, ['--version'], { stdio: 'ignore' }).status === 0;
}
