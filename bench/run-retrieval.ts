import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/**
 * Prints how well notes are ranked, compared with SQLite's full text, MiniSearch and ripgrep. `folder` holds `vault/`
 * and `queries.jsonl`. Throws if it fails.
 */
export async function runRetrieval(folder: string): Promise<void> {
  const script = fileURLToPath(new URL('./retrieval/retrieval.ts', import.meta.url));
  const child = spawn(process.execPath, [...process.execArgv, script, folder], { stdio: 'inherit' });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  if (code !== 0) throw new Error(`The comparison of rankings ended with ${code ?? 'a signal'}.`);
}
