import { join } from 'node:path';
import { BUILT_IN_MODEL } from '../../../shared/embeddings/use/weights/built-in-model.ts';
import {
  faultOfModel,
  modelsFolder,
  type ModelFault,
  type ModelFile,
} from '../../../shared/embeddings/use/weights/model-file.ts';
import { typedHere } from '../typed-command.ts';
import type { Finding } from './finding.ts';

export interface ModelPlaces {
  /** Where the file may be with this program. */
  program: readonly string[];
  /** The per-user data folder. */
  dataFolder: string;
  env: NodeJS.ProcessEnv;
  /** The plugin's folder in the vault; null if it has none. */
  plugin: string | null;
  /** Null if none is checked. */
  vault: string | null;
}

const WHAT = 'Model';

/**
 * Looks for the built-in model in all its places, and reads it to its end: whether both halves find it whole, and if
 * not, what to do.
 */
export async function checkModel(places: ModelPlaces, file: ModelFile = BUILT_IN_MODEL): Promise<Finding> {
  const common = modelsFolder(places.dataFolder);
  const own = places.plugin === null ? [] : [places.plugin];
  const folders = [...places.program, common, ...own];
  const faults = await Promise.all(folders.map((folder) => faultOfModel(folder, file)));
  const isWhole = (folder: string): boolean => faults[folders.indexOf(folder)] === null;
  const whole = folders.find(isWhole);
  const damaged = folders.flatMap((folder, i) => {
    const fault = faults[i] ?? null;
    return fault?.kind === 'damaged' ? [describeDamaged(folder, file, fault)] : [];
  });
  if (damaged.length > 0) {
    const isUnread = faults.some((fault) => fault?.isUnread === true);
    return {
      state: 'bad',
      what: WHAT,
      said: damaged.join('; '),
      cure: `${isUnread ? 'let your account read it and its folder, or ' : ''}delete it${whole === undefined ? `, and ${getting(places)}` : ''}`,
    };
  }
  if (whole === undefined)
    return {
      state: 'note',
      what: WHAT,
      said: `there is no ${file.name}: notes are found by their words and by what is learned from them`,
      cure: getting(places),
    };
  const pluginFinds = places.plugin === null || [common, ...own].some(isWhole);
  return {
    state: pluginFinds ? 'ok' : 'note',
    what: WHAT,
    said: `built-in, whole, in ${whole}${pluginFinds ? '' : '; the plugin does not find it there'}`,
    ...(pluginFinds ? {} : { cure: `run ${installing(places)}, or start the server once` }),
  };
}

function getting(places: ModelPlaces): string {
  return `reinstall this package (or build it: npm run build), then run ${installing(places)}`;
}

function installing({ vault, env }: ModelPlaces): string {
  return typedHere(env, 'vault-loom', 'install-plugin', vault ?? 'PATH');
}

function describeDamaged(folder: string, file: ModelFile, { message, isUnread }: ModelFault): string {
  return `${join(folder, file.name)} ${isUnread ? 'cannot be used' : 'is damaged and is not used'} (${message})`;
}
