import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { QueryVault } from '../dql-test-kit.ts';

/**
 * Attacks on the stand-in for the query plugin, which loads, resolves and searches in the same places as the plugin.
 */

const HIDING = '.vaultloomignore';
let vault: QueryVault;
let web: Server;
let address: string;
const requests: (string | undefined)[] = [];

beforeAll(async () => {
  web = createServer((request, response) => {
    requests.push(request.url);
    response.end('a,b\n1,2\n');
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => web.once('listening', resolve));
  address = `127.0.0.1:${String((web.address() as AddressInfo).port)}`;
  vault = await QueryVault.of(
    {
      [HIDING]: 'Private/\nsecret.csv\n/Plan.md\n',
      '.obsidian/x.csv': 'a\nconfig\n',
      'Open.md':
        '---\nup: [[Diary]]\nraw: ^(a+)+$\n---\nSee [[Diary]], [[Other]], [[Plan]], [[Private/Gone]]. #shared\n',
      'Other.md': 'See [[Open]]. #shared\n',
      'Plan.md': 'See [[Other]]. #hiddenonly\n',
      'Private/Diary.md': '---\nmood: low\n---\nSee [[Open]], [[Stub]]. #shared #hiddenonly\n',
      'Private/x.csv': 'a\nhidden\n',
      'secret.csv': 'a\nhidden\n',
      'data.csv': 'a,b\n1,2\n3,4\n',
      'sub/in.csv': 'a\n5\n',
      'sub/Note.md': 'Nothing.\n',
      'twins/Plan.md': 'A visible one.\n',
    },
    async (root) => {
      await writeFile(join(root, '..', 'outside.csv'), 'a\noutside\n');
      await symlink(join(root, '..', 'outside.csv'), join(root, 'out.csv'));
      await symlink(join(root, 'Private', 'x.csv'), join(root, 'alias.csv'));
    },
  );
  // Loaded earlier, for example by a block in a note.
  for (const path of ['../outside.csv', 'Private/x.csv', `http://${address}/known.csv`])
    await vault.api.index.csv.get(path);
  requests.length = 0;
});

afterAll(async () => {
  web.close();
  await vault.remove();
});

const from = (path: string): string => `LIST FROM csv("${path.replace('HOST', address).replaceAll('\\', '\\\\')}")`;

describe('a query does not load', () => {
  it.each([
    ['path_not_allowed', 'http://HOST/x.csv'],
    ['path_not_allowed', 'http://HOST/known.csv'],
    ['path_not_allowed', 'http://HOST/?secret=1'],
    ['path_not_allowed', 'HTTP://HOST/x.csv'],
    ['path_not_allowed', ' https://HOST/x.csv'],
    ['path_not_allowed', '//HOST/x.csv'],
    ['path_not_allowed', '\\\\HOST\\x.csv'],
    ['path_not_allowed', 'file:///etc/x.csv'],
    ['path_not_allowed', 'C:/x.csv'],
    ['path_outside_vault', '../outside.csv'],
    ['path_outside_vault', 'sub/../../outside.csv'],
    ['path_outside_vault', '..\\outside.csv'],
    ['path_outside_vault', '/etc/x.csv'],
    ['path_outside_vault', 'out.csv'],
    ['path_not_allowed', 'alias.csv'],
    ['path_not_allowed', './data.csv'],
    ['path_not_allowed', 'Private/x.csv'],
    ['path_not_allowed', 'private/x.csv'],
    ['path_not_allowed', 'Private/none.csv'],
    ['path_not_allowed', 'secret.csv'],
    ['path_not_allowed', '.obsidian/x.csv'],
    ['path_not_allowed', '.trash/none.csv'],
    ['dql_error', '%2e%2e/outside.csv'],
    ['dql_error', 'none.csv'],
  ])('%s: csv("%s")', async (code, path) => {
    await expect(vault.ask(from(path))).rejects.toMatchObject({
      code,
      message: expect.stringContaining(path.replace('HOST', address)) as unknown,
      hint: expect.stringContaining('csv(') as unknown,
    });
    expect(requests).toEqual([]);
  });

  it.each([
    'csv("data.csv") or csv("secret.csv")',
    '#shared or csv("http://HOST/x.csv")',
    'csv("http://HOST/x.csv") and #shared',
  ])('what it may not, of several sources: %s', async (sources) => {
    await expect(vault.ask(`LIST FROM ${sources.replace('HOST', address)}`)).rejects.toMatchObject({
      code: 'path_not_allowed',
    });
    expect(requests).toEqual([]);
  });

  it('a hidden file by another kind of source', async () => {
    expect(await vault.values('LIST FROM "Private/x.csv"')).toEqual([]);
  });
});

it('a query loads the visible files of the vault', async () => {
  expect(await vault.values('LIST b FROM csv("data.csv")')).toEqual(['2', '4']);
  expect(await vault.values('LIST a FROM csv("in.csv")', 'sub/Note.md')).toEqual(['5']);
  expect(await vault.values('LIST a FROM csv("/data.csv")', 'sub/Note.md')).toEqual(['1', '3']);
});

it('a refused load is the answer, even if the query plugin produces a result without it', async () => {
  const lenient = await QueryVault.of({ 'data.csv': 'a\n1\n' });
  const query = lenient.api.query.bind(lenient.api);
  lenient.api.query = async function (this: typeof lenient.api, text: string) {
    return (
      (await Object.getPrototypeOf(lenient.api)
        .query.call(this, text)
        .catch((error: Error) => (error.message === 'probe' ? Promise.reject(error) : null))) ?? {
        successful: true,
        value: { type: 'list', values: [] },
      }
    );
  };
  await expect(lenient.ask('LIST FROM csv("../x.csv")')).rejects.toMatchObject({ code: 'path_outside_vault' });
  expect(await query('LIST FROM csv("data.csv")')).toMatchObject({ successful: true });
  await lenient.remove();
});

describe('a query reveals nothing about hidden notes', () => {
  it.each([
    ['LIST FROM outgoing([[Diary]])', []],
    ['LIST FROM outgoing([[Private/Diary]])', []],
    ['LIST FROM outgoing([[Open]])', ['Other.md']],
    ['LIST FROM [[Diary]]', []],
    ['LIST FROM [[Private/Diary.md]]', []],
    ['LIST FROM [[Private/Gone]]', []],
    ['LIST FROM [[Stub]]', []],
    ['LIST FROM [[Open]]', ['Other.md']],
    ['LIST FROM "Private"', []],
    ['LIST FROM #hiddenonly', []],
    ['LIST FROM #shared', ['Open.md', 'Other.md']],
    ['LIST join(file.outlinks) FROM #shared', ['[[Other.md]]', '[[Open.md]]']],
    ['LIST string(file.inlinks) FROM #shared', ['[[Other.md]]', '[[Open.md]]']],
    ['LIST length(file.outlinks) FROM #shared', [1, 1]],
    ['LIST length(file.inlinks) FROM #shared', [1, 1]],
    ['LIST string(file.tasks.outlinks) FROM "Open"', ['null']],
    ['LIST up FROM "Open"', [null]],
    ['LIST meta(up).path FROM "Open"', [null]],
    ['LIST string(up) FROM "Open"', ['null']],
    ['LIST link("Diary") FROM "Open"', ['Diary']],
    ['LIST [[Diary]].mood FROM "Open"', [null]],
    ['LIST link("Plan") FROM "Open"', ['twins/Plan.md']],
    ['LIST choice(contains(file.outlinks, [[Diary]]), "y", "n") FROM "Open"', ['n']],
    ['LIST choice(contains(file.outlinks, [[Other]]), "y", "n") FROM "Open"', ['y']],
  ])('%s', async (query, values) => {
    expect(await vault.values(query)).toEqual(values);
  });

  it('in any list of the notes, and the query plugin keeps its index', async () => {
    const told = JSON.stringify([
      await vault.ask('LIST file.link'),
      await vault.ask('LIST file'),
      await vault.ask('LIST file.tasks'),
    ]);
    expect(told).not.toMatch(/Diary|Private|hiddenonly|Gone/);
    expect(told).toContain('twins/Plan.md');
    expect([...vault.api.index.pages.keys()]).toContain('Private/Diary.md');
    expect(vault.api.index.pages.get('Open.md')?.serialize(vault.api.index)).toMatchObject({
      up: { path: 'Private/Diary.md' },
    });
  });

  it('runs from them as from none, however they are named', async () => {
    const origins: (string | undefined)[] = [];
    const prototype = Object.getPrototypeOf(vault.api) as {
      query: (text: string, source?: string) => Promise<unknown>;
    };
    vault.api.query = function (text: string, source?: string) {
      origins.push(source);
      return prototype.query.call(this, text, source);
    };
    for (const source of ['Private/Diary.md', 'Private/Diary', 'Diary', 'Other.md'])
      await vault.ask('LIST FROM "Open"', source);
    expect(origins.slice(-4)).toEqual([undefined, undefined, undefined, 'Other.md']);
    Reflect.deleteProperty(vault.api, 'query');
    expect(
      await vault.values('LIST a FROM csv("x.csv")', 'Private/Diary.md').catch((error: unknown) => error),
    ).toMatchObject({ code: 'dql_error' });
  });
});

describe('a query that would hold up the app', () => {
  it.each([
    'LIST regextest(raw, "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!")',
    'LIST ("regextest")("^(a|a)*$", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!")',
    'LIST split("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!", "(a+)+$")',
  ])('is refused by name, though other rows have an answer: %s', async (query) => {
    await expect(vault.ask(query)).rejects.toMatchObject({
      code: 'dql_error',
      message: expect.stringMatching(/: the pattern ".*" would hold up the app/) as unknown,
      hint: expect.stringContaining('contains()') as unknown,
    });
  });

  it('leaves the functions as they were for everyone else', async () => {
    const before = vault.api.evaluationContext.functions['regextest'];
    const theirs = vault.api.query('LIST regextest("^(a+)+$", "aaaaaaaaaaaaaaaaaaaa") FROM "Open"');
    const [ours, answer] = await Promise.all([
      vault
        .ask('LIST regextest("^(a+)+$", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!")')
        .catch((error: unknown) => error),
      theirs,
    ]);
    expect(ours).toMatchObject({ code: 'dql_error' });
    expect(answer).toMatchObject({ successful: true });
    expect(vault.api.evaluationContext.functions['regextest']).toBe(before);
  });
});

describe('an API that is built in another way', () => {
  const variants: [string, (vault: QueryVault) => void][] = [
    [
      'that keeps its index to itself',
      ({ api }) => {
        const own = api.query.bind(api);
        api.query = own;
      },
    ],
    [
      'whose functions are in no table',
      ({ api }) => {
        api.evaluationContext = { functions: {} };
      },
    ],
    [
      'that evaluates by another table',
      ({ api }) => {
        const { functions } = api.evaluationContext;
        const query = Object.getPrototypeOf(api).query;
        api.query = function (text: string, source?: string) {
          return query.call(
            Object.assign(Object.create(this) as typeof api, {
              evaluationContext: { functions: { ...functions, regexmatch: () => true } },
            }),
            text,
            source,
          );
        };
      },
    ],
    [
      'that loads tables by another way',
      ({ api }) => {
        Object.assign(api.index, { csv: {} });
      },
    ],
  ];

  it.each(variants)('%s is asked only what can do no harm', async (_how, change) => {
    const open = await QueryVault.of({ 'A.md': 'See [[B]].\n', 'B.md': '' });
    change(open);
    expect(await open.values('LIST FROM [[B]]')).toEqual(['A.md']);
    for (const query of [
      `LIST FROM csv("http://${address}/x.csv")`,
      'LIST FROM csv("../x.csv")',
      'LIST regextest("a", "a")',
      'LIST ("regextest")("a", "a")',
    ]) {
      await expect(open.ask(query)).rejects.toMatchObject({
        code: 'dql_error',
        message: expect.stringContaining('was not run') as unknown,
      });
    }
    expect(requests).toEqual([]);
    await open.remove();
  });

  it.each(variants)('%s is asked nothing if notes are hidden', async (_how, change) => {
    const hiding = await QueryVault.of({ [HIDING]: 'B.md\n', 'A.md': 'See [[B]].\n', 'B.md': '' });
    change(hiding);
    await expect(hiding.ask('LIST')).rejects.toMatchObject({
      code: 'dql_error',
      message: expect.stringContaining('hidden notes') as unknown,
    });
    await hiding.remove();
  });
});
