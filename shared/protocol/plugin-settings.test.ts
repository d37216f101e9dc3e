import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergePluginSettings, parsePluginSettings, pluginSettings } from './plugin-settings.ts';

const DEFAULTS = {
  port: 27_125,
  embedder: 'use',
  excludedFolders: [],
  hidesLinked: false,
  keepsReadingLog: true,
  notRelated: [],
  reviewMode: 'write',
  reviewClients: [],
  forgottenClients: [],
  reviewFolders: [],
};

describe('parsePluginSettings', () => {
  it('gives the defaults if there is no file yet, or it holds no object', () => {
    for (const data of [null, undefined, 'text', 3, [], [{ port: 1 }], {}])
      expect(parsePluginSettings(data)).toEqual(DEFAULTS);
  });

  it('replaces what is wrong field by field, and keeps the rest', () => {
    expect(parsePluginSettings({ port: 'many', embedder: 'lsa', excludedFolders: 7 })).toEqual({
      ...DEFAULTS,
      embedder: 'lsa',
    });
    expect(parsePluginSettings({ port: 80, excludedFolders: ['Archive'] })).toEqual({
      ...DEFAULTS,
      excludedFolders: ['Archive'],
    });
    expect(parsePluginSettings({ port: 30_000, embedder: null })).toEqual({ ...DEFAULTS, port: 30_000 });
  });

  it('writes each folder once, in one form', () => {
    const excludedFolders = ['/Archive/', 'Archive', ' a / b ', 'x\\y', './z', '', '/', 'Cafe\u0301'];
    expect(parsePluginSettings({ excludedFolders }).excludedFolders).toEqual([
      'Archive',
      'a/b',
      'x/y',
      'z',
      'Caf\u00e9',
    ]);
  });

  it('leaves out what is wrong in a list, and what is too much: the rest would be lost to the next change', () => {
    const excludedFolders = ['Archive', null, 7, ['x'], 'y'.repeat(2_000), 'Old'];
    expect(parsePluginSettings({ excludedFolders }).excludedFolders).toEqual(['Archive', 'Old']);
    const many = Array.from({ length: 1_200 }, (_, index) => `Folder ${String(index)}`);
    expect(parsePluginSettings({ excludedFolders: many }).excludedFolders).toEqual(many.slice(0, 1_000));
    const notRelated = [['A.md', 'B.md'], ['C.md'], null, ['D.md', 4], 'E.md', ['F.md', 'G.md']];
    expect(parsePluginSettings({ notRelated }).notRelated).toEqual([
      ['A.md', 'B.md'],
      ['F.md', 'G.md'],
    ]);
    // The latest are at the end.
    const pairs = Array.from({ length: 5_001 }, (_, index) => [`A ${String(index)}.md`, 'B.md']);
    expect(parsePluginSettings({ notRelated: pairs }).notRelated).toEqual(pairs.slice(1));
    const forgotten = { client: 'Claude', at: 5 };
    const forgottenClients = [{ client: 'Codex', at: 'yesterday' }, forgotten, { client: 'Gemini' }];
    expect(parsePluginSettings({ forgottenClients }).forgottenClients).toEqual([forgotten]);
    const clients = Array.from({ length: 501 }, (_, at) => ({ client: `Client ${String(at)}`, at }));
    expect(parsePluginSettings({ forgottenClients: clients }).forgottenClients).toEqual(clients.slice(1));
  });

  it('reads the rules of review tightly: an unknown mode asks, and a wrong rule leaves the others alone', () => {
    expect(parsePluginSettings({ reviewMode: 'always' }).reviewMode).toBe('ask-always');
    expect(parsePluginSettings({ reviewMode: null }).reviewMode).toBe('write');
    expect(parsePluginSettings({ reviewMode: 7 }).reviewMode).toBe('write');
    const reviewClients = [
      { client: 'Claude', mode: 'later' },
      { client: '' },
      7,
      { client: 'Codex', mode: 'read-only' },
      { client: 'Codex', mode: 'write' },
    ];
    expect(parsePluginSettings({ reviewClients }).reviewClients).toEqual([
      { client: 'Claude', mode: 'ask-always' },
      { client: 'Codex', mode: 'read-only' },
    ]);
    const law = { folder: 'Law', mode: 'read-only' };
    const reviewFolders = [{ ...law, folder: '/Law/' }, { folder: '', mode: 'ask-always' }, null, law];
    expect(parsePluginSettings({ reviewFolders }).reviewFolders).toEqual([law]);
    // A mark on the whole vault is one.
    const whole = ['/', ' // ', './'].map((folder) => ({ folder, mode: 'read-only' }));
    expect(parsePluginSettings({ reviewFolders: whole }).reviewFolders).toEqual([{ folder: '/', mode: 'read-only' }]);
    // A folder with both marks keeps both, as the person gave them.
    const both = [law, { folder: 'Law', mode: 'ask-always' }];
    expect(parsePluginSettings({ reviewFolders: both }).reviewFolders).toEqual(both);
  });

  it('never throws, and its result is valid and is stable when read again', () => {
    fc.assert(
      fc.property(fc.anything(), fc.anything(), fc.anything(), (port, embedder, excludedFolders) => {
        const settings = parsePluginSettings({ port, embedder, excludedFolders });
        expect(pluginSettings.parse(settings)).toEqual(settings);
      }),
      { numRuns: 200, seed: 5 },
    );
  });
});

describe('mergePluginSettings', () => {
  it('keeps fields of a later version', () => {
    const settings = parsePluginSettings({ port: 30_000 });
    expect(mergePluginSettings({ port: 1, sendsMail: 'always' }, settings)).toEqual({
      ...settings,
      sendsMail: 'always',
    });
    expect(mergePluginSettings('damaged', settings)).toEqual(settings);
  });
});
