import { describe, expect, it } from 'vitest';
import { COMMON_CLIENTS } from '../../shared/clients/common-clients.ts';
import type { IndexStatusOutput } from '../../shared/protocol/schemas/maintenance.ts';
import { ago } from './ago.ts';
import { sourceOf } from './connect/connect-facts.ts';
import { shortPath } from '../../shared/clients/short-path.ts';
import { checkingCommand, connectSteps, firstClient, lastSeenOf } from './connect/connect-steps.ts';
import { gapsOf } from './index-gaps.ts';
import { clientWords } from '../views/words/client-words.ts';
import { kindOfModel, localModelOf, localSetting } from './model-choice.ts';

const status = (fields: object): IndexStatusOutput =>
  ({
    failedChunks: [],
    failedChunksTotal: 0,
    warnings: [],
    warningsTotal: 0,
    ...fields,
  }) as unknown as IndexStatusOutput;
const clientNamed = (id: string) => {
  const client = COMMON_CLIENTS.find((each) => each.id === id);
  if (client === undefined) throw new Error(id);
  return client;
};

it('says how long ago something was', () => {
  const now = new Date(2026, 5, 20, 12).getTime();
  const times = [0, 1_999, 12_400, 59_999, 60_000, 3_599_999, 7_200_000, 90_000_000, 200_000_000];
  expect(times.map((milliseconds) => ago(now - milliseconds, now))).toEqual([
    'just now',
    'just now',
    '12 s ago',
    '59 s ago',
    '1 min ago',
    '59 min ago',
    '2 h ago',
    'yesterday',
    '2 days ago',
  ]);
});

describe('notes that are not fully searchable', () => {
  it('say why in sentences', () => {
    const whys = (...messages: string[]): string[] =>
      gapsOf(status({ warnings: messages.map((message, index) => ({ path: String(index), message })) })).gaps.map(
        ({ why }) => why,
      );
    expect(
      whys(
        'has lines too long to be read as more than text with links and tags',
        'left out: the path is too long',
        'app.json is no JSON',
        'cannot be read (EACCES)',
      ),
    ).toEqual([
      'It has lines too long to be read as more than text with links and tags.',
      'Left out: the path is too long.',
      'app.json is no JSON.',
      'It cannot be read (EACCES).',
    ]);
  });

  it('are listed once, with their reasons, those without text last', () => {
    const chunk = (note: string, reason: string) => ({ note, reason, at: 0 });
    const { gaps, more } = gapsOf(
      status({
        failedChunks: [
          chunk('Empty.md', 'no-embeddable-content'),
          chunk('Long.md', 'too-long'),
          chunk('Long.md', 'too-long'),
          chunk('Long.md', 'embed-error'),
        ],
        failedChunksTotal: 9,
        warnings: [{ path: 'Locked', message: 'It cannot be read (EACCES).' }],
        warningsTotal: 2,
      }),
    );
    expect(gaps.map(({ path }) => path)).toEqual(['Locked', 'Long.md', 'Empty.md']);
    expect(gaps[0]?.why).toBe('It cannot be read (EACCES).');
    expect(gaps[1]?.why).toMatch(/longer than the model takes.*model failed/u);
    expect(more).toBe(6);
    expect(gapsOf(status({}))).toEqual({ gaps: [], more: 0 });
  });

  it('say of a note of properties alone that these find it, too', () => {
    const failedChunks = [{ note: 'Film.md', reason: 'no-embeddable-content' }];
    expect(gapsOf(status({ failedChunks, failedChunksTotal: 1 })).gaps[0]?.why).toMatch(/name.*properties/u);
  });

  it('are, while the model is off, those whose words are missing', () => {
    const facts = {
      failedChunks: [{ note: 'Film.md', reason: 'no-embeddable-content' }],
      failedChunksTotal: 70,
      warnings: [{ path: 'Locked', message: 'cannot be read (EACCES)' }],
      warningsTotal: 3,
    };
    const off = gapsOf(status({ ...facts, provider: 'none', embeddingsComplete: true }));
    expect([off.gaps.map(({ path }) => path), off.more]).toEqual([['Locked'], 2]);
    const starting = gapsOf(status({ ...facts, provider: 'none', embeddingsComplete: false }));
    expect([starting.gaps.map(({ path }) => path), starting.more]).toEqual([['Locked', 'Film.md'], 71]);
  });
});

describe('the model of a local server', () => {
  it('is part of the setting', () => {
    expect(['use', 'LSA', 'none', 'ollama:a/b:1', 'transformers:x'].map(kindOfModel)).toEqual([
      'use',
      'lsa',
      'none',
      'ollama',
      'other',
    ]);
    expect(localModelOf('ollama:nomic-embed-text:v1.5')).toBe('nomic-embed-text:v1.5');
    expect([localModelOf('use'), localSetting(' bge-m3 ')]).toEqual(['', 'ollama:bge-m3']);
  });
});

describe('connecting', () => {
  const facts = {
    node: { program: '/usr/bin/node', version: '22.1.0' },
    npx: '/usr/bin/npx',
    noted: null,
    given: null,
    vaults: [],
  };

  it('starts the file that the person gave, or that left word, else the package of this version', () => {
    const noted = { script: '/noted/cli.mjs', version: '0.1.0' };
    expect(sourceOf({ ...facts, noted, given: '/given/cli.mjs' }, '0.2.0')).toMatchObject({ script: '/given/cli.mjs' });
    expect(sourceOf({ ...facts, noted }, '0.2.0')).toEqual({
      kind: 'file',
      script: '/noted/cli.mjs',
      node: '/usr/bin/node',
    });
    expect(sourceOf(facts, '0.2.0')).toEqual({ kind: 'package', version: '0.2.0', npx: '/usr/bin/npx' });
    // A program that is too old is not named: the client may know a better one.
    const old = { ...facts, node: { program: '/old/node', version: '18.0.0' }, noted };
    expect(sourceOf(old, '0.2.0')).toMatchObject({ node: null });
  });

  it('is by link, command and text, as each client has it', () => {
    const vaults = ['/home/ada/My notes'];
    const place = {
      source: sourceOf(facts, '0.2.0'),
      vaultPath: '/home/ada/My notes',
      vaults,
      system: 'linux',
    } as const;
    const claude = connectSteps(clientNamed('claude-code'), place);
    expect(claude.link).toBeNull();
    expect(claude.command).toContain("'VAULT_PATH=/home/ada/My notes'");
    const cursor = connectSteps(clientNamed('cursor'), place);
    expect(cursor.link).toMatch(/^cursor:/u);
    expect(cursor.command).toBeNull();
    expect(JSON.parse(cursor.text).mcpServers['vault-loom']).toMatchObject({
      command: '/usr/bin/npx',
      env: { VAULT_PATH: '/home/ada/My notes' },
    });
    expect(cursor.merge).toContain('If it has “mcpServers” already, copy only “vault-loom”');
    expect(connectSteps(clientNamed('codex'), place).merge).toBe('If the file has other entries, add this below them.');
    expect(connectSteps(clientNamed('goose'), place).merge).toContain('“extensions:”');
    // A second one of the same name would make a file of TOML or YAML unreadable.
    for (const id of ['cursor', 'codex', 'goose'])
      expect(connectSteps(clientNamed(id), place).again).toBe(
        'If it has an entry “vault-loom” already, put this one in its place.',
      );
    expect(checkingCommand(place)).toBe("npx -y vault-loom@0.2.0 doctor '/home/ada/My notes'");
  });

  it('tells the vault in the name where the app lists several, so that no entry takes the place of another', () => {
    const vaults = ['/home/ada/My notes', '/home/ada/Work'];
    const [notes, work] = vaults.map((vaultPath) =>
      connectSteps(clientNamed('cursor'), { source: sourceOf(facts, '0.2.0'), vaultPath, vaults, system: 'linux' }),
    );
    expect(Object.keys(JSON.parse(notes?.text ?? '').mcpServers)).toEqual(['vault-loom-my-notes']);
    expect(Object.keys(JSON.parse(work?.text ?? '').mcpServers)).toEqual(['vault-loom-work']);
    expect(work?.link).toContain('name=vault-loom-work&');
  });

  it('tells clients apart by what they call themselves, and keeps unknown ones together', () => {
    const seen = [
      { name: 'My own client', lastSeen: 5 },
      { name: 'claude-code', lastSeen: 3 },
      { name: 'Claude Code', lastSeen: 2 },
    ];
    expect(lastSeenOf(clientNamed('claude-code'), seen)).toBe(3);
    expect(lastSeenOf(clientNamed('other'), seen)).toBe(5);
    expect(lastSeenOf(clientNamed('zed'), seen)).toBeNull();
    expect(['claude-code', 'My own client'].map(clientWords)).toEqual(['Claude Code', 'My own client']);
    expect([firstClient(seen).id, firstClient([]).id]).toEqual(['claude-code', 'claude-code']);
    expect(firstClient([{ name: 'zed' }]).id).toBe('zed');
  });

  it("writes a person's own folder as ~", () => {
    expect(shortPath('/home/ada/.cursor/mcp.json', '/home/ada')).toBe('~/.cursor/mcp.json');
    expect(shortPath('/home/adam/x', '/home/ada')).toBe('/home/adam/x');
    expect(shortPath('C:\\Users\\Ada\\x', 'C:\\Users\\Ada')).toBe('~\\x');
  });
});
