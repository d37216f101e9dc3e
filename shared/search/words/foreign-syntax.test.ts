import { describe, expect, it } from 'vitest';
import { foreignSyntax } from './foreign-syntax.ts';

describe('syntax of other tools in a query', () => {
  it('may have the colon of an input method', () => {
    const found = foreignSyntax('tag：旅行 path：日記 鎌倉');
    expect([found.tags, found.folders, found.rest]).toEqual([
      [{ written: 'tag：旅行', key: 'tag', value: '旅行' }],
      [{ written: 'path：日記', key: 'path', value: '日記' }],
      '鎌倉',
    ]);
  });

  it.each(['标题：内容', '结论：tag', 'tag： 旅行'])('is not seen in prose: %s', (query) => {
    const { tags, folders, times, titles, properties, rest } = foreignSyntax(query);
    expect([tags, folders, times, titles, properties, rest]).toEqual([[], [], [], [], [], query]);
  });
});
