import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Outcome, SoakOptions } from './scenario.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const ARGUMENTS = ['vitest', 'run', '--config', 'e2e/vitest.config.mjs', '--reporter=dot', 'e2e/journeys'];
const SHOWN = 4_000;

/** The journeys through all screens, again and again until one fails. */
export async function runJourneys({ runs, say }: SoakOptions): Promise<Outcome> {
  const seconds: number[] = [];
  for (let run = 1; run <= runs; run++) {
    const start = performance.now();
    const { code, output } = await runOnce();
    seconds.push(Math.round((performance.now() - start) / 1_000));
    say(`run ${run} of ${runs}: ${seconds.at(-1)} s`);
    if (code !== 0)
      return { problems: [`run ${run}: ${output.slice(-SHOWN)}`], numbers: `${run - 1} of ${runs} green` };
  }
  const took = `${Math.min(...seconds)} to ${Math.max(...seconds)} s each`;
  return { problems: [], numbers: `${runs} runs, all green, ${took}` };
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
