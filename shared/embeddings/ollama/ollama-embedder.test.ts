import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { scheduleTimeout } from '../../kit/time/schedule.ts';
import type { VaultLoomError } from '../../protocol/errors.ts';
import type { TestReply, TestServer } from '../request/http-test-kit.ts';
import { startTestServer } from '../request/http-test-kit.ts';
import { OllamaClient } from './ollama-client.ts';
import type { OllamaEmbedderOptions } from './ollama-embedder.ts';
import { OllamaEmbedder } from './ollama-embedder.ts';

interface EmbedBody {
  model: string;
  input: string[];
  truncate: boolean;
}

const QUICK = { timeoutMs: 5_000, attempts: 3, firstDelayMs: 5, maxDelayMs: 10 };
const open: { close(): Promise<void> }[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((each) => each.close()));
});

/** Three numbers that distinguish texts. */
const vectorOf = (text: string): number[] => [text.length, text.charCodeAt(0) || 1, 3];
const unit = (values: number[]): number[] => values.map((value) => value / Math.hypot(...values));
const vectorsFor = (texts: string[]): TestReply => ({ json: { model: 'm', embeddings: texts.map(vectorOf) } });

async function serve(
  embed: (texts: string[], nth: number) => TestReply,
): Promise<TestServer & { inputs(): string[][] }> {
  let asked = 0;
  const server = await startTestServer(({ body }) => embed((body as EmbedBody).input, ++asked));
  open.push(server);
  return { ...server, inputs: () => server.requests.map(({ body }) => (body as EmbedBody).input) };
}

function embedderAt(url: string, options: Partial<OllamaEmbedderOptions> = {}): OllamaEmbedder {
  const embedder = new OllamaEmbedder({
    client: new OllamaClient(new URL(`${url}/`), scheduleTimeout),
    model: 'm',
    identity: { provider: 'ollama', model: 'm', dimensions: 3, prefixes: { query: '', document: '' } },
    maxTokens: 512,
    patience: { now: QUICK, background: QUICK },
    pauseMs: 60_000,
    ...options,
  });
  open.push(embedder);
  return embedder;
}

const expectVectors = (vectors: Float32Array[], texts: string[]): void => {
  expect(vectors).toHaveLength(texts.length);
  vectors.forEach((vector, i) =>
    unit(vectorOf(texts[i] ?? '')).forEach((value, n) => expect(vector[n]).toBeCloseTo(value, 5)),
  );
};

describe('an embedder by Ollama', () => {
  it('asks for vectors in batches, without letting texts be cut off, and scales them to length 1', async () => {
    const server = await serve(vectorsFor);
    const texts = ['a', 'bb', 'ccc', 'dddd', 'eeeee'];
    const embedder = embedderAt(server.url, { textsPerCall: 2 });
    expect(embedder.state()).toEqual({ phase: 'idle' });
    expectVectors(await embedder.embed(texts, 'document'), texts);
    expect(embedder.state()).toEqual({ phase: 'ready' });
    expect(server.inputs()).toEqual([['a', 'bb'], ['ccc', 'dddd'], ['eeeee']]);
    expect(server.requests[0]).toEqual({
      path: '/api/embed',
      body: { model: 'm', input: ['a', 'bb'], truncate: false },
    });
  });

  it('retries temporary failures', async () => {
    const server = await serve((texts, nth) =>
      nth < 3 ? { status: nth === 1 ? 500 : 503, json: { error: 'busy' } } : vectorsFor(texts),
    );
    expectVectors(await embedderAt(server.url).embed(['hello'], 'document'), ['hello']);
    expect(server.requests).toHaveLength(3);
  });

  it('ends what a server says with one full stop', async () => {
    const server = await serve(() => ({ status: 503, json: { error: 'server busy, please try again.' } }));
    await expect(embedderAt(server.url).embed(['hello'], 'query')).rejects.toMatchObject({
      message: expect.stringMatching(/answered 503: server busy, please try again\.$/u),
    });
  });

  it('survives a broken connection', async () => {
    const server = await serve((texts, nth) => (nth === 1 ? 'reset' : vectorsFor(texts)));
    expectVectors(await embedderAt(server.url).embed(['hello'], 'query'), ['hello']);
  });

  it('says that the server cannot be reached, and for a while does not try', async () => {
    const server = await startTestServer(() => 'silence');
    await server.close();
    const embedder = embedderAt(server.url);
    const failure = {
      code: 'embedder_unavailable',
      message: expect.stringContaining('refuses the connection'),
      hint: expect.stringContaining('ollama serve'),
    };
    await expect(embedder.embed(['hello'], 'query')).rejects.toMatchObject(failure);
    expect(embedder.state()).toMatchObject({ phase: 'failed' });
    const back = await startTestServer(({ body }) => vectorsFor((body as EmbedBody).input), server.port);
    open.push(back);
    await expect(embedder.embed(['hello'], 'query')).rejects.toMatchObject(failure);
    expect(back.requests).toEqual([]);
  });

  it('comes back with the server', async () => {
    let pause: () => void = () => undefined;
    const server = await startTestServer(() => 'silence');
    await server.close();
    const schedule = (task: () => void, ms: number): (() => void) => {
      if (ms !== 1_234) return scheduleTimeout(task, ms);
      pause = task;
      return () => undefined;
    };
    const embedder = embedderAt(server.url, { schedule, pauseMs: 1_234 });
    await expect(embedder.embed(['hello'], 'query')).rejects.toMatchObject({ code: 'embedder_unavailable' });
    open.push(await startTestServer(({ body }) => vectorsFor((body as EmbedBody).input), server.port));
    pause();
    expectVectors(await embedder.embed(['hello'], 'query'), ['hello']);
  });

  it('is tried immediately on a retry', async () => {
    const server = await startTestServer(() => 'silence');
    await server.close();
    const embedder = embedderAt(server.url);
    await expect(embedder.embed(['hello'], 'query')).rejects.toMatchObject({ code: 'embedder_unavailable' });
    open.push(await startTestServer(({ body }) => vectorsFor((body as EmbedBody).input), server.port));
    embedder.retry();
    expectVectors(await embedder.embed(['hello'], 'query'), ['hello']);
  });

  it('names the command that brings a missing model', async () => {
    const server = await serve(() => ({ status: 404, json: { error: "model 'm' not found, try pulling it first" } }));
    await expect(embedderAt(server.url).embed(['hello'], 'document')).rejects.toMatchObject({
      code: 'embedder_unavailable',
      message: "Ollama has no model 'm'.",
      hint: expect.stringContaining('ollama pull m'),
    });
    expect(server.requests).toHaveLength(1);
  });

  it('says that it speaks to something else than Ollama', async () => {
    const server = await serve(() => ({ status: 404, text: '404 page not found' }));
    await expect(embedderAt(server.url).embed(['hello'], 'document')).rejects.toMatchObject({
      message: expect.stringContaining('is not Ollama, or too old'),
    });
  });

  it.each([
    { text: '<!doctype html><title>Router</title>' },
    { status: 404, text: '<html><body>This model of router has no such page.</body></html>' },
    { status: 502, text: '<html><title>Bad Gateway</title></html>' },
    { status: 308, text: '', headers: { location: 'https://elsewhere.example/' } },
  ])('says to check the address where a web page or a redirect comes: %j', async (page) => {
    const server = await serve(() => page);
    const failure = (await embedderAt(server.url)
      .embed(['hello'], 'document')
      .catch((error: unknown) => error)) as VaultLoomError;
    expect(failure).toMatchObject({
      code: 'embedder_unavailable',
      hint: expect.stringContaining('VAULT_LOOM_OLLAMA_URL'),
    });
    expect(failure.message).not.toMatch(/<|no model/u);
  });

  it('gives up on a server that stays silent', async () => {
    const server = await serve(() => 'silence');
    const patience = { now: QUICK, background: { ...QUICK, timeoutMs: 50 } };
    await expect(embedderAt(server.url, { patience }).embed(['hello', 'there'], 'document')).rejects.toMatchObject({
      name: 'VaultLoomError',
      code: 'embedder_unavailable',
      message: expect.stringContaining('no answer in 0.05 s'),
    });
  });

  it('says that the server is at fault where every vector is one of nothing, without blaming the texts', async () => {
    const server = await serve((texts) => ({ json: { embeddings: texts.map(() => [0, 0, 0]) } }));
    await expect(embedderAt(server.url).embed(['hello', 'there'], 'document')).rejects.toMatchObject({
      name: 'VaultLoomError',
      code: 'embedder_unavailable',
      message: expect.stringContaining('vector of nothing'),
    });
  });

  it('ends with the reason of its signal, and takes the request back', async () => {
    const server = await serve(() => 'silence');
    const stop = new AbortController();
    const call = embedderAt(server.url).embed(['hello'], 'document', { signal: stop.signal });
    const rejected = expect(call).rejects.toThrow('enough');
    await expect.poll(() => server.requests.length).toBe(1);
    stop.abort(new Error('enough'));
    await rejected;
    await expect(embedderAt(server.url).embed(['hello'], 'document', { signal: stop.signal })).rejects.toThrow(
      'enough',
    );
    expect(server.requests).toHaveLength(1);
  });

  it('rejects what is unanswered, and every later call, once it is closed', async () => {
    const server = await serve(() => 'silence');
    const embedder = embedderAt(server.url);
    const rejected = expect(embedder.embed(['hello'], 'document')).rejects.toMatchObject({
      code: 'embedder_unavailable',
    });
    await expect.poll(() => server.requests.length).toBe(1);
    await embedder.close();
    await rejected;
    await expect(embedder.embed(['hello'], 'document')).rejects.toMatchObject({ code: 'embedder_unavailable' });
    expect(embedder.state()).toEqual({ phase: 'closed' });
  });

  it('lets queries go before background work', async () => {
    const order: string[] = [];
    const server = await serve((texts) => {
      order.push(...texts);
      return vectorsFor(texts);
    });
    const embedder = embedderAt(server.url);
    const query = embedder.embed(['query'], 'query');
    await Promise.all([embedder.embed(['document'], 'document'), query]);
    expect(order).toEqual(['query', 'document']);
  });
});

describe('a text that Ollama cannot embed', () => {
  const TOO_LONG: TestReply = { status: 400, json: { error: 'the input length exceeds the context length' } };
  const FAILURES: [why: string, reply: TestReply, reason: string][] = [
    ['too long', TOO_LONG, 'too-long'],
    ['too long, in older words', { status: 400, json: { error: 'input exceeds maximum context length' } }, 'too-long'],
    [
      'too long for the runner',
      { status: 500, json: { error: 'input is too large to process. increase the physical batch size' } },
      'too-long',
    ],
    ['a text that breaks the runner', { status: 500, json: { error: 'do embedding request: EOF' } }, 'embed-error'],
    ['not a number', { text: '{"embeddings": [[NaN, 1, 2]]}' }, 'embed-error'],
    ['no numbers', { json: { embeddings: [[null, 'x', 2]] } }, 'embed-error'],
    ['numbers beyond 32 bits', { text: '{"embeddings": [[1e300, 1, 2]]}' }, 'embed-error'],
    ['a vector of nothing', { json: { embeddings: [[0, 0, 0]] } }, 'embed-error'],
    ['too few vectors', { json: { embeddings: [] } }, 'embed-error'],
    ['refused', { status: 400, json: { error: 'invalid input' } }, 'embed-error'],
  ];

  it.each(FAILURES)('is found in its batch: %s', async (_why, reply, reason) => {
    const server = await serve((texts) => (texts.includes('bad') ? reply : vectorsFor(texts)));
    const embedder = embedderAt(server.url);
    const texts = ['a', 'bb', 'ccc', 'dddd', 'bad', 'ffffff', 'ggggggg'];
    await expect(embedder.embed(texts, 'document')).rejects.toMatchObject({ name: 'EmbedError', reason, index: 4 });
    expect(embedder.state()).toEqual({ phase: 'ready' });
    const rest = texts.filter((text) => text !== 'bad');
    expectVectors(await embedder.embed(rest, 'document'), rest);
  });

  it('costs no second embedding of the earlier ones', async () => {
    const server = await serve((texts) => (texts.includes('bad') ? TOO_LONG : vectorsFor(texts)));
    const embedder = embedderAt(server.url);
    await expect(embedder.embed(['a', 'bb', 'ccc', 'bad'], 'document')).rejects.toMatchObject({ index: 3 });
    const before = server.requests.length;
    expectVectors(await embedder.embed(['a', 'bb', 'ccc'], 'document'), ['a', 'bb', 'ccc']);
    expect(server.requests).toHaveLength(before);
  });

  it('is too long if the runner broke at more than the model’s limit', async () => {
    const server = await serve((texts) =>
      texts[0] === long ? { status: 500, json: { error: 'EOF' } } : vectorsFor(texts),
    );
    const long = 'word '.repeat(600);
    await expect(embedderAt(server.url).embed([long], 'document')).rejects.toMatchObject({ reason: 'too-long' });
  });

  it('has nothing to say', async () => {
    const server = await serve(vectorsFor);
    await expect(embedderAt(server.url).embed(['a', ' \n'], 'document')).rejects.toMatchObject({
      reason: 'embed-error',
      index: 1,
    });
    expect(server.requests).toEqual([]);
  });

  it('is not blamed if the server accepts no other either', async () => {
    for (const reply of [
      { text: '<html>Welcome</html>' },
      { status: 500, json: { error: 'no memory' } },
      { status: 400, json: { error: 'this model does not support embeddings' } },
    ]) {
      const server = await serve(() => reply);
      await expect(embedderAt(server.url).embed(['a', 'b'], 'document')).rejects.toMatchObject({
        name: 'VaultLoomError',
        code: 'embedder_unavailable',
      });
    }
  });

  it.each([
    [[], /^Ollama at \S+ made no vectors with the model 'm'\.$/, /^Choose a model for embeddings/],
    [
      [
        [1, 2, 3],
        [1, 2, 3],
        [1, 2, 3],
      ],
      /^Ollama at \S+ was asked for 1 vector and made 3\.$/,
      /^See what Ollama writes/,
    ],
    ['none', /^Ollama at \S+ answered with something other than vectors\.$/, /^See what Ollama writes/],
  ])('is not blamed for an answer without its vector: %j', async (embeddings, message, hint) => {
    const server = await serve(() => ({ json: { embeddings } }));
    await expect(embedderAt(server.url).embed(['a'], 'document')).rejects.toMatchObject({
      code: 'embedder_unavailable',
      message: expect.stringMatching(message) as string,
      hint: expect.stringMatching(hint) as string,
    });
  });

  it('is not blamed for vectors of another length', async () => {
    const server = await serve((texts) => ({ json: { embeddings: texts.map(() => [1, 2, 3, 4]) } }));
    await expect(embedderAt(server.url).embed(['a', 'b'], 'document')).rejects.toMatchObject({
      name: 'VaultLoomError',
      message: "The model 'm' at " + new URL(server.url).host + ' gave vectors of 4 numbers where 3 were expected.',
    });
  });

  it('is not blamed for vectors whose length changes, which no restart would cure', async () => {
    const server = await serve((texts, nth) => ({
      json: { embeddings: texts.map(() => Array(3 + (nth % 2)).fill(1)) },
    }));
    const lengths: number[] = [];
    const onOtherLength = (length: number): Promise<void> => Promise.resolve(void lengths.push(length));
    await expect(embedderAt(server.url, { onOtherLength }).embed(['a'], 'document')).rejects.toMatchObject({
      code: 'embedder_unavailable',
      hint: expect.stringMatching(/differs from one answer to the next.*choose another model/) as string,
    });
    expect(lengths).toEqual([]);
  });

  it('is found at any place, and the others get their vectors', async () => {
    const server = await serve((texts) => (texts.some((text) => text.startsWith('!')) ? TOO_LONG : vectorsFor(texts)));
    const word = fc.stringMatching(/^!?[a-z]{1,8}$/);
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(word, { minLength: 1, maxLength: 12 }), async (texts) => {
        const embedder = embedderAt(server.url, { textsPerCall: 4 });
        const bad = texts.findIndex((text) => text.startsWith('!'));
        const call = embedder.embed(texts, 'document');
        if (bad < 0) expectVectors(await call, texts);
        else await expect(call).rejects.toMatchObject({ reason: 'too-long', index: bad });
      }),
      { numRuns: 60, seed: 4 },
    );
  });

  it('does not load an endless answer into memory', async () => {
    const server = await serve((texts) =>
      texts.includes('bad') ? { text: `{"embeddings": [[${'1,'.repeat(400_000)}1]]}` } : vectorsFor(texts),
    );
    await expect(embedderAt(server.url).embed(['bad'], 'document')).rejects.toMatchObject({
      reason: 'embed-error',
      message: expect.stringContaining('more than'),
    });
  });
});
