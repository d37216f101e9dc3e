import { mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureChromium } from './chromium.mjs';
import { ensureBuilt, ensureInstalled, requireNode, runTool } from './setup.mjs';

requireNode();
if (!(await ensureInstalled())) {
  console.log('0 passed, 1 failed');
  process.exit(1);
}

/** They need nothing of one another, and each keeps only one core busy: they run at the same time. */
const CHECKS = [
  ['build', (options) => ensureBuilt(options)],
  ['type-check', (options) => exitsWell('tsc', ['--noEmit'], options)],
  ['lint', (options) => exitsWell('eslint', ['--max-warnings', '0', '.'], options)],
  ['format', (options) => exitsWell('biome', ['format', '.'], options)],
];
const TESTS = [
  ['unit tests', () => vitest('run')],
  ['tests in the browser', browserTests],
];

/** Every step runs, also after one that failed, so that one run shows all there is to repair. */
const total = { passed: 0, failed: 0, skipped: 0 };
const checks = CHECKS.map(([name, check]) => [name, withOutput(check)]);
for (const [name, checked] of checks) {
  console.log(`\n── ${name}`);
  const { succeeded, output } = await checked;
  process.stdout.write(output);
  add(name, { passed: succeeded ? 1 : 0, failed: succeeded ? 0 : 1, skipped: 0 });
}
for (const [name, test] of TESTS) {
  console.log(`\n── ${name}`);
  add(name, await test());
}
const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : '';
console.log(`\n${total.passed} passed, ${total.failed} failed${skipped}`);
process.exitCode = total.failed > 0 ? 1 : 0;

function add(name, counts) {
  for (const key of Object.keys(total)) total[key] += counts[key];
  if (counts.failed > 0) console.log(`── ${name}: failed`);
}

/** Runs a check with its output kept, so that it does not mix with that of the others. */
async function withOutput(check) {
  const folder = await mkdtemp(join(tmpdir(), 'vault-loom-check-'));
  const file = join(folder, 'output');
  const log = await open(file, 'w');
  try {
    const succeeded = await check({ stdio: ['ignore', log.fd, log.fd] });
    return { succeeded, output: await readFile(file, 'utf8') };
  } finally {
    await log.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function exitsWell(tool, args, options) {
  return (await runTool(tool, args, options)) === 0;
}

async function browserTests() {
  if ((await ensureChromium()) === null) return { passed: 0, failed: 1, skipped: 0 };
  return vitest('run', '--config', join('e2e', 'vitest.config.mjs'));
}

async function vitest(...args) {
  const folder = await mkdtemp(join(tmpdir(), 'vault-loom-tests-'));
  try {
    const report = join(folder, 'vitest.json');
    const code = await runTool('vitest', [
      ...args,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ]);
    return vitestCounts(await readFile(report, 'utf8').catch(() => null), code);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function vitestCounts(json, exitCode) {
  if (json === null) return { passed: 0, failed: 1, skipped: 0 };
  const report = JSON.parse(json);
  const brokenFiles = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  ).length;
  const failed = report.numFailedTests + brokenFiles;
  return {
    passed: report.numPassedTests,
    // An error outside any test shows only in the exit code.
    failed: failed === 0 && exitCode !== 0 ? 1 : failed,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}
