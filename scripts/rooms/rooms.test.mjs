import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Linter } from 'eslint';
import tseslint from 'typescript-eslint';
import { describe, expect, it } from 'vitest';
import { arrows, pathNamed } from './arrows.mjs';
import { circlesOf, importsOf } from './circles.mjs';
import { problemOfImport, problemOfPlace, roomOf, ROOMS } from './table.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The code of the repository, with files that are not committed yet. */
const CODE = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.mts', '*.mjs'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '' && !file.startsWith('e2e/vault/') && existsSync(join(ROOT, file)));

describe('the table of rooms', () => {
  it('names rooms that there are', () => {
    const empty = Object.keys(ROOMS).filter((room) => !CODE.some((file) => file.startsWith(room.replace('*', ''))));
    const unknown = Object.values(ROOMS)
      .flat()
      .filter((room) => !(room in ROOMS));
    expect({ empty, unknown }).toEqual({ empty: [], unknown: [] });
  });

  it('has no arrow upward: no room leads to itself', () => {
    expect(circlesOf(new Map(Object.entries(ROOMS)))).toEqual([]);
  });

  it('gives every file a room', () => {
    expect(CODE.flatMap((file) => problemOfPlace(file) ?? [])).toEqual([]);
    expect(problemOfPlace('bridge/other/cli.ts')).toContain('no room');
  });

  it('tells the files right in a folder from those further down', () => {
    expect(roomOf('e2e/stand-in/app/boot.ts')).toBe('e2e/stand-in/app/*');
    expect(roomOf('e2e/stand-in/app/ui/modal.ts')).toBe('e2e/stand-in/app/ui');
    expect(roomOf('e2e/stand-in/app/other/modal.ts')).toBeNull();
  });

  it('keeps what runs in tests alone out of the rest, and lets it import anything', () => {
    expect(problemOfImport('shared/kit/slices.ts', 'shared/kit/slices.test.ts')).toContain('by tests alone');
    expect(problemOfImport('bridge/cli.ts', 'shared/tools/test-support/writing-bench.ts')).toContain('by tests alone');
    expect(problemOfImport('shared/kit/slices.test.ts', 'shared/engine/engine.ts')).toBeNull();
    expect(problemOfImport('bench/soak/fuzz/case.ts', 'shared/edit/edit-test-kit.ts')).toBeNull();
    expect(problemOfImport('bench/soak/kills.ts', 'shared/edit/edit-test-kit.ts')).toContain('by tests alone');
  });
});

describe('the rule for arrows', () => {
  const linter = new Linter({ cwd: ROOT });
  const config = {
    files: ['**/*.ts'],
    languageOptions: { parser: tseslint.parser },
    plugins: { rooms: { rules: { arrows } } },
    rules: { 'rooms/arrows': 'error' },
  };
  const said = (file, code) => linter.verify(code, config, join(ROOT, file)).map(({ message }) => message);

  it.each([
    "import { Engine } from '../engine/engine.ts';",
    "import type { Engine } from '../engine/engine.ts';",
    "import { type Engine } from '../engine/engine.ts';",
    "import '../engine/engine.ts';",
    "export { Engine } from '../engine/engine.ts';",
    "export * from '../engine/engine.ts';",
    "const engine = await import('../engine/engine.ts');",
    "let engine: import('../engine/engine.ts').Engine;",
    "import code from 'worker-source:../engine/engine.ts';",
  ])('sees %s', (code) => {
    expect(said('shared/graph/link-graph.ts', code)).toEqual([
      expect.stringContaining('shared/graph may not import shared/engine'),
    ]);
    expect(said('shared/tools/tool.ts', code)).toEqual([]);
  });

  it('sees packages that belong to another half', () => {
    expect(said('shared/tools/tool.ts', "import type { App } from 'obsidian';")).toEqual([
      expect.stringContaining('may import obsidian'),
    ]);
    expect(said('plugin/live/live-parts.ts', "import type { App } from 'obsidian';")).toEqual([]);
  });

  it('keeps the halves apart', () => {
    expect(said('bridge/cli.ts', "import '../plugin/main.ts';")).toHaveLength(1);
    expect(said('plugin/main.ts', "await import('../bridge/cli.ts');")).toHaveLength(1);
  });
});

describe('circles of files', () => {
  it('are found, through types and workers, too', () => {
    const texts = {
      'a/one.ts': "import type { Two } from './two.ts';",
      'a/two.ts': "import code from 'worker-source:./three.ts';",
      'a/three.ts': "await import('./one.ts');",
      'a/four.ts': "import './one.ts';",
    };
    expect(circlesOf(new Map(Object.entries(texts).map(([file, text]) => [file, importsOf(file, text)])))).toEqual([
      ['a/one.ts', 'a/three.ts', 'a/two.ts'],
    ]);
    expect(pathNamed('a/one.ts', 'node:fs')).toBeNull();
  });

  it('are nowhere', () => {
    expect(
      circlesOf(new Map(CODE.map((file) => [file, importsOf(file, readFileSync(join(ROOT, file), 'utf8'))]))),
    ).toEqual([]);
  });
});
