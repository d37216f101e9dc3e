import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from '../../setup.mjs';
import { blocksOf, textOf } from '../pages.ts';
import { EXAMPLES, IN_WORDS } from './additions.ts';
import { copyRepository, type RepositoryCopy } from './repository-copy.ts';

const PAGE = 'docs/how-to.md';
const CLI = 'dist/bridge/cli.mjs';
const PATIENCE_MS = 400_000;

/** The examples by heading: a block that has to do with two places is two. */
function examples(): { of: string; code: string }[] {
  const headings = [...textOf(PAGE).matchAll(/^## (.+)$/gmu)].map(([, heading = '']) => heading);
  return headings.flatMap((of) =>
    blocksOf(PAGE, 'ts', of).flatMap(({ text }) => text.split(/\n(?=\nfunction )/u).map((code) => ({ of, code }))),
  );
}

describe('the additions of the page about adding things', () => {
  let copy: RepositoryCopy;
  let env: Record<string, string>;
  beforeAll(async () => {
    copy = await copyRepository();
    const found = examples();
    expect(found.map(({ of }) => of)).toEqual(EXAMPLES.map(({ of }) => of));
    for (const { code, ...addition } of IN_WORDS) await copy.add(addition, code);
    for (const [i, { within, ...addition }] of EXAMPLES.entries()) {
      const code = found[i]?.code ?? '';
      await copy.add(addition, within === undefined ? code : within(code));
    }
    const toggles = /`(statusBar\.toggle\([^`]+\))`/u.exec(textOf(PAGE))?.[1];
    await copy.add({ file: 'plugin/main.ts', place: { after: '    await store.load();' } }, `    ${toggles};`);
    const build = [
      "const { bundleForNode } = await import('./build/quick/bundle-for-node.ts');",
      "const { bundleForApp } = await import('./build/quick/bundle-for-app.ts');",
      "const { cpSync, mkdirSync } = await import('node:fs');",
      "mkdirSync('dist/plugin', { recursive: true });",
      "cpSync('manifest.json', 'dist/plugin/manifest.json');",
      "await bundleForApp('dist/plugin/main.js');",
      "cpSync(await bundleForNode('bridge/cli.ts'), 'dist/bridge/cli.mjs');",
    ];
    await copy.run(['--import', 'tsx', '--input-type=module', '-e', build.join('\n')]);
    env = {
      HOME: join(copy.folder, 'home'),
      VAULT_PATH: join(copy.folder, 'e2e', 'vault'),
      VAULT_LOOM_EMBEDDER: 'none',
      VAULT_LOOM_DATA_DIR: join(copy.folder, 'data'),
    };
  }, PATIENCE_MS);
  afterAll(() => copy.remove());

  it(
    'are right for the type checker',
    async () => {
      // What the additions touch, with all that it imports; the rest of the repository is none of this test's business.
      const files = [...new Set([...EXAMPLES, ...IN_WORDS].map(({ file }) => file))];
      const config = {
        extends: './tsconfig.json',
        include: ['**/*.d.ts', '**/*.d.mts'],
        files: [...files, 'bridge/cli.ts', 'plugin/main.ts'],
      };
      await writeFile(join(copy.folder, 'tsconfig.how-to.json'), JSON.stringify(config));
      await copy.run(['node_modules/typescript-7/bin/tsc', '-p', 'tsconfig.how-to.json']);
    },
    PATIENCE_MS,
  );

  it.each([
    [`node dist/bridge/cli.mjs call count_notes '{"directory": "Journal"}'`, /^\{\s*"total": \d+\s*\}/u],
    ['node dist/bridge/cli.mjs count', /^\d+ notes\n$/u],
  ])(
    'are run by %s',
    async (line, printed) => {
      expect(textOf(PAGE)).toContain(`\`${line}\``);
      const [, ...words] = [...line.matchAll(/'([^']*)'|\S+/gu)].map(([word, quoted]) => quoted ?? word);
      expect(await copy.run(words, env)).toMatch(printed);
    },
    PATIENCE_MS,
  );

  it(
    'have a provider that is chosen in the environment',
    async () => {
      const chosen = { ...env, VAULT_LOOM_EMBEDDER: 'letters' };
      await copy.run([CLI, 'status', '--wait'], chosen);
      const printed = await copy.run([CLI, 'search', 'brazing', '--mode', 'semantic', '--json'], chosen);
      const { data } = JSON.parse(printed) as { data: unknown[] };
      expect(data).not.toEqual([]);
    },
    PATIENCE_MS,
  );

  it(
    'have tests that pass, with the plugin that is built of them',
    async () => {
      const tests = EXAMPLES.map(({ file }) => file).filter((file) => file.endsWith('.test.ts'));
      await copy.run(['node_modules/vitest/vitest.mjs', 'run', ...tests], env);
    },
    PATIENCE_MS,
  );
});

describe('what the page says of files', () => {
  it('is true of those that are there', async () => {
    const code = [...textOf(PAGE).matchAll(/`((?:shared|plugin|bridge|e2e|build)\/[\w./{},-]+)`/gu)];
    const paths = code.flatMap(([, path = '']) => inBraces(path));
    const added = new Set(
      [...EXAMPLES, ...IN_WORDS].flatMap(({ file, place }) => (place === 'new file' ? [file] : [])),
    );
    expect(paths.length).toBeGreaterThan(20);
    for (const path of paths) if (!added.has(path) && path !== 'plugin/views/count') await readOrList(path);
  });
});

/** The paths that one with braces stands for. */
function inBraces(path: string): string[] {
  const [whole = '', inner = ''] = /\{([^}]*)\}/u.exec(path) ?? [];
  return whole === '' ? [path] : inner.split(',').flatMap((name) => inBraces(path.replace(whole, name)));
}

async function readOrList(path: string): Promise<void> {
  await readFile(join(ROOT, path)).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'EISDIR')) throw error;
  });
}
