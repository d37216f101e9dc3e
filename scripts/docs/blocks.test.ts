import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../setup.mjs';
import { blocksOf, pages } from './pages.ts';

interface Kind {
  page: RegExp;
  /** As after the fence; any if absent. */
  language?: string;
}

/** Which test runs which blocks, or has the code that reads them read them. */
const RUN_BY: readonly (Kind & { test: string })[] = [
  {
    page: /^(?:README|SKILL|CONTRIBUTING|docs\/(?:command-line|safety|troubleshooting|releasing|clients\/[\w-]+))\.md$/u,
    language: 'sh',
    test: 'scripts/docs/examples.test.ts',
  },
  { page: /^docs\/clients\//u, test: 'shared/clients/client-texts.test.ts' },
  { page: /^docs\/tools\.md$/u, language: 'json', test: 'shared/tools/tool-docs.test.ts' },
  { page: /^docs\/bases\.md$/u, language: 'yaml', test: 'shared/bases/docs-examples.test.ts' },
  { page: /^docs\/bases\.md$/u, language: 'json', test: 'shared/bases/docs-examples.test.ts' },
  { page: /^docs\/how-to\.md$/u, language: 'ts', test: 'scripts/docs/how-to/how-to.test.ts' },
  { page: /^docs\/http\.md$/u, language: 'sh', test: 'scripts/docs/http-example.test.ts' },
  { page: /^docs\/configuration\.md$/u, test: 'scripts/docs/configuration.test.ts' },
  { page: /^docs\/embeddings\.md$/u, test: 'scripts/docs/configuration.test.ts' },
  {
    page: /^(?:docs\/(?:development|measured)|e2e\/stand-in\/README)\.md$/u,
    test: 'scripts/docs/repository-commands.test.ts',
  },
];

/** Blocks that nothing can run, with the reason. */
const NOT_RUN: readonly (Kind & { why: string })[] = [
  { page: /^docs\/architecture\.md$/u, language: '', why: 'pictures of the rooms and of the ways through them' },
  { page: /^docs\/bases\.md$/u, language: '', why: 'a grammar; shared/bases/documents.test.ts tests the language' },
];

describe('the blocks of code in the pages', () => {
  const blocks = pages().flatMap((page) => blocksOf(page).map(({ language }) => ({ page, language })));
  const isOf = (kind: Kind, block: { page: string; language: string }): boolean =>
    kind.page.test(block.page) && (kind.language === undefined || kind.language === block.language);

  it('are each run by a test, or listed as those that cannot be', () => {
    const stray = blocks.filter((block) => ![...RUN_BY, ...NOT_RUN].some((kind) => isOf(kind, block)));
    expect(stray).toEqual([]);
  });

  it('are there for each line of both lists, and so are the tests', () => {
    for (const kind of [...RUN_BY, ...NOT_RUN])
      expect(
        blocks.some((block) => isOf(kind, block)),
        String(kind.page),
      ).toBe(true);
    expect(RUN_BY.filter(({ test }) => !existsSync(join(ROOT, test)))).toEqual([]);
  });
});
