import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { dataFolder, vaultDataFolder } from '../../../shared/vault/data-folders.ts';
import type { Discovery } from '../../../shared/protocol/discovery.ts';
import { isRecord } from '../../../shared/kit/json/is-record.ts';
import { parseJson } from '../../../shared/kit/json/parse-json.ts';
import type { Finding } from './finding.ts';
import { chooseHost } from '../../switch/engine-choice.ts';
import { PluginUnavailable, describeAbsence } from '../../switch/contact/plugin-absence.ts';
import { PluginClient, type PluginContact } from '../../switch/contact/plugin-client.ts';
import { readSecret } from '../../../shared/vault/user-secret.ts';
import { isEnabled, isSameFolder, pluginPlace, readDiscovery } from '../../switch/contact/plugin-discovery.ts';

/** Checks the companion plugin of a vault: whether it is installed, enabled, answers, and fits this program. */
export async function checkPlugin(vaultRealPath: string, version: string, env: NodeJS.ProcessEnv): Promise<Finding[]> {
  const place = await pluginPlace(vaultRealPath);
  const installed = place === null ? undefined : await installedVersion(place.folder);
  if (place === null || installed === undefined) {
    return [
      {
        state: 'note',
        what: 'Plugin',
        said: 'not installed; the three live tools need it (vault-loom install-plugin)',
      },
    ];
  }
  const enabled = (await isEnabled(place)) !== false;
  const plugin: Finding = {
    state: enabled ? 'ok' : 'note',
    what: 'Plugin',
    said: `${installed} installed in this vault${enabled ? '' : ', but not enabled'}`,
  };
  return [plugin, ...(await checkAnswers(vaultRealPath, version, env))];
}

async function checkAnswers(vaultRealPath: string, version: string, env: NodeJS.ProcessEnv): Promise<Finding[]> {
  const client = new PluginClient({ vault: vaultRealPath, dataFolder: dataFolder(env), secret: readSecret });
  try {
    const contact = await client.probe();
    return [sayHost(contact, version), ...checkDataFolder(contact.discovery, vaultRealPath, env)];
  } catch (error) {
    if (!(error instanceof PluginUnavailable)) throw error;
    const claimed = await readDiscovery(vaultRealPath);
    return [
      { state: 'note', what: 'Live app', said: describeAbsence(error.absence) },
      ...('discovery' in claimed ? checkDataFolder(claimed.discovery, vaultRealPath, env) : []),
    ];
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
      said: `the plugin keeps journal, history, locks and the shared secret in ${dataDir}, this program in ${own}: set VAULT_LOOM_DATA_DIR alike for both`,
    },
  ];
}

async function installedVersion(folder: string): Promise<string | undefined> {
  const text = await readFile(join(folder, 'manifest.json'), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const manifest = parseJson(text);
  const version = isRecord(manifest) ? manifest['version'] : undefined;
  return typeof version === 'string' ? version : 'of an unknown version';
}
