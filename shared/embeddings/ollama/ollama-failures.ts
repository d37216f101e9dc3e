import { withStop } from '../../kit/text/with-stop.ts';
import { VaultLoomError } from '../../protocol/errors.ts';
import type { OllamaError, OllamaProblem } from './ollama-client.ts';

/** The error if a server cannot embed at all. */
export function unavailable(error: OllamaError, model: string): VaultLoomError {
  const missing = error.problem === 'model-missing';
  return new VaultLoomError(
    'embedder_unavailable',
    missing ? `Ollama has no model '${model}'.` : withStop(error.message),
    {
      hint: missing ? `To get it, type \`ollama pull ${model}\` in a terminal.` : (WAYS_OUT[error.problem] ?? LOOK),
      cause: error,
    },
  );
}

/**
 * The error if a model's vectors are not as long as before.
 * @param areAll whether its vectors all have the other length now
 */
export function wrongLength(
  host: string,
  model: string,
  { given, expected, areAll }: { given: number; expected: number; areAll: boolean },
): VaultLoomError {
  return new VaultLoomError(
    'embedder_unavailable',
    `The model '${model}' at ${host} gave vectors of ${given} numbers where ${expected} were expected.`,
    {
      hint: areAll
        ? 'Probably another model of the same name replaced it, or it is run with other settings. Restart Vault Loom: the notes are then embedded again, with vectors of this length.'
        : 'Their length differs from one answer to the next, so that they cannot be compared: see what answers at that address, or choose another model.',
    },
  );
}

const LOOK =
  'See what Ollama writes to its log. If something else answers at that address, set the environment variable VAULT_LOOM_OLLAMA_URL to that of Ollama.';
const WAYS_OUT: Partial<Record<OllamaProblem, string>> = {
  unreachable:
    'Start Ollama (its app, or `ollama serve` in a terminal), or choose another model under “Model” in the settings of Vault Loom. If Ollama is at another address, set the environment variable VAULT_LOOM_OLLAMA_URL to that.',
  refused:
    'Choose a model for embeddings under “Model” in the settings of Vault Loom. If it is one, check the address of Ollama (the environment variable VAULT_LOOM_OLLAMA_URL).',
  'not-ollama':
    'Check the address of Ollama: the environment variable VAULT_LOOM_OLLAMA_URL, else OLLAMA_HOST, which must name the server itself.',
};
