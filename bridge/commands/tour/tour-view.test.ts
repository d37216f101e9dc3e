import { describe, expect, it } from 'vitest';
import type { IndexStatusOutput } from '../../../shared/protocol/schemas/maintenance.ts';
import type { Screen } from '../terminal.ts';
import { textWidth } from '../terminal.ts';
import type { TourData } from './tour-data.ts';
import { headline, tourText } from './tour-view.ts';
import { waysToConnect, type WaysToConnect } from './ways-to-connect.ts';

const config = { command: '/usr/bin/node', args: ['/somewhere/cli.mjs'], env: { VAULT_PATH: '/notes' } };
const context = { state: {}, next_actions: [] };
const status = { warningsTotal: 0 } as IndexStatusOutput;
const note = (title: string, folder = '') => ({ path: `${folder}${title}.md`, title });

const data: TourData = {
  notes: { notes: [], total: 1234 },
  stubs: 5,
  status,
  indexMs: 2345,
  search: {
    tool: 'search',
    args: { query: 'green tea', limit: 4 },
    tookMs: 1.23,
    result: {
      data: [
        {
          ...note('Green tea', 'Drinks/'),
          score: 3,
          excerpt: 'Water at 80 degrees, two minutes. '.repeat(8),
          matchedBy: ['fulltext'],
        },
        { ...note('茶道'), score: 2, excerpt: '日本の茶の湯'.repeat(30), matchedBy: ['fulltext'] },
      ],
      context,
    },
  },
  connections: {
    tool: 'find_connections',
    args: { name: 'Drinks/Green tea.md', depth: 2 },
    tookMs: 20.4,
    title: 'Green tea',
    result: {
      data: [
        { hop: 1, outgoing: [note('Water'), note('Japan')], incoming: [note('Home')] },
        { hop: 2, outgoing: Array.from({ length: 60 }, (_, index) => note(`Note ${index}`)), incoming: [] },
      ],
      context,
    },
  },
  themes: {
    tool: 'detect_themes',
    args: {},
    tookMs: 3,
    result: {
      clusters: Array.from({ length: 9 }, (_, index) => ({
        id: `${index}`,
        label: `Theme ${index}`,
        summary: '',
        size: 12,
        members: ['a/Water.md', 'b/Japan.md'],
        staleMembersFiltered: 0,
      })),
      modularity: 0.2,
      warning: 'Low modularity.',
      total: 14,
    },
  },
  ranks: {
    tool: 'rank_notes',
    args: { limit: 5 },
    tookMs: 3,
    result: {
      influence: [{ ...note('Home'), score: 0.1, incoming: 1 }],
      bridging: [
        { ...note('Japan'), score: 0.25 },
        { ...note('Water'), score: 0.1 },
      ],
    },
  },
};

describe('the tour', () => {
  it('shows counts, a search, connections, themes and ranks', () => {
    const text = show(data);
    expect(text).toContain('✓ 1,234 notes, 5 link targets still to be written, ready in 2.3\u00a0s');
    expect(text).toContain('search {"query":"green tea","limit":4}  1.2 ms');
    expect(text).toContain('1. Green tea  Drinks/Green tea.md');
    expect(text).toContain('links to        Water · Japan');
    expect(text).toMatch(/two links away {2}Note 0 · .* · \+\d+/su);
    expect(text).toContain('Theme 0    12  Water · Japan');
    expect(text).toContain('… and 8 more themes');
    expect(text).toContain('Low modularity.');
    expect(text).toMatch(/Home +1 link +Japan +0\.25/u);
  });

  it.each([60, 80, 96])('stays within %d columns, except for the configuration', (width) => {
    const [shown = ''] = show(data, width).split('Connect your assistant');
    for (const line of shown.split('\n')) expect(textWidth(line)).toBeLessThanOrEqual(width);
  });

  it('ends with the configuration of a client, ready to paste', () => {
    const text = show(data);
    expect(JSON.parse(text.slice(text.indexOf('\n{')))).toEqual({ mcpServers: { 'vault-loom': config } });
  });

  it('names the command that adds the server, and no file that npm may remove', () => {
    const lasting = waysToConnect({ script: '/somewhere/cli.mjs', version: '1.2.3' }, '/notes', {
      execPath: '/usr/bin/node',
      env: {},
    });
    expect(lasting).toEqual({ command: '/usr/bin/node /somewhere/cli.mjs connect --vault /notes', config });
    expect(show(data, 80, lasting)).toContain(`  ${lasting.command}\n`);
    const launch = { script: '/home/ada/.npm/_npx/1a2b/node_modules/vault-loom/dist/bridge/cli.mjs', version: '1.2.3' };
    const { command, config: entry } = waysToConnect(launch, '/home/ada/My notes', {
      execPath: '/usr/bin/node',
      env: {},
    });
    expect(command).toBe("npx -y vault-loom@1.2.3 connect --vault '/home/ada/My notes'");
    expect(entry).toBeNull();
    expect(show(data, 80, { command, config: entry })).not.toContain('{\n');
  });

  it('names the data folder that was chosen', () => {
    const ways = waysToConnect({ script: '/somewhere/cli.mjs', version: '1.2.3' }, '/notes', {
      execPath: '/usr/bin/node',
      env: { VAULT_LOOM_DATA_DIR: '/my data' },
    });
    expect(ways.command).toBe("VAULT_LOOM_DATA_DIR='/my data' /usr/bin/node /somewhere/cli.mjs connect --vault /notes");
    expect(ways.config?.env).toEqual({ VAULT_PATH: '/notes', VAULT_LOOM_DATA_DIR: '/my data' });
  });

  it('has something to say about a vault without notes', () => {
    const text = show({ notes: { notes: [], total: 0 }, stubs: 0, status, indexMs: 10 });
    expect(text).toContain('This vault holds no notes yet.');
    expect(text).toContain('mcpServers');
    expect(text).not.toContain('undefined');
  });

  it('has something to say about a single note', () => {
    const text = show({
      ...data,
      connections: {
        ...data.connections,
        tool: 'find_connections',
        args: {},
        tookMs: 1,
        title: 'Alone',
        result: { data: [], context },
      },
      themes: { tool: 'detect_themes', args: {}, tookMs: 1, result: { clusters: [] } },
      ranks: { tool: 'rank_notes', args: {}, tookMs: 1, result: {} },
    });
    expect(text).toContain('No links to or from this note yet.');
    expect(text).toContain('No themes yet');
    expect(text).toContain('Too few links to rank by.');
  });
});

function show(tourData: TourData, width = 90, ways = { command: '', config } as WaysToConnect): string {
  const same = (text: string) => text;
  const screen: Screen = {
    width,
    live: false,
    write: () => undefined,
    style: { bold: same, dim: same, accent: same, good: same, bad: same },
  };
  return headline(screen, '~/notes') + tourText(screen, tourData, ways);
}
