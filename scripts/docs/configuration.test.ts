import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { writeRules } from '../../shared/writing/places/path-guard.ts';
import { ROOT } from '../setup.mjs';
import { blocksOf, textOf } from './pages.ts';

const VARIABLE = /\bVAULT_LOOM_[A-Z_]+[A-Z]\b/gu;

/** What the program tells a process of its own, and no person sets. */
const INTERNAL = 'VAULT_LOOM_TO_TRASH';

/** The product's code, without tests. */
function sources(): string[] {
  return execFileSync('git', ['ls-files', 'shared/*.ts', 'bridge/*.ts', 'plugin/*.ts'], { cwd: ROOT, encoding: 'utf8' })
    .split('\n')
    .filter((path) => path !== '' && !/\.test\.ts$|test-support|test-kit/u.test(path));
}

describe('the page about configuration', () => {
  it('has every variable that the program reads, and no other', () => {
    const read = new Set(sources().flatMap((path) => readFileSync(join(ROOT, path), 'utf8').match(VARIABLE) ?? []));
    read.delete(INTERNAL);
    const table = textOf('docs/configuration.md')
      .split('\n')
      .filter((line) => line.startsWith('| `VAULT'));
    const named = new Set(table.flatMap((row) => row.match(VARIABLE) ?? []));
    expect([...named].sort()).toEqual([...read].sort());
  });

  it('has an example that the server takes', () => {
    const [example] = blocksOf('docs/configuration.md', 'json');
    const env = JSON.parse(example?.text ?? '') as Record<string, string>;
    expect(Object.keys(env)).toContain('VAULT_PATH');
    expect(writeRules(env, { configDir: null }).folders).toEqual(['Inbox', 'Journal']);
  });
});
