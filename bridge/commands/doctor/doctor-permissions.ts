import { constants } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { writeRules } from '../../../shared/writing/places/path-guard.ts';
import { can as canAccess, canKeepFilesIn, type Can } from './access.ts';
import type { Finding } from './finding.ts';

export interface PermissionPlaces {
  /** Real path; null for what is of no vault. */
  vault: string | null;
  /** The plugin's folder in the vault; null if it has none. */
  plugin: string | null;
  /** The per-user data folder. */
  dataFolder: string;
  env: NodeJS.ProcessEnv;
}

const WHAT = 'Permissions';
const SECRET = 'secret';

/** Whether notes, the plugin's folder and the data folder can be written, and the secret is for this account alone. */
export async function checkPermissions(
  { vault, plugin, dataFolder, env }: PermissionPlaces,
  can: Can = canAccess,
): Promise<Finding[]> {
  const isReadOnly = writeRules(env, { configDir: null }).readOnly;
  const findings: Finding[] = [];
  if (vault !== null && !isReadOnly && !(await can(vault, constants.W_OK)))
    findings.push({
      state: 'bad',
      what: WHAT,
      said: `${vault} cannot be written, so no tool can change a note`,
      cure: 'let your account write the folder (chmod u+w), or set VAULT_LOOM_READ_ONLY=1 if that is meant',
    });
  if (plugin !== null && !(await can(plugin, constants.W_OK)))
    findings.push({
      state: 'bad',
      what: WHAT,
      said: `${plugin} cannot be written, so the index is not saved`,
      cure: 'let your account write the folder (chmod u+w)',
    });
  if (!(await canKeepFilesIn(dataFolder)))
    findings.push({
      state: 'bad',
      what: WHAT,
      said: `the data folder ${dataFolder} cannot be made or written, so nothing can be changed or undone, and no index is kept`,
      cure: 'let your account make and write it, or set VAULT_LOOM_DATA_DIR to a folder that it can write',
    });
  findings.push(...(await checkSecret(join(dataFolder, SECRET))));
  if (findings.length > 0) return findings;
  const data = 'the data folder can be written';
  const said = isReadOnly
    ? `${data}; notes are read only, as set`
    : vault === null
      ? data
      : 'vault and data folder can be written';
  return [{ state: 'ok', what: WHAT, said }];
}

/** Whoever has it can pass for this program to the plugin. Windows has no such modes. */
async function checkSecret(file: string): Promise<Finding[]> {
  const mode = process.platform === 'win32' ? undefined : (await stat(file).catch(() => undefined))?.mode;
  if (mode === undefined || (mode & 0o077) === 0) return [];
  return [
    {
      state: 'bad',
      what: WHAT,
      said: `other accounts may read ${file}`,
      cure: `chmod 600 "${file}"`,
    },
  ];
}
