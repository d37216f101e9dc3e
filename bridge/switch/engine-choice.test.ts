import { describe, expect, it } from 'vitest';
import { CAPABILITIES } from '../../shared/protocol/discovery.ts';
import { ENGINE_PROTOCOL, type PluginStatus } from '../../shared/protocol/http.ts';
import { chooseHost, compareVersions, keepsIndex } from './engine-choice.ts';
import type { PluginState } from './contact/plugin-link.ts';

interface Said {
  version?: string;
  capabilities?: readonly string[];
  engine?: Partial<PluginStatus['engine']>;
}

function present({ version = '1.4.2', capabilities = CAPABILITIES, engine = {} }: Said = {}): PluginState {
  const said = { pluginVersion: version, capabilities: [...capabilities], startedAt: '2026-01-01T00:00:00Z' };
  return {
    kind: 'present',
    discovery: { ...said, port: 1, token: 'a'.repeat(64), pid: 1 },
    status: {
      ...said,
      ok: true,
      appVersion: '1.10.0',
      vault: 'Garden',
      engine: { protocol: ENGINE_PROTOCOL, state: 'ready', notesTotal: 1, ...engine },
    },
  };
}

const own = { version: '1.4.0' };

describe('the host of a call', () => {
  it('is the plugin if it is ready and of the same major.minor', () => {
    expect(chooseHost(present(), own)).toEqual({ host: 'plugin' });
    expect(chooseHost(present({ version: '1.4.9-beta.1' }), own)).toEqual({ host: 'plugin' });
  });

  it.each<[string, Said, string]>([
    ['older', { version: '1.3.9' }, 'Upgrade the plugin'],
    ['newer', { version: '1.5.0' }, 'Upgrade this server'],
    ['of an older major version', { version: '0.9.0' }, 'Upgrade the plugin'],
    ['of a version that is none', { version: 'nightly' }, 'Upgrade the plugin'],
    ['without an engine to share', { capabilities: ['status', 'active', 'dql'] }, 'Upgrade the plugin'],
    ['of a later engine protocol', { engine: { protocol: ENGINE_PROTOCOL + 1 } }, 'Upgrade this server'],
    ['of an earlier engine protocol', { engine: { protocol: ENGINE_PROTOCOL - 1 } }, 'Upgrade the plugin'],
    ['indexing', { engine: { state: 'indexing', progress: { done: 3, total: 9 } } }, '(3 of 9 notes)'],
    ['starting', { engine: { state: 'starting' } }, 'until it is ready'],
    ['unable to open its index', { engine: { state: 'failed' } }, 'could not open its index'],
  ])('is this server if the plugin is %s, and it says so', (_what, said, words) => {
    const { host, note } = chooseHost(present(said), own);
    expect(host).toBe('disk');
    expect(note).toContain(words);
    expect(note).toContain('this server answers from its own index');
  });

  it('is this server if the listener did not prove to be the plugin, with the way out and no path', () => {
    const { host, note } = chooseHost(
      { kind: 'absent', absence: { cause: 'unproven', port: 27_125, why: 'other data folder' } },
      own,
    );
    expect(host).toBe('disk');
    expect(note).toMatch(/VAULT_LOOM_DATA_DIR/u);
    expect(note).not.toContain('/');
  });

  it('is this server if its environment names its own embedder', () => {
    expect(chooseHost(present(), { ...own, ownEmbedder: 'lsa' })).toMatchObject({
      host: 'disk',
      note: expect.stringContaining('VAULT_LOOM_EMBEDDER (lsa)'),
    });
  });

  it('is this server if there is no plugin; if none is installed, without a message', () => {
    expect(chooseHost({ kind: 'absent', absence: { cause: 'not_installed' } }, own)).toEqual({ host: 'disk' });
    expect(chooseHost({ kind: 'absent', absence: { cause: 'no_config_dir' } }, own)).toEqual({ host: 'disk' });
    expect(chooseHost({ kind: 'absent', absence: { cause: 'disabled' } }, own).note).toContain(
      'disabled in this vault',
    );
  });
});

describe("whether the app's side keeps the index", () => {
  it('depends on its having an engine that works, not on who answers', () => {
    for (const said of [
      {},
      { version: '0.1.0' },
      { engine: { protocol: ENGINE_PROTOCOL + 1 } },
      { engine: { state: 'indexing' } },
      { engine: { state: 'starting' } },
    ] as Said[]) {
      expect(keepsIndex(present(said)), JSON.stringify(said)).toBe(true);
    }
    expect(keepsIndex(null)).toBe(false);
    expect(keepsIndex({ kind: 'absent', absence: { cause: 'app_closed' } })).toBe(false);
    expect(keepsIndex(present({ capabilities: ['status', 'active'] }))).toBe(false);
    expect(keepsIndex(present({ engine: { state: 'failed' } }))).toBe(false);
  });
});

describe('compareVersions', () => {
  it.each([
    ['1.2.3', '1.2.3', 0],
    ['1.2.3', '1.10.0', -1],
    ['2.0.0', '1.99.99', 1],
    ['v1.2.3', '1.2.3', 0],
    ['', '0.0.0', -1],
  ])('%s and %s: %d', (a, b, sign) => {
    expect(Math.sign(compareVersions(a, b))).toBe(sign);
  });
});
