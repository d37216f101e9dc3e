import { systemOf, type System } from '../../shared/clients/server-launch.ts';
import { commandLine, shellOf } from '../../shared/clients/shell-words.ts';
import { dataFolder } from '../../shared/vault/data-folders.ts';
import { readConfig } from '../process/config.ts';

/** A command line as a person types it in the terminal of this system. */
export function typedCommand(...words: string[]): string {
  return commandLine(words, shellOf(systemOf(process.platform)));
}

/** The same for who has chosen a data folder: the command is to use that one, in whichever terminal it is typed. */
export function typedHere(env: Readonly<Record<string, string | undefined>>, ...words: string[]): string {
  return typedWith(chosenDataFolder(env), words);
}

/** The same about a vault, which is named unless VAULT_PATH names it. */
export function typedForVault(
  env: Readonly<Record<string, string | undefined>>,
  vaultPath: string,
  ...words: string[]
): string {
  return typedHere(env, ...words, ...(isUsual(env, vaultPath) ? [] : ['--vault', vaultPath]));
}

function isUsual(env: Readonly<Record<string, string | undefined>>, vaultPath: string): boolean {
  try {
    return readConfig(env).vaultPath === vaultPath;
  } catch {
    return false;
  }
}

/** A command line with variables that are set for the command; in PowerShell, for the terminal. */
export function typedWith(
  variables: Readonly<Record<string, string>>,
  words: readonly string[],
  system: System = systemOf(process.platform),
): string {
  const shell = shellOf(system);
  const set = Object.entries(variables).map(([name, value]) =>
    // The value is quoted as a word that is not the first.
    shell === 'posix'
      ? `${name}=${quoted(value)} `
      : `$env:${name} = '${value.replace(/['\u2018-\u201b]/gu, '$&$&')}'; `,
  );
  return set.join('') + commandLine(words, shell);
}

function quoted(value: string): string {
  return commandLine(['', value], 'posix').slice(`'' `.length);
}

/** The data folder as a variable, if the person has chosen it; programs that other programs start have to be told. */
export function chosenDataFolder(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const chosen = env['VAULT_LOOM_DATA_DIR'];
  return chosen === undefined || chosen === '' ? {} : { VAULT_LOOM_DATA_DIR: dataFolder(env) };
}
