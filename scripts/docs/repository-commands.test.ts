import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../setup.mjs';
import { blocksOf, inlineCodeOf, pages } from './pages.ts';

/** How a command of the repository says that it is used. */
const USAGE: Readonly<Record<string, string>> = {
  bench: readFileSync(join(ROOT, 'bench/main.ts'), 'utf8'),
  soak: execFileSync(process.execPath, ['--import', 'tsx', 'bench/soak.ts', '--help'], { cwd: ROOT, encoding: 'utf8' }),
  sandbox: readFileSync(join(ROOT, 'e2e/start-sandbox.mjs'), 'utf8'),
  release: readFileSync(join(ROOT, 'scripts/release/main.ts'), 'utf8'),
};
/** What npm does itself. */
const NPM_ITSELF = new Set(['ci', 'install', 'publish', 'version']);

/**
 * Lines of the pages that are for people with a copy of the repository. None is run here: they take minutes, or a
 * network.
 */
const lines = pages().flatMap((page) => {
  const inBlocks = blocksOf(page).flatMap(({ language, text }) =>
    ['', 'sh'].includes(language) ? text.split('\n') : [],
  );
  return [...inBlocks, ...inlineCodeOf(page)]
    .filter((line) => /^(?:npm|npx) /u.test(line))
    .map((line) => ({ page, line: line.replace(/\s{2,}.*$|\s+#.*$/u, '') }));
});

describe('the commands for the repository', () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: object };

  it('name scripts and files that are there, with flags and parts that they take', () => {
    const wrong = lines.flatMap(({ page, line }) => {
      const problem = problemOf(line, scripts);
      return problem === null ? [] : [`${page}: ${line}: ${problem}`];
    });
    expect(wrong).toEqual([]);
    expect(lines.length).toBeGreaterThan(40);
  });

  it('are reported if they name what is not there', () => {
    expect(problemOf('npm run absent', scripts)).toBe('no such script');
    expect(problemOf('npm run bench -- --absent', scripts)).toBe('no such flag: --absent');
    expect(problemOf('npm run soak -- --only kills,absent', scripts)).toBe('no such part: absent');
    expect(problemOf('npx tsx bench/absent.ts', scripts)).toBe('no such file');
  });
});

function problemOf(line: string, scripts: object): string | null {
  const [program, first = '', second = '', ...rest] = line.split(/\s+/u);
  if (program === 'npx') {
    if (first === 'tsx') return existsSync(join(ROOT, second)) ? null : 'no such file';
    if (first === 'vitest') return existsSync(join(ROOT, rest[0] ?? '')) ? null : 'no such file';
    return ['-y', 'vault-loom'].includes(first) ? null : 'no such program';
  }
  if (NPM_ITSELF.has(first)) return null;
  const name = first === 'run' ? second : first;
  if (!Object.hasOwn(scripts, name)) return 'no such script';
  return flagsProblem(name, first === 'run' ? rest : [second, ...rest]);
}

function flagsProblem(name: string, words: readonly string[]): string | null {
  const usage = USAGE[name];
  if (usage === undefined) return null;
  const flags = words.flatMap((word) => /--[a-z][\w-]*/u.exec(word)?.[0] ?? []);
  const unknown = flags.find((flag) => !new RegExp(`${flag}\\b`, 'u').test(usage));
  if (unknown !== undefined) return `no such flag: ${unknown}`;
  const parts = words[words.findIndex((word) => word.endsWith('--only')) + 1];
  if (!words.some((word) => word.endsWith('--only')) || parts === undefined) return null;
  const known = /--only ([\w|,-]+)\]/u.exec(usage)?.[1]?.split(/[|,]/u) ?? [];
  const stranger = parts
    .replace(/\]$/u, '')
    .split(',')
    .find((part) => !known.includes(part));
  return stranger === undefined ? null : `no such part: ${stranger}`;
}
