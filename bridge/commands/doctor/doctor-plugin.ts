import { constants } from 'node:fs';
import { join } from 'node:path';
import { dataFolder, vaultDataFolder } from '../../../shared/vault/data-folders.ts';
import { PLUGIN_ID, type Discovery } from '../../../shared/protocol/discovery.ts';
import { readSettingsText } from '../../../shared/kit/disk/disk-io.ts';
import { isRecord } from '../../../shared/kit/json/is-record.ts';
import { parseJson } from '../../../shared/kit/json/parse-json.ts';
import { typedHere } from '../typed-command.ts';
import { can } from './access.ts';
import type { Finding } from './finding.ts';
import { chooseHost, compareVersions } from '../../switch/engine-choice.ts';
import { PluginUnavailable, describeAbsence } from '../../switch/contact/plugin-absence.ts';
import { PluginClient, type PluginContact } from '../../switch/contact/plugin-client.ts';
import { readSecret } from '../../../shared/vault/user-secret.ts';
import { isEnabled, isSameFolder, pluginPlace, readDiscovery } from '../../switch/contact/plugin-discovery.ts';

const MAX_MANIFEST_BYTES = 1024 * 1024;

export interface PluginFindings {
  findings: Finding[];
  /** Where it answers; null if it does not. */
  port: number | null;
}

/** Checks the companion plugin of a vault: whether it is installed, enabled, answers, and fits this program. */
export async function checkPlugin(
  vaultRealPath: string,
  version: string,
  env: NodeJS.ProcessEnv,
): Promise<PluginFindings> {
  const place = await pluginPlace(vaultRealPath);
  const installed = place === null ? undefined : await installedVersion(place.folder);
  if (place === null || installed === undefined) {
    const said = 'not installed; active_note and dql_query need it';
    return { findings: [{ state: 'note', what: 'Plugin', said, cure: installing(vaultRealPath, env) }], port: null };
  }
  const isOn = (await isEnabled(place)) !== false;
  const answers = await checkAnswers(vaultRealPath, version, env);
  return {
    ...answers,
    findings: [sayInstalled(installing(vaultRealPath, env), { installed, version, isOn }), ...answers.findings],
  };
}

/** The plugin's folder in the vault; null if it has none. */
export async function installedPlugin(vaultRealPath: string, configDir: string | null): Promise<string | null> {
  if (configDir === null) return null;
  const folder = join(vaultRealPath, configDir, 'plugins', PLUGIN_ID);
  return (await can(folder, constants.F_OK)) ? folder : null;
}

function installing(vaultRealPath: string, env: NodeJS.ProcessEnv): string {
  return typedHere(env, 'vault-loom', 'install-plugin', vaultRealPath);
}

/** @param installing the command that brings the plugin to this version */
function sayInstalled(
  installing: string,
  { installed, version, isOn }: { installed: string; version: string; isOn: boolean },
): Finding {
  const order = compareVersions(installed, version);
  const said = `${installed} installed in this vault${isOn ? '' : ', but not enabled'}${order === 0 ? '' : `; this program is ${version}`}`;
  const cure = !isOn
    ? 'enable Vault Loom in the app under Community plugins'
    : order < 0
      ? `${installing}, then reload the app`
      : order > 0
        ? 'upgrade this program'
        : undefined;
  return { state: cure === undefined ? 'ok' : 'note', what: 'Plugin', said, ...(cure === undefined ? {} : { cure }) };
}

async function checkAnswers(vaultRealPath: string, version: string, env: NodeJS.ProcessEnv): Promise<PluginFindings> {
  const client = new PluginClient({ vault: vaultRealPath, dataFolder: dataFolder(env), secret: readSecret });
  try {
    const contact = await client.probe();
    return {
      findings: [sayHost(contact, version), ...checkDataFolder(contact.discovery, vaultRealPath, env)],
      port: contact.discovery.port,
    };
  } catch (error) {
    if (!(error instanceof PluginUnavailable)) throw error;
    const claimed = await readDiscovery(vaultRealPath);
    return {
      findings: [
        {
          state: 'note',
          what: 'Live app',
          said: describeAbsence(error.absence),
          cure: 'open this vault in the app with the plugin enabled; without it the disk answers',
        },
        ...('discovery' in claimed ? checkDataFolder(claimed.discovery, vaultRealPath, env) : []),
      ],
      port: null,
    };
  } finally {
    client.close();
  }
}

function sayHost(contact: PluginContact, version: string): Finding {
  const { appVersion } = contact.status;
  const { note } = chooseHost({ kind: 'present', ...contact }, { version });
  const answers = `app ${appVersion} answers on port ${contact.discovery.port}`;
  return {
    state: note === undefined ? 'ok' : 'note',
    what: 'Live app',
    said: note === undefined ? `${answers} and hosts the engine` : `${answers}. ${note}`,
  };
}

/** Journal, history, locks and the secret are there: two processes with separate ones do not know of each other. */
function checkDataFolder({ dataDir }: Discovery, vaultRealPath: string, env: NodeJS.ProcessEnv): Finding[] {
  const own = vaultDataFolder(dataFolder(env), vaultRealPath);
  if (dataDir === undefined || isSameFolder(dataDir, own)) return [];
  return [
    {
      state: 'bad',
      what: 'Data',
      said: `the plugin keeps journal, history, locks and the shared secret in ${dataDir}, this program in ${own}`,
      cure: 'set VAULT_LOOM_DATA_DIR to the same for both',
    },
  ];
}

async function installedVersion(folder: string): Promise<string | undefined> {
  const text = await readSettingsText(join(folder, 'manifest.json'), MAX_MANIFEST_BYTES).catch(() => null);
  if (text === null) return undefined;
  const manifest = parseJson(text);
  const version = isRecord(manifest) ? manifest['version'] : undefined;
  return typeof version === 'string' ? version : 'of an unknown version';
}
