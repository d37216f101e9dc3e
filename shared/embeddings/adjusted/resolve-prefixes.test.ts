import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PrefixSource } from '../embedder-choice.ts';
import type { ModelFiles } from '../model/model-files.ts';
import { hubFiles, parseHub, remembering } from '../model/model-files.ts';
import type { ResolvedPrefixes } from './resolve-prefixes.ts';
import { resolvePrefixes } from './resolve-prefixes.ts';
import type { TestServer } from '../request/http-test-kit.ts';
import { startTestServer } from '../request/http-test-kit.ts';

type Hub = Record<string, string | object>;

let folder: string;
const servers: TestServer[] = [];

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'vault-loom-hub-'));
});
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
  await rm(folder, { recursive: true, force: true });
});

const textOf = (content: string | object): string => (typeof content === 'string' ? content : JSON.stringify(content));

async function folderHub(files: Hub): Promise<ModelFiles> {
  for (const [name, content] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), textOf(content));
  }
  return open(folder);
}

async function httpHub(files: Hub): Promise<ModelFiles> {
  const server = await startTestServer(({ path: asked }) => {
    const found = Object.entries(files).find(
      ([name]) => asked === `/${name.replace(/^([^/]+\/[^/]+)\//, '$1/resolve/main/')}`,
    );
    return found === undefined ? { status: 404, text: 'Entry not found' } : { text: textOf(found[1]) };
  });
  servers.push(server);
  return open(server.url);
}

function open(address: string): ModelFiles {
  const hub = parseHub(address);
  if (hub === null) throw new Error('An address was given.');
  return remembering(hubFiles(hub));
}

const PROMPTS = 'config_sentence_transformers.json';
const card = (bases: string[], text = ''): string =>
  `---\nlicense: mit\nbase_model:\n${bases.map((base) => `- ${base}\n`).join('')}---\n# A model\n${text}\n`;

const CASES: [source: PrefixSource, what: string, model: string, hub: Hub, query: string, document: string][] = [
  [
    'seed',
    'a well-known model',
    'intfloat/e5-small-v2',
    { [`intfloat/e5-small-v2/${PROMPTS}`]: { prompts: { query: 'no' } } },
    'query: ',
    'passage: ',
  ],
  [
    'metadata',
    'prompts',
    'ada/one',
    { [`ada/one/${PROMPTS}`]: { prompts: { query: 'Q: ', document: 'D: ' } } },
    'Q: ',
    'D: ',
  ],
  [
    'metadata',
    'prompts of other names',
    'ada/one',
    { [`ada/one/${PROMPTS}`]: { prompts: { 'retrieval.query': 'Q: ', passage: 'D: ' } } },
    'Q: ',
    'D: ',
  ],
  [
    'metadata',
    'only one prompt',
    'ada/one',
    { [`ada/one/${PROMPTS}`]: { prompts: { query: 'Q: ', clustering: 'C: ' } } },
    'Q: ',
    '',
  ],
  [
    'metadata',
    'one prompt for all',
    'ada/one',
    { [`ada/one/${PROMPTS}`]: { prompts: { any: 'A: ' }, default_prompt_name: 'any' } },
    'A: ',
    'A: ',
  ],
  [
    'metadata-base',
    'prompts of its base',
    'ada/one',
    { 'ada/one/README.md': card(['ada/base']), [`ada/base/${PROMPTS}`]: { prompts: { query: 'Q: ' } } },
    'Q: ',
    '',
  ],
  [
    'metadata-base',
    'a well-known base',
    'ada/one',
    { 'ada/one/README.md': card(['nomic-ai/nomic-embed-text-v1.5']) },
    'search_query: ',
    'search_document: ',
  ],
  [
    'metadata-base',
    'a base in its configuration',
    'ada/one',
    { 'ada/one/config.json': { _name_or_path: 'BAAI/bge-base-en-v1.5' } },
    'Represent this sentence for searching relevant passages: ',
    '',
  ],
  [
    'metadata-base',
    'the base of its base',
    'ada/one',
    { 'ada/one/README.md': card(['ada/two']), 'ada/two/README.md': card(['intfloat/e5-base']) },
    'query: ',
    'passage: ',
  ],
  [
    'readme',
    'its card',
    'ada/one',
    { 'ada/one/README.md': card(['ada/nothing'], 'Use `query: ` before questions and "passage: " before texts.') },
    'query: ',
    'passage: ',
  ],
  ['fallback', 'the family in its name', 'ada/german-e5-large', {}, 'query: ', 'passage: '],
  ['none', 'nothing', 'ada/one', {}, '', ''],
  ['none', 'a well-known model without', 'sentence-transformers/all-MiniLM-L6-v2', {}, '', ''],
  [
    'none',
    'empty prompts, which every model gets',
    'ada/one',
    { [`ada/one/${PROMPTS}`]: { prompts: { query: '', document: '' } } },
    '',
    '',
  ],
];

describe.each([
  ['a folder', folderHub],
  ['a server', httpHub],
])('prefixes, the hub being %s', (_where, hubOf) => {
  it.each(CASES)('come from %s: %s', async (source, _what, model, files, query, document) => {
    const hub = await hubOf(files);
    expect(await resolvePrefixes({ model, override: {}, own: hub, hub })).toEqual({
      prefixes: { query, document },
      source,
      incomplete: false,
    });
  });

  it('come from the override before all others', async () => {
    const hub = await hubOf({});
    const both = { queryPrefix: 'ask ', documentPrefix: '' };
    expect(await resolvePrefixes({ model: 'intfloat/e5-small', override: both, own: hub, hub })).toMatchObject({
      prefixes: { query: 'ask ', document: '' },
      source: 'override',
    });
    const one = { queryPrefix: 'ask ' };
    expect(await resolvePrefixes({ model: 'intfloat/e5-small', override: one, own: hub, hub })).toMatchObject({
      prefixes: { query: 'ask ', document: 'passage: ' },
      source: 'override',
    });
  });

  it('survive metadata that is not as expected', async () => {
    const hub = await hubOf({
      [`ada/one/${PROMPTS}`]: '{ not JSON',
      'ada/one/config.json': '[1]',
      'ada/one/README.md': '---\nbase_model: [\n---\n',
    });
    expect(await resolvePrefixes({ model: 'ada/one', override: {}, own: hub, hub })).toMatchObject({
      source: 'none',
      incomplete: false,
    });
  });

  it('are not looked for in circles', async () => {
    const hub = await hubOf({ 'ada/one/README.md': card(['ada/two']), 'ada/two/README.md': card(['ada/one']) });
    expect(await resolvePrefixes({ model: 'ada/one', override: {}, own: hub, hub })).toMatchObject({ source: 'none' });
  });

  it('are not looked for outside the hub', async () => {
    const hub = await hubOf({ 'ada/one/README.md': card(['../../secrets', 'a/b/c', '..', 'ada/..']) });
    expect(await resolvePrefixes({ model: 'ada/one', override: {}, own: hub, hub })).toMatchObject({
      source: 'none',
      incomplete: false,
    });
  });
});

describe('a hub that does not answer as it should', () => {
  const ask = (address: string, model = 'ada/e5-one'): Promise<ResolvedPrefixes> => {
    const hub = open(address);
    return resolvePrefixes({ model, override: {}, own: hub, hub });
  };

  it.each([
    ['is down', 'reset' as const],
    ['is broken', { status: 500, text: 'oops' }],
    ['answers without end', { text: 'x'.repeat(1_100_000) }],
    ['leads to another kind of address', { status: 302, text: '', headers: { location: 'file:///etc/passwd' } }],
    ['leads in circles', { status: 302, text: '', headers: { location: '/again' } }],
  ])('costs a step of the chain when it %s', async (_what, reply) => {
    const server = await startTestServer(() => reply);
    servers.push(server);
    expect(await ask(server.url)).toEqual({
      prefixes: { query: 'query: ', document: 'passage: ' },
      source: 'fallback',
      incomplete: true,
    });
    expect(server.requests.length).toBeLessThan(12);
  });

  it('may lead to where its files are', async () => {
    const server = await startTestServer(({ path: asked }) =>
      asked.startsWith('/files/')
        ? { json: { prompts: { query: 'Q: ' } } }
        : asked.endsWith(PROMPTS)
          ? { status: 307, text: '', headers: { location: `/files${asked}` } }
          : { status: 404, text: '' },
    );
    servers.push(server);
    expect(await ask(server.url)).toMatchObject({ source: 'metadata', incomplete: false });
  });

  it('is not asked about a model that is well known', async () => {
    const server = await startTestServer(() => 'silence');
    servers.push(server);
    expect(await ask(server.url, 'BAAI/bge-m3')).toMatchObject({ source: 'none', incomplete: false });
    expect(server.requests).toEqual([]);
  });
});

describe('the address of a hub', () => {
  it('is that of a server or an absolute folder', () => {
    expect(parseHub(undefined)).toBeNull();
    expect(parseHub(' ')).toBeNull();
    for (const bad of ['hub.test', 'file:///srv/hub', 'ftp://hub.test', './hub']) {
      expect(() => parseHub(bad)).toThrow(
        expect.objectContaining({ code: 'invalid_arguments', message: expect.stringContaining(bad) }),
      );
    }
  });
});
