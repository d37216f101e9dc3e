import { compareVersions } from '../switch/engine-choice.ts';

/** What an installation of the plugin did. */
export interface Installed {
  version: string;
  /** The version that was there before, if any. */
  previous?: string;
  /** The id of another plugin that was replaced. */
  stranger?: string;
  /** Relative to the vault. */
  folder: string;
  /** Names of the files that were written; unchanged ones are left alone. */
  written: string[];
  /** Whether it is in the app's list of enabled plugins now. */
  enabled: boolean;
  /** Whether it was added just now. */
  newlyEnabled: boolean;
  /** False if the app has never opened the vault. */
  knownToApp: boolean;
  /** Whether the built-in model was nowhere to be found, so that it was not copied. */
  lacksModel: boolean;
  /** Version of the plugin loaded in the app; absent if none answers. */
  running?: string;
}

const WITHOUT_MODEL =
  'The built-in model is not next to this program and was not copied: notes are found by their words and by what is learned from them. Reinstall the package, or build it with `npm run build`, and run the command again.';

/**
 * What was done and what is left to do, line by line, for a person.
 * @param doctor the command that checks it, as typed here
 */
export function nextSteps(installed: Installed, doctor = 'vault-loom doctor'): string[] {
  const steps = stepsLeft(installed, doctor);
  return [
    whatWasDone(installed),
    ...(installed.lacksModel ? [WITHOUT_MODEL] : []),
    ...(installed.newlyEnabled ? ['It is among the enabled plugins now.'] : []),
    ...(steps.length === 0
      ? ['The app runs it; nothing is left to do.']
      : ['Next:', ...steps.map((step, i) => `  ${i + 1}. ${step}`)]),
  ];
}

function whatWasDone({ version, previous, stranger, folder, written }: Installed): string {
  if (written.length === 0) return `Vault Loom plugin ${version} is in ${folder} already; no file was changed.`;
  if (stranger !== undefined) return `Vault Loom plugin ${version} is in ${folder} now, in place of "${stranger}".`;
  if (previous === undefined) return `Vault Loom plugin ${version} is in ${folder} now.`;
  const order = compareVersions(previous, version);
  if (order === 0)
    return `Vault Loom plugin ${version} in ${folder}: replaced ${written.join(', ')}, which differed. Settings and index are kept.`;
  const change = order < 0 ? 'upgraded' : 'warning, went back';
  return `Vault Loom plugin in ${folder}: ${change} from ${previous} to ${version}. Settings and index are kept.`;
}

function stepsLeft({ version, written, enabled, knownToApp, running }: Installed, doctor: string): string[] {
  if (running !== undefined) {
    if (written.length === 0 && running === version) return [];
    return [`Reload the app: it still runs ${running === version ? 'the files from before' : running}.`];
  }
  const load = knownToApp
    ? 'Open the vault in the app, or reload the app if it is open.'
    : 'Open this folder as a vault in the app.';
  const trust = 'If the app asks, trust the vault, so that it loads community plugins.';
  const turnOn = 'Turn community plugins on (Settings → Community plugins), and enable Vault Loom there.';
  return [load, enabled ? trust : turnOn, `Running servers find it by themselves; \`${doctor}\` says whether they do.`];
}
