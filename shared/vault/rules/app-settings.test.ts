import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseAppSettings } from './app-settings.ts';

const DEFAULTS = {
  trashOption: 'system',
  newLinkFormat: 'shortest',
  useMarkdownLinks: false,
  userIgnoreFilters: [],
};

describe('parseAppSettings', () => {
  it('has the defaults if there is no file, an empty one, or an empty object', () => {
    for (const text of [null, '', ' \n', '{}'])
      expect(parseAppSettings(text)).toEqual({ settings: DEFAULTS, problem: null });
  });

  it('reads what was changed and ignores other keys', () => {
    const text = '{"trashOption":"local","useMarkdownLinks":true,"userIgnoreFilters":["a/"],"theme":"moonstone"}';
    expect(parseAppSettings(text).settings).toEqual({
      ...DEFAULTS,
      trashOption: 'local',
      useMarkdownLinks: true,
      userIgnoreFilters: ['a/'],
    });
  });

  it('gives the default for a value of the wrong type, and keeps the rest', () => {
    const text =
      '{"trashOption":3,"newLinkFormat":"sideways","userIgnoreFilters":["a",7,null],"useMarkdownLinks":true}';
    expect(parseAppSettings(text).settings).toEqual({ ...DEFAULTS, userIgnoreFilters: ['a'], useMarkdownLinks: true });
    expect(parseAppSettings('{"userIgnoreFilters":null}').settings.userIgnoreFilters).toEqual([]);
  });

  it('says what is wrong with text that holds no settings', () => {
    for (const text of ['{"a":', '[1]x', '"text"', '7', 'null']) {
      const parsed = parseAppSettings(text);
      expect(parsed.settings).toEqual(DEFAULTS);
      expect(parsed.problem).toMatch(/not (valid JSON|a JSON object)/);
    }
  });

  it('never throws', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        expect(parseAppSettings(text).settings.userIgnoreFilters).toBeInstanceOf(Array);
      }),
    );
  });
});
