import { describeRefused } from '../../../shared/embeddings/chosen-embedders.ts';
import { VaultLoomError } from '../../../shared/protocol/errors.ts';
import { chosenModel, openModel, type Here } from '../models/chosen-model.ts';
import { typedHere } from '../typed-command.ts';
import type { Finding } from './finding.ts';

const WHAT = 'Meaning';

/**
 * Whether the model that a vault's server would use can be used, as far as can be told without loading it. An Ollama
 * server is asked if it is chosen. The built-in model's file is for `checkModel`, so nothing is said of that model if
 * all is well.
 */
export async function checkMeaning(here: Here, vaultRealPath: string | null): Promise<Finding[]> {
  const { setting, by, refused } = await chosenModel(here, vaultRealPath);
  const findings: Finding[] =
    refused === undefined ? [] : [{ state: 'note', what: WHAT, said: describeRefused(refused) }];
  const name = `${setting} (by ${by})`;
  try {
    const warnings: string[] = [];
    const choice = await openModel(here, setting, vaultRealPath, (level, message) => {
      if (level === 'warn' || level === 'error') warnings.push(message);
    });
    await choice?.embedder.close();
    // What is known of a model from before stands in for its server, which is away all the same.
    if (warnings.length > 0) findings.push(bad(here, `${name}: ${warnings.join(' ')}`));
    else if (by !== 'default') findings.push({ state: 'ok', what: WHAT, said: name });
  } catch (error) {
    if (!(error instanceof VaultLoomError)) throw error;
    findings.push(bad(here, `${by === 'default' ? setting : name} cannot be used: ${error.message}`, error.hint));
  }
  return findings;
}

function bad({ env }: Here, said: string, way?: string): Finding {
  const cure = way ?? `see to that, or choose another model: ${typedHere(env, 'vault-loom', 'models', 'list')}`;
  return { state: 'bad', what: WHAT, said, cure };
}
