import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { SourceMap } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import commonjs from '@rollup/plugin-commonjs';
import { nodeResolve } from '@rollup/plugin-node-resolve';
import { rollup } from 'rollup';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { spawnNodeWorker } from '../shared/kit/concurrency/node-worker.ts';
import { asciiAlone } from './chunks/ascii-alone.mjs';
import { denseChunks } from './chunks/dense-chunks.mjs';
import { atMost, fitForTheApp } from './chunks/fit-for-the-app.mjs';
import { inPieces } from './chunks/in-pieces.mjs';
import { notices } from './chunks/notices.mjs';
import { textsInComments } from './texts/text-in-comment.mjs';
import { workerSource } from './workers/worker-source.mjs';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vault-loom-build-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

/** Bundles files like the plugin; returns the code. */
async function bundle(files: Record<string, string>, options: { minify?: boolean } = {}): Promise<string> {
  return (await bundleWithMap(files, options)).code;
}

async function bundleWithMap(
  files: Record<string, string>,
  { minify = false } = {},
): Promise<{ code: string; map: string }> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  const plugins = [
    workerSource({ minify }),
    nodeResolve(),
    commonjs(),
    denseChunks({ target: 'es2022' }),
    asciiAlone(),
    fitForTheApp(),
    atMost(0.1),
    textsInComments(),
    inPieces({ name: 'plugin:test', mostAtOnce: 10_000, footer: notices }),
  ];
  const build = await rollup({ input: join(folder, 'main.js'), external: [/^node:/], plugins });
  const { output } = await build.generate({
    format: 'cjs',
    exports: 'named',
    dynamicImportInCjs: false,
    dir: folder,
    entryFileNames: 'main.js',
    chunkFileNames: '[name].js',
    sourcemap: true,
  });
  await build.close();
  const textOf = (name: string): string => {
    const file = output.find(({ fileName }) => fileName === name);
    return file?.type === 'asset' ? String(file.source) : '';
  };
  return { code: textOf('main.js'), map: textOf('main.js.map') };
}

/** Runs a bundle as the app does. */
function load(code: string): Record<string, unknown> {
  const module = { exports: {} };
  new Function('require', 'module', 'exports', code)(() => ({}), module, module.exports);
  return module.exports;
}

describe('a bundle', () => {
  it('evaluates what is imported dynamically on demand', async () => {
    const exports = load(
      await bundle({
        'main.js': "export const log = []; export const more = async () => (await import('./late.js')).late;",
        'late.js': "import { log } from './main.js'; log.push('late'); export const late = 1;",
      }),
    );
    expect(exports.log).toEqual([]);
    expect(await (exports.more as () => Promise<number>)()).toBe(1);
    expect(exports.log).toEqual(['late']);
  });

  it('parses what is imported dynamically on demand, as it was written', async () => {
    const code = await bundle({
      'main.js': "export const late = () => import('./late.js'); export const text = 'soon';",
      'late.js':
        "export const stars = [/a*/.test('/*'), '/* not a comment */'.length]; export const \u0065vident = `*/`;",
    });
    const lateAt = code.indexOf('stars');
    expect(code.lastIndexOf('/*', lateAt)).toBeGreaterThan(code.lastIndexOf('*/', lateAt));
    expect(await (load(code).late as () => Promise<unknown>)()).toEqual({ stars: [true, 19], evident: '*/' });
    const damaged = load(code.replace('stars', 'stars stars'));
    expect(damaged.text).toBe('soon');
    for (const _time of [1, 2]) await expect((damaged.late as () => Promise<unknown>)()).rejects.toThrow(SyntaxError);
  });

  it('gives a part that failed another chance', async () => {
    const exports = load(
      await bundle({
        'main.js': "export const more = () => import('./late.js'); export const state = { ready: false };",
        'late.js':
          "import { state } from './main.js'; if (!state.ready) throw new Error('too early'); export const late = 1;",
      }),
    );
    const more = exports.more as () => Promise<unknown>;
    await expect(more()).rejects.toThrow('too early');
    (exports.state as { ready: boolean }).ready = true;
    expect(await more()).toMatchObject({ late: 1 });
  });

  it('has stack traces that name the line of the file, and a source map for it', async () => {
    const late =
      "export const first = 1; // a comment\n\nexport function fail() {\n  throw new Error('failed late');\n}\n";
    const { code, map } = await bundleWithMap({
      'main.js': "export const fail = async () => (await import('./late.js')).fail();",
      'late.js': late,
    });
    const error = await (load(code).fail as () => Promise<unknown>)().catch((thrown: unknown) => thrown as Error);
    const [, line, column] = /plugin:test\/late\.js:(\d+):(\d+)/.exec((error as Error).stack ?? '') ?? [];
    expect(code.split('\n')[Number(line) - 1]?.slice(Number(column) - 1)).toMatch(/^new Error\("failed late"\)/);
    const entry = new SourceMap(JSON.parse(map)).findEntry(Number(line) - 1, Number(column) - 1);
    expect(entry).toMatchObject({ originalSource: 'late.js', originalLine: 3, originalColumn: 8 });
  });

  it('is pure ASCII, and means the same', async () => {
    const code = await bundle({
      'main.js':
        "export const text = 'naïve 🐌'; export const find = () => [...'a–b 🐌 ¹'.matchAll(/[–¹]|🐌/gu)].map(String); // a – comment\nexport function f() { /* – */ return `é${text}`; }",
    });
    expect(/^[\t\n\x20-\x7e]*$/.test(code)).toBe(true);
    const exports = load(code);
    expect(exports.text).toBe('naïve 🐌');
    expect((exports.find as () => string[])()).toEqual(['–', '🐌', '¹']);
    expect((exports.f as () => string)()).toBe('énaïve 🐌');
  });

  it('can be built in any folder on any day, with the same bytes', async () => {
    const files = {
      'main.js':
        "import read from 'packed-worker:./worker.js'; export { read }; export const more = () => import('./late.js');",
      'late.js': "export { one as late } from 'one';",
      'worker.js': "import { one } from 'one'; self.onmessage = () => self.postMessage(one);",
      'node_modules/one/package.json': JSON.stringify({
        name: 'one',
        version: '1.2.3',
        license: 'ISC',
        main: 'index.js',
      }),
      'node_modules/one/index.js': 'exports.one = 1;',
    };
    const first = await bundle(files, { minify: true });
    const firstFolder = folder;
    folder = await mkdtemp(join(tmpdir(), 'another folder, of another length-'));
    vi.useFakeTimers({ now: new Date('2031-05-06'), toFake: ['Date'] });
    try {
      expect(await bundle(files, { minify: true })).toBe(first);
      for (const path of [folder, firstFolder]) expect(first).not.toContain(path);
    } finally {
      vi.useRealTimers();
      await rm(firstFolder, { recursive: true, force: true });
    }
  });

  it.each([
    ['__dirname', 'export const here = __dirname;'],
    ['import.meta', 'export const here = import.meta;'],
    ['worker_threads', "import { Worker } from 'node:worker_threads'; export { Worker };"],
    ['worker_threads', "export const threads = () => import('node:worker_threads');"],
  ])('that needs %s is refused, since the app has none', async (name, code) => {
    await expect(bundle({ 'main.js': code })).rejects.toThrow(name);
  });

  it('that is too large is refused', async () => {
    await expect(bundle({ 'main.js': `export const text = '${'long '.repeat(25_000)}';` })).rejects.toThrow(
      'more than 0.1 MB',
    );
  });

  it('that is too large to parse at once is refused', async () => {
    const files = { 'late.js': `export const text = '${'long '.repeat(3_000)}';` };
    await bundle({ ...files, 'main.js': "export const late = () => import('./late.js');" });
    await expect(bundle({ ...files, 'main.js': "export * from './late.js';" })).rejects.toThrow('more than 10000');
  });

  it('may name in a string what the app lacks', async () => {
    expect(load(await bundle({ 'main.js': "export const name = '__dirname';" }))).toMatchObject({ name: '__dirname' });
  });
});

describe('a program in pieces', () => {
  it('runs in Node, knows where it is, and lets its code be compiled by another', async () => {
    const script = join(folder, 'program.mjs');
    await writeFile(
      join(folder, 'main.js'),
      `import { basename } from 'node:path';
      console.log(basename(import.meta.url), typeof import.meta.other, /^[0-9a-f]{16}$/.test(import.meta.pieces.id));
      void import('./late.js').then(({ late }) => console.log(late));
      import.meta.pieces.evaluate = ({ name, code, line }) => {
        console.log(name, line + code.split('\\n').findIndex((text) => text.includes('soon')));
        return (0, eval)(code.replace('soon', 'now'));
      };`,
    );
    await writeFile(join(folder, 'late.js'), "export const late = 'soon';");
    const build = await rollup({ input: join(folder, 'main.js'), external: [/^node:/] });
    const plugins = [
      denseChunks({ target: 'node20' }),
      inPieces({ name: 'test', mostAtOnce: 10_000, footer: () => '', program: true }),
    ];
    await build.write({
      format: 'cjs',
      exports: 'named',
      dynamicImportInCjs: false,
      dir: folder,
      entryFileNames: 'program.mjs',
      chunkFileNames: '[name].js',
      sourcemap: true,
      plugins,
    });
    await build.close();
    const { stdout } = await promisify(execFile)(process.execPath, [script]);
    const line = (await readFile(script, 'utf8'))
      .split('\n')
      .findIndex((text) => /late *=/.test(text) && text.includes('soon'));
    expect(stdout.split('\n')).toEqual(['program.mjs undefined true', `test/late.js ${line}`, 'now', '']);
  });

  it('compiles and evaluates each piece once', async () => {
    const exports = load(
      await bundle({
        'main.js': "export const more = async () => { await import('./late.js'); return import('./late.js'); };",
        'late.js': 'globalThis.lateRuns = (globalThis.lateRuns ?? 0) + 1; export const late = 1;',
      }),
    );
    const compiled = vi.spyOn(globalThis, 'Function');
    await (exports.more as () => Promise<unknown>)();
    expect(compiled).toHaveBeenCalledTimes(1);
    compiled.mockRestore();
    expect((globalThis as { lateRuns?: number }).lateRuns).toBe(1);
  });
});

describe('the notices in a bundle', () => {
  const packageFiles = (name: string, fields: object, licence?: string): Record<string, string> => ({
    [`node_modules/${name}/package.json`]: JSON.stringify({
      name,
      version: '1.2.3',
      main: 'index.js',
      type: 'module',
      ...fields,
    }),
    [`node_modules/${name}/index.js`]: `export const ${name} = '${name}';`,
    ...(licence === undefined ? {} : { [`node_modules/${name}/LICENSE.md`]: licence }),
  });

  it('name each package in it, with the text of each licence once', async () => {
    const code = await bundle({
      ...packageFiles('one', { license: 'MIT', author: 'Zoë Ö.' }, 'Copyright © 2020 Zoë Ö.\n\nDo as you like.'),
      ...packageFiles(
        'two',
        { license: 'MIT', author: { name: 'Zoë Ö.' } },
        'Copyright © 2020 Zoë Ö.\r\n\r\nDo as you like.\n',
      ),
      ...packageFiles('three', { license: 'ISC' }),
      ...packageFiles('unused', { license: 'ISC' }, 'Not in it.'),
      'main.js':
        "import { one } from 'one'; import { two } from 'two'; import { three } from 'three'; import 'unused'; export default [one, two, three];",
    });
    expect(code).toContain(
      'one 1.2.3, MIT (Zoe O.)\ntwo 1.2.3, MIT (Zoe O.)\n\nCopyright (c) 2020 Zoe O.\n\nDo as you like.',
    );
    expect(code).toContain('three 1.2.3, ISC (three)\n\nLicence: ISC');
    expect(code).not.toContain('unused');
    expect(load(code).default).toEqual(['one', 'two', 'three']);
  });

  it('include packages in a worker', async () => {
    const code = await bundle({
      ...packageFiles('one', { license: 'MIT' }, 'Do as you like.'),
      'worker.js': "import { one } from 'one'; self.onmessage = () => self.postMessage(one);",
      'main.js': "import read from 'packed-worker:./worker.js'; export { read };",
    });
    expect(code).toContain('one 1.2.3, MIT (one)\n\nDo as you like.');
  });

  it('fail for a package without a licence', async () => {
    const files = { ...packageFiles('one', {}), 'main.js': "export { one } from 'one';" };
    await expect(bundle(files)).rejects.toThrow('The package one does not say which licence it has.');
  });
});

describe('a packed worker', () => {
  const files = {
    'worker.js':
      'const hidden = typeof process; self.onmessage = ({ data }) => self.postMessage(`${data} */ é ${hidden}`);',
    'main.js': "import read from 'packed-worker:./worker.js'; export { read };",
  };
  const readerOf = async (): Promise<() => string> => load(await bundle(files)).read as () => string;

  it('unpacks itself, and answers earlier messages', async () => {
    const worker = spawnNodeWorker((await readerOf())(), 'packed');
    const answers: unknown[] = [];
    const both = new Promise<void>((resolve, reject) => {
      worker.onError(reject);
      worker.onMessage((message) => {
        if (answers.push(message) === 2) resolve();
      });
    });
    worker.postMessage(1);
    worker.postMessage(2);
    await both;
    await worker.terminate();
    expect(answers).toEqual(['1 */ é undefined', '2 */ é undefined']);
  });

  it('fails if it is damaged', async () => {
    const damaged = (await readerOf())().replace(/"[\w+/=]+"/, (literal) => `"${literal.slice(1, 40)}"`);
    const worker = spawnNodeWorker(damaged, 'packed');
    const error = await new Promise<Error>((resolve) => {
      worker.onError(resolve);
    });
    expect(error).toBeInstanceOf(Error);
  });
});
