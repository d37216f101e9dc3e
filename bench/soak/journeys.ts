import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Outcome, SoakOptions } from './scenario.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const ARGUMENTS = ['vitest', 'run', '--config', 'e2e/vitest.config.mjs', '--reporter=dot', 'e2e/journeys'];
const SHOWN = 4_000;

/** The journeys through all screens, again and again until one fails. */
export async function runJourneys({ runs }: SoakOptions): Promise<Outcome> {
  for (let run = 1; run <= runs; run++) {
    const { code, output } = await runOnce();
    if (code !== 0)
      return { problems: [`run ${run}: ${output.slice(-SHOWN)}`], numbers: `${run - 1} of ${runs} green` };
  }
  return { problems: [], numbers: `${runs} runs, all green` };
}

function runOnce(): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn('npx', ARGUMENTS, { cwd: ROOT, shell: process.platform === 'win32' });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (output = (output + text).slice(-2 * SHOWN)));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, output }));
  });
}
