import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureChromium } from './chromium.mjs';
import { ensureBuilt, ensureInstalled, requireNode, runTool } from './setup.mjs';

requireNode();
if (!(await ensureInstalled())) {
  console.log('0 passed, 1 failed');
  process.exit(1);
}

/** Every step runs, also after one that failed, so that one run shows all there is to repair. */
const STEPS = [
  ['build', () => wholeStep(ensureBuilt())],
  ['type-check', () => wholeStep(exitsWell('tsc', ['--noEmit']))],
  ['lint', () => wholeStep(exitsWell('eslint', ['--max-warnings', '0', '.']))],
  ['format', () => wholeStep(exitsWell('biome', ['format', '.']))],
  ['unit tests', () => vitest('run')],
  ['tests in the browser', browserTests],
];

const total = { passed: 0, failed: 0, skipped: 0 };
for (const [name, step] of STEPS) {
  console.log(`\n── ${name}`);
  const counts = await step();
  for (const key of Object.keys(total)) total[key] += counts[key];
  if (counts.failed > 0) console.log(`── ${name}: failed`);
}
const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : '';
console.log(`\n${total.passed} passed, ${total.failed} failed${skipped}`);
process.exitCode = total.failed > 0 ? 1 : 0;

async function wholeStep(succeeded) {
  const ok = await succeeded;
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 };
}

async function exitsWell(tool, args) {
  return (await runTool(tool, args)) === 0;
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
