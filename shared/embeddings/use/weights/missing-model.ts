import { basename, join } from 'node:path';
import { describeError } from '../../../protocol/describe-error.ts';
import { VaultLoomError } from '../../../protocol/errors.ts';
import type { MissingModel } from '../../embedder.ts';
import type { ModelFault, ModelFile } from './model-file.ts';

const WAYS_OUT =
  'let an assistant that is connected to Vault Loom start once (the server that it starts leaves a copy for all vaults of this computer); or type `vault-loom install-plugin` in a terminal, which copies plugin and model into a vault; or download the file from a release of Vault Loom into the folder of the plugin, next to its main.js';

/** What to say of a model that is in none of its folders, or damaged in the one where it was found. */
export function missingModel(file: ModelFile, damaged: { folder: string; fault: ModelFault } | null): MissingModel {
  if (damaged === null) {
    return {
      file: file.name,
      problem: 'missing',
      message: `The built-in model is not on this computer: there is no ${file.name}.`,
      hint: `To get it, ${WAYS_OUT}.`,
    };
  }
  const { message, isUnread } = damaged.fault;
  const wrong = isUnread ? 'cannot be used' : 'is damaged and is not used';
  return {
    file: file.name,
    problem: 'damaged',
    message: `The built-in model's file ${wrong}: ${join(basename(damaged.folder), file.name)} (${message}).`,
    hint: `${isUnread ? 'Let your account read it, or delete it' : 'Delete it'}. To get a whole one, ${WAYS_OUT}.`,
  };
}

/** The error of embedding a text while the model is missing. */
export function missingModelError({ file, problem, message, hint }: MissingModel): VaultLoomError {
  return new VaultLoomError('embedder_unavailable', message, {
    name: problem === 'missing' ? 'ModelMissingError' : 'ModelDamagedError',
    hint,
    details: { file },
  });
}

/** As `index_status` shows it: `Name: message`, and the way out. */
export function describeMissing(missing: MissingModel): string {
  return `${describeError(missingModelError(missing))} ${missing.hint}`;
}
