import type { CommandLine } from '../commands/surroundings.ts';
import type { Screen } from '../commands/terminal.ts';
import { readConfig } from '../process/config.ts';

const same = (text: string): string => text;

/** A screen that keeps what is written, as a pipe would. */
export function keptScreen(): Screen & { written: string[] } {
  const written: string[] = [];
  return {
    written,
    live: false,
    width: 80,
    style: { bold: same, dim: same, accent: same, good: same, bad: same },
    write: (text) => void written.push(text),
  };
}

/** What commands run with, in the process of a test. */
export function commandLineFor(
  env: NodeJS.ProcessEnv,
  modelFolders: readonly string[] = [],
): CommandLine & { screen: ReturnType<typeof keptScreen> } {
  return {
    program: { script: '/absent/cli.mjs', version: '0.1.0' },
    packageFolder: '/absent',
    modelFolders,
    env,
    serve: () => Promise.reject(new Error('Nothing is served here.')),
    screen: keptScreen(),
    progress: keptScreen(),
    named: (_command, name) => name,
    config: (_command, name) => readConfig(env, name),
    endWith: () => undefined,
    finish: () => undefined,
  };
}
