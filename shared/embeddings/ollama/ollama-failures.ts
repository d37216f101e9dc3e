import { VaultLoomError } from '../../protocol/errors.ts';
import type { OllamaError, OllamaProblem } from './ollama-client.ts';

/** The error if a server cannot embed at all. */
export function unavailable(error: OllamaError, model: string): VaultLoomError {
  const missing = error.problem === 'model-missing';
  return new VaultLoomError('embedder_unavailable', missing ? `Ollama has no model '${model}'.` : `${error.message}.`, {
    hint: missing ? `To get it, type \`ollama pull ${model}\` in a terminal.` : (WAYS_OUT[error.problem] ?? LOOK),
    cause: error,
  });
}

/** The error if a model's vectors are not as long as before. */
export function wrongLength(host: string, model: string, given: number, expected: number): VaultLoomError {
  return new VaultLoomError(
    'embedder_unavailable',
    `The model '${model}' at ${host} gave vectors of ${given} numbers where ${expected} were expected.`,
    {
      hint: 'Another model of the same name probably replaced it: restart, so that the notes are embedded again.',
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
