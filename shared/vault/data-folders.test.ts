import path from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { homeFolder } from '../kit/disk/home-folder.ts';
import { configFolder, dataFolder, vaultDataFolder } from './data-folders.ts';

const linux = { platform: 'linux', home: '/home/ada' } as const;
const mac = { platform: 'darwin', home: '/Users/ada' } as const;
const windows = { platform: 'win32', home: 'C:\\Users\\ada' } as const;

afterEach(() => vi.unstubAllEnvs());

describe('the per-user folders', () => {
  it('follow the XDG base directories on Linux', () => {
    expect(dataFolder({}, linux)).toBe('/home/ada/.local/share/vault-loom');
    expect(configFolder({}, linux)).toBe('/home/ada/.config/vault-loom');
    expect(dataFolder({ XDG_DATA_HOME: '/data' }, linux)).toBe('/data/vault-loom');
    expect(configFolder({ XDG_CONFIG_HOME: '/config' }, linux)).toBe('/config/vault-loom');
    expect(dataFolder({ XDG_DATA_HOME: 'relative' }, linux)).toBe('/home/ada/.local/share/vault-loom');
    expect(dataFolder({ XDG_DATA_HOME: '' }, linux)).toBe('/home/ada/.local/share/vault-loom');
  });

  it('are in Application Support on macOS', () => {
    expect(dataFolder({ XDG_DATA_HOME: '/data' }, mac)).toBe('/Users/ada/Library/Application Support/vault-loom');
    expect(configFolder({}, mac)).toBe('/Users/ada/Library/Application Support/vault-loom');
  });

  it('are in AppData on Windows', () => {
    const env = { LOCALAPPDATA: 'D:\\Local', APPDATA: 'D:\\Roaming' };
    expect(dataFolder(env, windows)).toBe('D:\\Local\\vault-loom');
    expect(configFolder(env, windows)).toBe('D:\\Roaming\\vault-loom');
    expect(dataFolder({}, windows)).toBe('C:\\Users\\ada\\AppData\\Local\\vault-loom');
    expect(configFolder({}, windows)).toBe('C:\\Users\\ada\\AppData\\Roaming\\vault-loom');
  });

  it('are those that the environment names', () => {
    const env = { VAULT_LOOM_DATA_DIR: '/srv/data', VAULT_LOOM_CONFIG_DIR: '~/loom', XDG_DATA_HOME: '/data' };
    expect(dataFolder(env, linux)).toBe('/srv/data');
    expect(configFolder(env, linux)).toBe('/home/ada/loom');
    expect(configFolder(env, mac)).toBe('/Users/ada/loom');
    expect(configFolder({ VAULT_LOOM_CONFIG_DIR: '~\\loom' }, windows)).toBe('C:\\Users\\ada\\loom');
    expect(dataFolder({ VAULT_LOOM_DATA_DIR: '' }, linux)).toBe('/home/ada/.local/share/vault-loom');
    expect(dataFolder({ VAULT_LOOM_DATA_DIR: '~other/data' }, linux)).toBe(path.posix.resolve('~other/data'));
  });
});

describe('without a home folder', () => {
  const none = { platform: 'linux', home: null } as const;

  it('nothing is put anywhere else', () => {
    vi.stubEnv('HOME', 'rel');
    expect(homeFolder()).toBeNull();
    for (const folder of [() => dataFolder({}, none), () => configFolder({ VAULT_LOOM_CONFIG_DIR: '~/c' }, none)])
      expect(folder).toThrow(
        expect.objectContaining({ code: 'invalid_arguments', message: 'HOME is "rel", not a full path.' }),
      );
  });

  it('folders that are named in full are used', () => {
    expect(dataFolder({ VAULT_LOOM_DATA_DIR: '/srv/data' }, none)).toBe('/srv/data');
    expect(dataFolder({ XDG_DATA_HOME: '/data' }, none)).toBe('/data/vault-loom');
  });
});

describe('a vault’s part of the data folder', () => {
  const nameOf = (vault: string): string => path.basename(vaultDataFolder('/data', vault));

  it('is one for each real path, and names the vault for people', () => {
    expect(path.dirname(vaultDataFolder('/data', '/home/ada/Notes'))).toBe(path.join('/data', 'vaults'));
    expect(nameOf('/home/ada/My Notes (2024)')).toMatch(/^[0-9a-f]{16}-My-Notes-2024$/);
    expect(nameOf('/home/ada/Notes')).not.toBe(nameOf('/home/bob/Notes'));
    expect(nameOf('/home/ada/Notes')).toBe(nameOf('/home/ada/Notes'));
  });

  it('is the same for both Unicode forms of a path', () => {
    expect(nameOf('/home/ada/Büro'.normalize('NFD'))).toBe(nameOf('/home/ada/Büro'.normalize('NFC')));
  });

  it('has a name that every file system accepts', () => {
    expect(nameOf('/')).toMatch(/^[0-9a-f]{16}$/);
    expect(nameOf('/vaults/CON. ')).toMatch(/^[0-9a-f]{16}-CON$/);
    expect(nameOf('/vaults/a<b>:"c|?*')).toMatch(/^[0-9a-f]{16}-a-b-c$/);
    expect(nameOf(`/vaults/${'長い名前'.repeat(30)}`).length).toBe(16 + 1 + 32);
  });
});
