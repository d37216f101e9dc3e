import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url));

it.each([
  [['--nonsense'], "Unknown option '--nonsense'"],
  [['now'], "Unexpected argument 'now'"],
  [['--tag'], '--tag'],
])('refuses %j in one line', async (args, said) => {
  const child = spawn(process.execPath, ['--import', 'tsx', MAIN, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const code = await new Promise((resolve) => child.on('close', resolve));
  expect(code).toBe(2);
  expect(text).toContain(said);
  expect(text.trimEnd()).not.toContain('\n');
});
