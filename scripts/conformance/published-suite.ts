import { spawn } from 'node:child_process';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { HttpHarness } from './http-harness.ts';
import type { ServerCommand } from './sdk-clients.ts';
import type { CheckResult } from './verdict.ts';

/** The suite, and the Node that it needs. */
export const SUITE_PACKAGES = ['@modelcontextprotocol/conformance@0.1.16', 'node@22.23.3'];

interface SuiteCheck {
  id: string;
  status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'INFO' | 'SKIPPED';
  errorMessage?: string;
}

/** Runs the published suite's scenarios for servers; one result per check. Installed in `folder`. */
export async function runPublishedSuite(folder: string, server: ServerCommand): Promise<CheckResult[]> {
  const output = join(folder, 'results');
  await mkdir(output);
  const harness = await HttpHarness.start(server);
  try {
    const script = join(folder, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');
    const node = join(folder, 'node_modules/node/bin/node');
    // It fails if any check does; the checks tell more.
    await run(node, [script, 'server', '--url', harness.url, '--suite', 'all', '--output-dir', output]);
  } finally {
    await harness.close();
  }
  const results: CheckResult[] = [];
  for (const scenario of (await readdir(output)).sort()) {
    const checks = JSON.parse(await readFile(join(output, scenario, 'checks.json'), 'utf8')) as SuiteCheck[];
    for (const { id, status, errorMessage = '' } of checks) {
      if (status === 'INFO' || status === 'SKIPPED') continue;
      results.push({ name: `suite: ${id}`, passed: status === 'SUCCESS', detail: errorMessage.slice(0, 200) });
    }
  }
  return results;
}

function run(command: string, args: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    spawn(command, args, { stdio: 'ignore' })
      .on('error', reject)
      .on('close', () => resolve());
  });
}
