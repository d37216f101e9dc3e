import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { ServerCommand } from './sdk-clients.ts';
import type { CheckResult } from './verdict.ts';

export const INSPECTOR_PACKAGES = ['@modelcontextprotocol/inspector@2.12.0'];

/** What the inspector's command line exits with if a tool's result is an error. */
const TOOL_ERROR = 5;

/** What is asked, the exit code that is right, and what the answer must hold. */
const STEPS: readonly { name: string; args: readonly string[]; exit?: number; holds: string }[] = [
  { name: 'tools/list, strict', args: ['--method', 'tools/list', '--strict'], holds: '"name": "search"' },
  { name: 'tools/call', args: calling('read_note', 'name=Home'), holds: String.raw`\"path\":\"Home.md\"` },
  {
    name: 'tools/call with a wrong name',
    args: calling('read_note', 'name=no/such/note'),
    exit: TOOL_ERROR,
    holds: 'note_not_found',
  },
  { name: 'resources/list', args: ['--method', 'resources/list'], holds: '"vault://status"' },
  { name: 'resources/templates/list', args: ['--method', 'resources/templates/list'], holds: 'vault://note/' },
  { name: 'resources/read', args: ['--method', 'resources/read', '--uri', 'vault://note/Home.md'], holds: '# Home' },
  { name: 'prompts/list', args: ['--method', 'prompts/list'], holds: '"map_of_topic"' },
  {
    name: 'prompts/get',
    args: ['--method', 'prompts/get', '--prompt-name', 'map_of_topic', '--prompt-args', 'topic=garden'],
    holds: 'garden',
  },
];

/** Asks the server by the inspector's command line, installed in `folder`; one result per step. */
export async function tryInspector(folder: string, { command, args, env }: ServerCommand): Promise<CheckResult[]> {
  const inspector = join(folder, 'node_modules/.bin/mcp-inspector');
  const variables = Object.entries(env).flatMap(([name, value]) => ['-e', `${name}=${value}`]);
  const results: CheckResult[] = [];
  for (const { name, args: asked, exit = 0, holds } of STEPS) {
    const { code, output } = await run(inspector, ['--cli', command, ...args, ...variables, ...asked], env);
    const passed = code === exit && output.includes(holds);
    results.push({
      name: `inspector: ${name}`,
      passed,
      detail: passed ? '' : `exit ${code}: ${output.slice(-200)}`,
    });
  }
  return results;
}

function calling(tool: string, argument: string): string[] {
  return ['--method', 'tools/call', '--tool-name', tool, '--tool-arg', argument];
}

function run(
  command: string,
  args: readonly string[],
  env: ServerCommand['env'],
): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const process = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [process.stdout, process.stderr]) stream.on('data', (piece) => (output += String(piece)));
    process.on('error', reject).on('close', (code) => resolve({ code, output }));
  });
}
