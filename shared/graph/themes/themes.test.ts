import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runSteps } from '../../kit/concurrency/slices.ts';
import { communities } from '../compute/communities.ts';
import type { StoredThemes, ThemeNote } from '../graph-types.ts';
import { arbitraryLinks, linkGraph, namedGraph } from '../graph-test-kit.ts';
import { labelText, shortenedTo } from './theme-text.ts';
import { themesSteps } from './themes.ts';

type Facts = Partial<Pick<ThemeNote, 'title' | 'tags' | 'headings'>>;

/** Groups of notes, each linked among themselves as a ring with one chord; a group is a list of paths with facts. */
function themesOf(
  groups: readonly Record<string, Facts>[],
  options: { previous?: StoredThemes; extra?: Record<string, string[]> } = {},
): StoredThemes {
  const rows: Record<string, string[]> = {};
  const notes = new Map<string, ThemeNote>();
  for (const group of groups) {
    const paths = Object.keys(group);
    for (const [place, path] of paths.entries()) {
      rows[path] = [paths[(place + 1) % paths.length] ?? '', paths[(place + 2) % paths.length] ?? ''];
      const facts = group[path] ?? {};
      const title = facts.title ?? path.slice(path.lastIndexOf('/') + 1, -'.md'.length);
      notes.set(path, { path, title, tags: facts.tags ?? [], headings: facts.headings ?? [] });
    }
  }
  for (const [path, targets] of Object.entries(options.extra ?? {})) rows[path] = [...(rows[path] ?? []), ...targets];
  const { graph, keys } = linkGraph(rows).compact();
  const input = {
    graph,
    keys,
    communities: communities(graph),
    resolution: 1,
    noteAt: (path: string) => notes.get(path),
    previous: options.previous,
  };
  return runSteps(themesSteps(input));
}

const labels = (themes: StoredThemes): string[] => themes.clusters.map(({ label }) => label);
const group = (...paths: string[]): Record<string, Facts> => Object.fromEntries(paths.map((path) => [path, {}]));

describe('themes', () => {
  it('are the communities, largest first, the best linked members first', () => {
    const themes = themesOf(
      [group('a/1.md', 'a/2.md', 'a/3.md'), group('b/1.md', 'b/2.md', 'b/3.md', 'b/4.md', 'b/5.md')],
      { extra: { 'b/1.md': ['b/4.md'], 'b/5.md': ['b/4.md'] } },
    );
    expect(themes.clusters.map(({ members }) => members.length)).toEqual([5, 3]);
    expect(themes.clusters[0]?.members[0]).toBe('b/4.md');
    expect(themes.modularity).toBeGreaterThan(0.3);
  });

  it('hold stubs as members, but are not made of them', () => {
    const themes = themesOf([group('a/1.md', 'a/2.md', 'a/3.md'), { 'lone.md': {} }], {
      extra: { 'a/1.md': ['_stub/x.md'], 'lone.md': ['_stub/y.md', '_stub/z.md'] },
    });
    expect(themes.clusters).toHaveLength(1);
    expect(themes.clusters[0]?.members).toContain('_stub/x.md');
  });

  it('are none in a vault without links', () => {
    expect(themesOf([{ 'a.md': {} }]).clusters).toEqual([]);
  });
});

describe('any vault', () => {
  it('has disjoint clusters of two or more notes, with ids and their own labels, even when it changes', () => {
    const word = fc.constantFrom('tide', 'clock', 'soup', '庭', 'сад', '2026', '');
    const titles = fc.array(
      fc.array(word, { maxLength: 3 }).map((words) => words.join(' ')),
      { minLength: 12, maxLength: 12 },
    );
    fc.assert(
      fc.property(arbitraryLinks(12, 20), arbitraryLinks(12, 20), titles, (first, second, names) => {
        const noteAt = (path: string): ThemeNote => ({
          path,
          title: names[Number(path.slice(1, 6))] ?? '',
          tags: [],
          headings: [],
        });
        let previous: StoredThemes | undefined;
        for (const links of [first, second]) {
          const { graph, keys } = namedGraph(links).compact();
          const themes: StoredThemes = runSteps(
            themesSteps({ graph, keys, communities: communities(graph), resolution: 1, noteAt, previous }),
          );
          const members = themes.clusters.flatMap((cluster) => cluster.members);
          expect(new Set(members).size).toBe(members.length);
          expect(themes.clusters.every((cluster) => cluster.members.length >= 2 && cluster.label.trim() !== '')).toBe(
            true,
          );
          expect(new Set(themes.clusters.map(({ id }) => id)).size).toBe(themes.clusters.length);
          expect(new Set(themes.clusters.map(({ label }) => label.toLowerCase())).size).toBe(themes.clusters.length);
          previous = themes;
        }
      }),
      { numRuns: 150, seed: 29 },
    );
  });
});

describe('labels', () => {
  it('are the folder that a cluster fills', () => {
    expect(
      labels(
        themesOf([
          group('Garden/Compost.md', 'Garden/Slugs.md', 'Garden/Beans.md'),
          group('Choir/Psalm.md', 'Choir/Tenor.md', 'Choir/Alto.md'),
        ]),
      ),
    ).toEqual(['Choir', 'Garden']);
  });

  it('are a tag that its notes share, spelled for reading', () => {
    const notes = Object.fromEntries(
      ['Dune', 'Emma', 'Ulysses'].map((title) => [`${title}.md`, { tags: ['reading/book-club'] }]),
    );
    expect(labels(themesOf([notes]))).toEqual(['Book club']);
  });

  it('are the words that its titles share and those of others do not', () => {
    const clocks = group('Notes on tide clocks.md', 'Tide clock firmware.md', 'The tide clock of 1840.md');
    const notes = group('Notes on soup.md', 'Notes on bread.md', 'Notes on jam.md');
    expect(labels(themesOf([clocks, notes]))[0]).toBe('Notes');
    expect(labels(themesOf([clocks, notes]))[1]).toMatch(/^Tide clocks?$/);
  });

  it('are the title of the hub if the notes share nothing else', () => {
    const spokes = ['Anchor.md', 'Bellows.md', 'Cedar.md', 'Drum.md', 'Ember.md'];
    const { graph, keys } = linkGraph({ 'Stoicism.md': spokes }).compact();
    const noteAt = (path: string): ThemeNote => ({ path, title: path.slice(0, -3), tags: [], headings: [] });
    const themes = runSteps(themesSteps({ graph, keys, communities: communities(graph), resolution: 1, noteAt }));
    expect(labels(themes)).toEqual(['Stoicism']);
  });

  it('distinguish folders of the same name, and drop the number that only sorts them', () => {
    const english = group('en/1 - Plugins/Search.md', 'en/1 - Plugins/Graph.md', 'en/1 - Plugins/Tags.md');
    const german = group('de/1 - Plugins/Suche.md', 'de/1 - Plugins/Graphen.md', 'de/1 - Plugins/Schlagwort.md');
    const others = group('en/Home.md', 'de/Start.md', 'en/Help.md', 'de/Hilfe.md');
    expect(new Set(labels(themesOf([english, german, others])).filter((label) => label.includes('Plugins')))).toEqual(
      new Set(['Plugins (en)', 'Plugins (de)']),
    );
  });

  it('say the year with the folder it belongs to', () => {
    const themes = themesOf([
      group('Journal/2025/2025-01-01.md', 'Journal/2025/2025-01-02.md', 'Journal/2025/2025-01-03.md'),
      group('Journal/2026/2026-01-01.md', 'Journal/2026/2026-01-02.md', 'Journal/2026/2026-01-03.md'),
    ]);
    expect(labels(themes).sort()).toEqual(['Journal 2025', 'Journal 2026']);
  });

  it.each([
    ['Russian', ['Вареники с картошкой', 'Вареники с вишней', 'Ленивые вареники'], 'Вареники'],
    ['Japanese', ['コアプラグイン', 'プラグインの作成', '外部プラグイン'], 'プラグイン'],
    ['Chinese', ['社区插件', '插件安全', '核心插件'], '插件'],
    ['Arabic', ['شوربة العدس', 'شوربة الخضار', 'أسرار شوربة'], 'شوربة'],
    ['Korean', ['정원 일기', '봄의 정원', '정원 도구'], '정원'],
  ])('are found in %s titles as well', (_language, titles, expected) => {
    const themed = Object.fromEntries(titles.map((title, number) => [`${number}.md`, { title }]));
    expect(labels(themesOf([themed, group('Anchor.md', 'Bellows.md', 'Cedar.md', 'Drum.md')]))).toContain(expected);
  });

  it.each([
    ['[[Old plan|The plan]]:', 'The plan'],
    ['**Compost**, and', 'Compost, and'],
    ['  Garden (', 'Garden'],
    [', : Beans –', 'Beans'],
    ['Peas ()', 'Peas'],
    ['# A `heading` of _one_', 'A heading of one'],
    ['C++ (2024)', 'C++ (2024)'],
    ['Why not?', 'Why not?'],
    ['C#', 'C#'],
    ['.NET', '.NET'],
    ['snake_case_name', 'snake_case_name'],
    ['🌱🌱', '🌱🌱'],
    ['— : —', ''],
    ['日本語の庭、', '日本語の庭'],
  ])('of %j say %j', (text, label) => {
    expect(labelText(text)).toBe(label);
  });

  it('are never just an emoji or an empty name', () => {
    const emoji = {
      '🌱/1.md': { title: '🌱' },
      '🌱/2.md': { title: '  ' },
      '🌱/3.md': { title: '🌱🌱' },
      '🌱/🐌.md': { title: '***' },
    };
    const nameless = { '🌳.md': {}, '🌲.md': {}, '🌴.md': {} };
    expect(labels(themesOf([emoji, nameless]))).toEqual(['1', 'Theme']);
  });

  it('are cut without punctuation before the ellipsis', () => {
    expect(shortenedTo('one, two, three, four', 16)).toBe('one, two…');
  });

  it('are all different, whatever the notes are called', () => {
    const same = (folder: string): Record<string, Facts> =>
      Object.fromEntries([1, 2, 3].map((number) => [`${folder}${number}.md`, { title: 'Untitled' }]));
    const found = labels(themesOf([same('x'), same('y'), same('z')]));
    expect(new Set(found).size).toBe(3);
    expect(found.every((label) => label.length > 0)).toBe(true);
  });
});

describe('ids', () => {
  const garden = group('Garden/1.md', 'Garden/2.md', 'Garden/3.md', 'Garden/4.md');
  const choir = group('Choir/1.md', 'Choir/2.md', 'Choir/3.md');
  const before = themesOf([garden, choir]);
  const idOf = (themes: StoredThemes, member: string): string | undefined =>
    themes.clusters.find(({ members }) => members.includes(member))?.id;

  it('are the same for the same vault', () => {
    expect(themesOf([garden, choir])).toEqual(before);
    expect(new Set(before.clusters.map(({ id }) => id)).size).toBe(2);
  });

  it('stay while most members stay', () => {
    const after = themesOf([group('Garden/2.md', 'Garden/3.md', 'Garden/4.md', 'Beds/5.md', 'Beds/6.md'), choir], {
      previous: before,
    });
    expect(idOf(after, 'Garden/3.md')).toBe(idOf(before, 'Garden/3.md'));
    expect(idOf(after, 'Choir/1.md')).toBe(idOf(before, 'Choir/1.md'));
  });

  it('go with the larger part when a cluster falls apart, and the other part gets a new one', () => {
    const after = themesOf(
      [
        group('Garden/1.md', 'Garden/2.md', 'Garden/3.md'),
        group('Garden/4.md', 'Choir/1.md', 'Choir/2.md', 'Choir/3.md'),
      ],
      { previous: before },
    );
    expect(idOf(after, 'Garden/1.md')).toBe(idOf(before, 'Garden/1.md'));
    expect(idOf(after, 'Garden/4.md')).toBe(idOf(before, 'Choir/1.md'));
  });

  it('are kept by the more alike of two clusters that merge', () => {
    const all = [...Object.keys(garden), ...Object.keys(choir)];
    const after = themesOf([{ ...garden, ...choir }], {
      previous: before,
      extra: Object.fromEntries(all.map((path) => [path, all])),
    });
    expect(after.clusters.map(({ id }) => id)).toEqual([idOf(before, 'Garden/1.md')]);
  });

  it('never clash with one that lives on', () => {
    const [gardenBefore, choirBefore] = before.clusters;
    const swapped = {
      ...before,
      clusters: [{ ...(choirBefore ?? { label: '', members: [] }), id: gardenBefore?.id ?? '' }],
    };
    const after = themesOf([garden, choir], { previous: swapped });
    expect(idOf(after, 'Choir/1.md')).toBe(gardenBefore?.id);
    expect(new Set(after.clusters.map(({ id }) => id)).size).toBe(2);
  });

  it('bring their label with them while it still fits', () => {
    const renamed = {
      ...before,
      clusters: before.clusters.map((cluster) => ({
        ...cluster,
        label: cluster.label === 'Choir' ? 'Singing' : cluster.label,
      })),
    };
    const tagged = Object.fromEntries(Object.keys(choir).map((path) => [path, { tags: ['singing'] }]));
    expect(labels(themesOf([garden, tagged], { previous: renamed }))).toContain('Singing');
    expect(labels(themesOf([garden, tagged]))).toContain('Choir');
  });
});
