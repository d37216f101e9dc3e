import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { builtBridge } from '../support/built-bridge.ts';
import { Server } from '../support/server.ts';
import { until } from '../support/idle-server.ts';
import { copyVault, makeScratch } from '../support/scratch-vault.ts';
import { CHANGING_TASKS } from './changing-tasks.ts';
import { READING_TASKS } from './reading-tasks.ts';
import type { Call, Task } from './task.ts';

/** What people ask of an assistant every day, done on a copy of the sample vault, with the calls and bytes it took. */
const VAULT = fileURLToPath(new URL('../../e2e/vault', import.meta.url));
const TASKS = [...READING_TASKS, ...CHANGING_TASKS];
const MOST_CALLS = 60;
const MOST_KB = 84;
const ASK_MS = 200;
const LONGEST_MS = 600_000;

interface Listing {
  tools: { name: string; inputSchema: { properties?: Record<string, unknown> } }[];
}

const scratch = await makeScratch();
const vault = join(scratch.folder, 'vault');
await copyVault(VAULT, vault);
// Without it everything has just been changed.
await utimes(join(vault, 'Archive/Frame 009.md'), new Date(2024, 9, 5), new Date(2024, 9, 5));
const { values } = parseArgs({ options: { script: { type: 'string' } } });
const server = Server.start({
  script: values.script ?? (await builtBridge()),
  vault,
  dataDir: join(scratch.folder, 'data'),
});
await server.initialize();
await server.callWhenReady('list_notes', { limit: 1 });
await until(
  async () => (await server.call<{ embeddingsComplete: boolean }>('index_status')).result,
  ({ embeddingsComplete }) => embeddingsComplete,
  ASK_MS,
  LONGEST_MS,
);
const offered = offeredBy((await server.request('tools/list')).result as unknown as Listing);
const totals = { calls: 0, bytes: 0, done: 0, failed: 0 };
for (const task of TASKS) await report(task);
console.log(
  `\n${totals.done} of ${TASKS.length} tasks in ${totals.calls} calls (at most ${MOST_CALLS}) and ${kilobytes(totals.bytes)} (at most ${MOST_KB} KB).`,
);
if (totals.failed > 0 || totals.calls > MOST_CALLS || totals.bytes > MOST_KB * 1024) process.exitCode = 1;
await server.close();
await scratch.remove();

async function report({ asked, needs, run }: Task): Promise<void> {
  const missing = needs.filter((need) => !offered.has(need));
  if (missing.length > 0) {
    print(asked, '', '', `not yet: ${missing.join(', ')}`);
    return;
  }
  let calls = 0;
  let bytes = 0;
  const call: Call = async <Answer>(tool: string, args: Record<string, unknown> = {}) => {
    calls += 1;
    const { result, textBytes } = await server.call<Answer>(tool, args);
    bytes += textBytes;
    return result;
  };
  const outcome = await run(call).then(
    (isRight) => (isRight ? 'ok' : 'WRONG'),
    (error: unknown) => `FAILED: ${String(error).slice(0, 160)}`,
  );
  totals.calls += calls;
  totals.bytes += bytes;
  totals[outcome === 'ok' ? 'done' : 'failed'] += 1;
  print(asked, String(calls), kilobytes(bytes), outcome);
}

function offeredBy({ tools }: Listing): Set<string> {
  return new Set(
    tools.flatMap(({ name, inputSchema }) => [
      name,
      ...Object.keys(inputSchema.properties ?? {}).map((argument) => `${name}.${argument}`),
    ]),
  );
}

function print(asked: string, calls: string, bytes: string, outcome: string): void {
  console.log(`${asked.padEnd(86)} ${calls.padStart(3)} ${bytes.padStart(8)}  ${outcome}`);
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1024).toFixed(1)} KB`;
}
