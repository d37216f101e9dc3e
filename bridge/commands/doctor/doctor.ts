import { engines } from '../../../package.json';
import type { ClientMachine } from '../../../shared/clients/find-config-file.ts';
import { VaultLoomError } from '../../../shared/protocol/errors.ts';
import { dataFolder } from '../../../shared/vault/data-folders.ts';
import { writeRules } from '../../../shared/writing/places/path-guard.ts';
import { compareVersions } from '../../switch/engine-choice.ts';
import { vaultsOfApp } from '../../../shared/clients/app-vaults.ts';
import type { Screen } from '../terminal.ts';
import { typedHere } from '../typed-command.ts';
import { attempt } from './attempt.ts';
import { chooseVaults } from './chosen-vaults.ts';
import { clientsHere, type ClientHere } from './client-entries.ts';
import { checkClients, checkClientsOf } from './doctor-clients.ts';
import { checkDisk } from './doctor-disk.ts';
import { checkMeaning } from './doctor-meaning.ts';
import { checkModel } from './doctor-model.ts';
import { checkPermissions } from './doctor-permissions.ts';
import { checkPorts } from './doctor-ports.ts';
import type { Finding } from './finding.ts';
import { checkVault } from './vault-findings.ts';

export interface DoctorOptions {
  env: NodeJS.ProcessEnv;
  machine: ClientMachine;
  /** As named on the command line, if it was. */
  vault: string | undefined;
  version: string;
  /** Where the built-in model's file may be with this program; absolute. */
  modelFolders: readonly string[];
  /** Where it is said what takes a while. */
  progress: Screen;
}

/**
 * Looks for what could keep the server from working, each with its cure: first what is of this computer, then each
 * vault that is named, or else found. Changes no note.
 */
export async function doctor(options: DoctorOptions): Promise<Finding[]> {
  const { machine, version, modelFolders, progress } = options;
  const { env, findings: ofLimits } = checkLimits(options.env);
  const listed = await vaultsOfApp(machine);
  let clients: readonly ClientHere[] = [];
  const unread = await attempt('Client', async () => {
    clients = await clientsHere(machine);
    return [];
  });
  const { vaults, findings: ofChoice } = chooseVaults({ env, named: options.vault, listed, clients });
  const realPaths = vaults.map(({ realVaultPath }) => realVaultPath);
  const ofComputer: Finding[] = [
    checkNode(env),
    ...ofLimits,
    ...ofChoice,
    ...(await checkComputer({ ...options, env }, vaults.length === 0)),
    ...(unread.length > 0
      ? unread
      : await attempt('Client', () => checkClients({ clients, vaults: realPaths, machine }))),
  ];
  const said = new Set(ofComputer.map(keyOf));
  const ofVaults: Finding[] = [];
  for (const config of vaults) {
    const vault = config.vaultPath;
    const checks = { machine, clients, vaults: realPaths, version, progress };
    const findings = [
      ...(await checkVault(config, { env, version, modelFolders, listed })),
      ...(await attempt('Client', () => checkClientsOf(config.realVaultPath, checks))),
    ];
    ofVaults.push(...findings.filter((finding) => !said.has(keyOf(finding))).map((finding) => ({ ...finding, vault })));
  }
  return [...ofComputer, ...ofVaults];
}

/** What needs no vault. Ports and the chosen model are those of a vault if there is one. */
async function checkComputer({ env, modelFolders }: DoctorOptions, isAlone: boolean): Promise<Finding[]> {
  const userFolder = dataFolder(env);
  const findings = [
    isAlone ? await attempt('Ports', () => checkPorts({ vaultRealPath: null, hasPlugin: false, ownPort: null })) : [],
    await attempt('Model', async () => [
      await checkModel({ program: modelFolders, dataFolder: userFolder, env, plugin: null, vault: null }),
    ]),
    isAlone ? await attempt('Meaning', () => checkMeaning({ env, modelFolders }, null)) : [],
    await attempt('Permissions', () => checkPermissions({ vault: null, plugin: null, dataFolder: userFolder, env })),
    await attempt('Disk', () => checkDisk([userFolder])),
  ];
  return findings.flat();
}

function checkNode(env: NodeJS.ProcessEnv): Finding {
  const needed = engines.node.replace('>=', '');
  const fits = compareVersions(process.versions.node, `${needed}.0`) >= 0;
  return {
    state: fits ? 'ok' : 'bad',
    what: 'Node',
    said: `${process.versions.node}${fits ? '' : `; needed is ${needed} or newer`}`,
    ...(fits
      ? {}
      : {
          cure: `install a newer Node.js (https://nodejs.org), and run ${typedHere(env, 'vault-loom', 'connect')} again`,
        }),
  };
}

/** The limits on writing; those that cannot be understood are left out for the checks that follow. */
function checkLimits(env: NodeJS.ProcessEnv): { env: NodeJS.ProcessEnv; findings: Finding[] } {
  try {
    writeRules(env, { configDir: null });
    return { env, findings: [] };
  } catch (error) {
    if (!(error instanceof VaultLoomError)) throw error;
    const { VAULT_LOOM_READ_ONLY: _readOnly, VAULT_LOOM_FOLDERS: _folders, ...rest } = env;
    const cure = error.hint ?? 'correct it in the environment; no server starts with it';
    return { env: rest, findings: [{ state: 'bad', what: 'Settings', said: error.message, cure }] };
  }
}

function keyOf({ what, said }: Finding): string {
  return `${what} ${said}`;
}
