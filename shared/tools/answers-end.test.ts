import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorResult } from '../../bridge/serve/tool-result.ts';
import { MOST_ANSWER_BYTES } from './call/bounded-answer.ts';
import { openBench, removeBenches, type WritingBench } from './test-support/writing-bench.ts';

const SPOKES = 900;
const HEADINGS = 8_000;
const LONG = 'A long name with “marks”, 漢字 and 🌱 '.repeat(4).trim();

/** Everything that can be long is long: names, titles, properties, tags, headings, links, neighbours. */
function hostileVault(): Record<string, string> {
  const spokes = Object.fromEntries(
    Array.from({ length: SPOKES }, (_, n) => [
      `Spokes/${LONG} ${n}.md`,
      `Spoke ${n} of the [[Hub]], after [[${LONG} ${(n + 1) % SPOKES}]].\n\n#shared/tag-${n}\n`,
    ]),
  );
  const list = (name: string, count: number): string =>
    `${name}:\n${Array.from({ length: count }, (_, n) => `  - "${name} ${n} ${LONG.slice(0, 40)}"\n`).join('')}`;
  return {
    ...spokes,
    'Hub.md': `# Hub\n\nThe hub links to [[${LONG} 0]].\n`,
    'Headings.md': `${Array.from({ length: HEADINGS }, (_, n) => `## Heading ${n} of a very long note\n`).join('\n')}\nA hub of headings.\n`,
    'Title.md': `---\ntitle: "${'Hub 題'.repeat(12_000)}"\n---\nThe hub with a title without an end, of [[Hub]].\n`,
    'Property.md': `---\nblob: "${'x'.repeat(70_000)}"\n${list('aliases', 150)}${list('tags', 150)}---\nA hub of properties: [[Hub]].\n`,
    'Keys.md': `---\n${Array.from({ length: 4_000 }, (_, n) => `a key that is rather long ${n}: 1\n`).join('')}---\nA hub of keys: [[Hub]].\n`,
    'Links.md': `${Array.from({ length: 900 }, (_, n) => `[[Missing ${LONG} ${n}]]`).join('\n')}\n\nOne that is endless: [[${'endless '.repeat(4_000)}]], and [[Hub]].\n`,
    'Line.md': `The hub in a line without an end ${'[[Hub]] and more '.repeat(6_000)}\n`,
  };
}

describe('every answer is bounded', () => {
  let bench: WritingBench;

  beforeAll(async () => {
    bench = await openBench(hostileVault());
  }, 120_000);
  afterAll(removeBenches);

  /** The text a client gets, without the content it asked for. */
  async function answer(
    tool: string,
    args: Record<string, unknown> = {},
  ): Promise<{ bytes: number; result: Record<string, unknown> | null }> {
    try {
      const result = await bench.call(tool, args);
      const data = result['data'] as Record<string, unknown> | undefined;
      const counted =
        tool === 'read_note' && typeof data?.['content'] === 'string'
          ? { ...result, data: { ...data, content: '' } }
          : result;
      return { bytes: Buffer.byteLength(JSON.stringify(counted)), result };
    } catch (error) {
      const [block] = errorResult(error, tool, (text) => text).content;
      return { bytes: Buffer.byteLength(block?.type === 'text' ? block.text : ''), result: null };
    }
  }

  it('find_connections of a hub of hundreds: the best ranked of each hop, and the count', async () => {
    const { bytes, result } = await answer('find_connections', { name: 'Hub', depth: 3 });
    const hops = result?.['data'] as {
      hop: number;
      outgoing: unknown[];
      incoming: { path: string }[];
      total: number;
      truncated: boolean;
    }[];
    expect(hops[0]).toMatchObject({ hop: 1, total: SPOKES + 5, truncated: true });
    expect(
      new Set(
        [...(hops[0]?.incoming ?? []), ...(hops[0]?.outgoing ?? [])].map((note) => (note as { path: string }).path),
      ).size,
    ).toBe(50);
    expect(result).toMatchObject({
      truncated: true,
      context: { state: { last_connections_count: expect.any(Number) as number } },
    });
    expect(bytes).toBeLessThanOrEqual(MOST_ANSWER_BYTES);
  });

  it('find_connections puts the best ranked first, as rank_notes ranks them', async () => {
    const { result } = await answer('find_connections', { name: 'Hub', limit: 30 });
    const ranks = await bench.engine.rankNotes({
      metric: 'influence',
      limit: 10_000,
      includeStubs: false,
      minIncomingLinks: 0,
    });
    const scores = new Map(ranks.influence?.map(({ path, score }) => [path, score]));
    const [hop] = result?.['data'] as { incoming: { path: string }[] }[];
    const shown = (hop?.incoming ?? []).map(({ path }) => scores.get(path) ?? 0);
    expect(shown).toHaveLength(30);
    expect(shown).toEqual([...shown].sort((a, b) => b - a));
    const others = [...scores].filter(
      ([path]) => path.startsWith('Spokes/') && !hop?.incoming.some((note) => note.path === path),
    );
    expect(Math.min(...shown)).toBeGreaterThanOrEqual(Math.max(...others.map(([, score]) => score)));
  });

  it('find_connections with a high limit is cut at whole rows, and every hop keeps some', async () => {
    const { bytes, result } = await answer('find_connections', {
      name: 'Hub',
      depth: 2,
      limit: 10_000,
      includeStubs: true,
    });
    const hops = result?.['data'] as {
      outgoing: { title?: string }[];
      incoming: { title?: string }[];
      total: number;
    }[];
    expect(bytes).toBeLessThanOrEqual(MOST_ANSWER_BYTES);
    expect(hops).toHaveLength(2);
    for (const { outgoing, incoming, total } of hops) {
      expect(outgoing.length + incoming.length).toBeGreaterThan(0);
      expect(total).toBeGreaterThan(SPOKES / 2);
    }
  });

  it('find_connections as a subgraph: at most 200 nodes, and no edge to one that is not shown', async () => {
    const { bytes, result } = await answer('find_connections', { name: 'Hub', depth: 3, returnSubgraph: true });
    const { nodes, edges, total, hops } = result?.['data'] as {
      nodes: { path: string }[];
      edges: { source: string; target: string }[];
      total: number;
      hops: unknown[];
    };
    const shown = new Set(nodes.map(({ path }) => path));
    expect(nodes.length).toBeGreaterThan(50);
    expect(nodes.length).toBeLessThanOrEqual(200);
    expect(edges.every(({ source, target }) => shown.has(source) && shown.has(target))).toBe(true);
    expect(total).toBeGreaterThan(SPOKES);
    expect(hops).toContainEqual({ hop: 1, total: SPOKES + 5 });
    expect(bytes).toBeLessThanOrEqual(MOST_ANSWER_BYTES);
  });

  it('read_note brief of thousands of headings', async () => {
    const { bytes, result } = await answer('read_note', { name: 'Headings' });
    expect(result?.['data']).toMatchObject({ headingsTotal: HEADINGS, truncated: true });
    expect(bytes).toBeLessThanOrEqual(MOST_ANSWER_BYTES);
    expect(bytes).toBeGreaterThan(MOST_ANSWER_BYTES * 0.9);
  });

  it('read_note full: the content whole, everything else within the bound', async () => {
    const { bytes, result } = await answer('read_note', {
      name: 'Headings',
      mode: 'full',
      maxContentLength: 10_000_000,
    });
    const data = result?.['data'] as {
      content: string;
      contentLength: number;
      truncated: boolean;
      headingsTotal: number;
    };
    expect(data.content).toHaveLength(data.contentLength);
    expect(data).toMatchObject({ truncated: false, headingsTotal: HEADINGS });
    expect(bytes).toBeLessThanOrEqual(MOST_ANSWER_BYTES);
  });

  it('read_note of a huge property: the others whole, and a mark', async () => {
    const { result } = await answer('read_note', { name: 'Property' });
    const data = result?.['data'] as {
      frontmatter: Record<string, unknown>;
      frontmatterTruncated: boolean;
      tags: string[];
      path: string;
    };
    expect(data).toMatchObject({ path: 'Property.md', frontmatterTruncated: true });
    expect(data.frontmatter['blob']).toMatch(/^x+…$/);
  });

  it('move_note as a dry run tells the number of files', async () => {
    const { bytes, result } = await answer('move_note', {
      source: 'Hub.md',
      destination: 'Moved/Nave.md',
      dryRun: true,
    });
    expect(result).toMatchObject({ total: SPOKES + 5, truncated: true, linksRewritten: { files: SPOKES + 5 } });
    expect(bytes).toBeLessThanOrEqual(MOST_ANSWER_BYTES);
  });

  it('list_notes with the highest limit', async () => {
    const { bytes, result } = await answer('list_notes', { limit: 10_000 });
    expect(result).toMatchObject({ truncated: true, total: expect.any(Number) as number });
    expect((result?.['notes'] as unknown[]).length).toBeGreaterThan(20);
    expect(bytes).toBeLessThanOrEqual(MOST_ANSWER_BYTES);
  });

  it('a theme with all its members', async () => {
    const { result: overview } = await answer('detect_themes', { limit: 10_000 });
    const clusters = overview?.['clusters'] as { id: string; size: number }[];
    const largest = clusters.sort((a, b) => b.size - a.size)[0];
    const { bytes } = await answer('detect_themes', { themeId: largest?.id, includeStubs: true });
    expect(bytes).toBeLessThanOrEqual(MOST_ANSWER_BYTES);
  });

  it('any tool with any arguments, errors and suggestions included', async () => {
    const name = fc.constantFrom(
      'Hub',
      'Headings',
      'Title',
      'Property',
      'Keys',
      'Links',
      'Line',
      `${LONG} 7`,
      'A long name',
      'Missing',
      '_stub/Nothing.md',
      `_stub/Missing ${LONG} 3.md`,
      'x'.repeat(1_000),
      '漢'.repeat(900),
    );
    const query = fc.constantFrom(
      'hub',
      'hub 題',
      'spoke shared',
      '"a hub"',
      '#shared',
      'endless',
      LONG,
      'x '.repeat(2_000),
      '('.repeat(4_000),
      '"'.repeat(3_999),
      'q'.repeat(1_000_000),
    );
    const limit = fc.constantFrom(1, 7, 50, 10_000);
    const flag = fc.boolean();
    const calls = fc.oneof(
      fc.record({
        tool: fc.constant('search'),
        args: fc.record({
          query,
          limit,
          unique: fc.constantFrom('notes', 'chunks'),
          mode: fc.constantFrom('hybrid', 'fulltext', 'semantic'),
        }),
      }),
      fc.record({
        tool: fc.constant('list_notes'),
        args: fc.record({ limit, includeStubs: flag, sort: fc.constantFrom('path', 'modified') }),
      }),
      fc.record({
        tool: fc.constant('read_note'),
        args: fc.record({ name, mode: fc.constantFrom('brief', 'full'), maxContentLength: limit }),
      }),
      fc.record({
        tool: fc.constant('find_connections'),
        args: fc.record({
          name,
          depth: fc.integer({ min: 1, max: 3 }),
          includeStubs: flag,
          returnSubgraph: flag,
          limit,
        }),
      }),
      fc.record({
        tool: fc.constant('find_path_between'),
        args: fc.record({
          from: name,
          to: name,
          maxDepth: fc.integer({ min: 1, max: 10 }),
          includeCommon: flag,
          includeStubs: flag,
        }),
      }),
      fc.record({
        tool: fc.constant('rank_notes'),
        args: fc.record({ limit, includeStubs: flag, minIncomingLinks: fc.constantFrom(0, 2) }),
      }),
      fc.record({ tool: fc.constant('detect_themes'), args: fc.record({ limit, includeStubs: flag }) }),
      fc.record({
        tool: fc.constantFrom('move_note'),
        args: fc.record({ source: name, destination: name, dryRun: fc.constant(true) }),
      }),
      fc.record({
        tool: fc.constant('delete_note'),
        args: fc.record({ name, confirm: fc.constant(true), dryRun: fc.constant(true) }),
      }),
      fc.record({
        tool: fc.constant('edit_note'),
        args: fc.record({
          name,
          mode: fc.constant('replace_window'),
          search: fc.constantFrom('hub', 'Heading', '[[Hub]]'),
          content: fc.constantFrom('', 'y'.repeat(90_000)),
          dryRun: fc.constant(true),
        }),
      }),
      fc.record({
        tool: fc.constant('link_notes'),
        args: fc.record({
          source: name,
          target: name,
          context: fc.constant('z'.repeat(2_000)),
          dryRun: fc.constant(true),
        }),
      }),
      fc.record({
        tool: fc.constantFrom('index_status', 'search', 'read_note', 'edit_note'),
        args: fc.dictionary(
          fc.constantFrom('name', 'query', 'x'.repeat(100_000), '漢'),
          fc.constantFrom(1, 'x'.repeat(200_000), ['x'.repeat(100_000)]),
        ),
      }),
    );
    await fc.assert(
      fc.asyncProperty(calls, async ({ tool, args }) => {
        expect((await answer(tool, args)).bytes, `${tool} ${JSON.stringify(args).slice(0, 300)}`).toBeLessThanOrEqual(
          MOST_ANSWER_BYTES,
        );
      }),
      { numRuns: 80 },
    );
  }, 300_000);
});
