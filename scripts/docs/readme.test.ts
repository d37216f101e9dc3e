import { describe, expect, it } from 'vitest';
import { ALL_TOOLS } from '../../shared/tools/all-tools.ts';
import { textOf } from './pages.ts';

const MAX_LINES = 200;

describe('the README', () => {
  const text = textOf('README.md');

  it(`has at most ${MAX_LINES} lines`, () => {
    expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(MAX_LINES);
  });

  it('names every tool by its task, and no other', () => {
    const [, section = ''] = /^## What it can do$([\s\S]*?)^## /mu.exec(text) ?? [];
    const rows = section.split('\n').filter((line) => line.startsWith('| ') && line.includes('`'));
    const named = rows.flatMap((row) => [...row.matchAll(/`(\w+)`/gu)].map(([, name]) => name));
    expect(named.sort()).toEqual(ALL_TOOLS.map(({ name }) => name).sort());
  });

  it('shows three pictures, in light and dark', () => {
    expect([...text.matchAll(/<img alt="[^"]{20,}" src="docs\/pictures\/\w+-light\.png">/gu)]).toHaveLength(3);
    expect([
      ...text.matchAll(/media="\(prefers-color-scheme: dark\)" srcset="docs\/pictures\/\w+-dark\.png"/gu),
    ]).toHaveLength(3);
  });
});
