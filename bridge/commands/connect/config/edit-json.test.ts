import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editorOf, starts } from './config-entries.ts';

const LAUNCH = { command: '/usr/bin/node', args: ['/data/cli.mjs'], env: { VAULT_PATH: '/home/ada/Notes 🌱' } };
const OTHER = { ...LAUNCH, env: { VAULT_PATH: '/home/ada/Work' } };
const { set, remove, servers } = editorOf('mcpServers', '/home/ada/mcp.json') ?? expect.fail();

describe('any JSON with comments', () => {
  const note = fc.constantFrom('', ' // note, "a": {', ' /* note, */');
  const value = fc.constantFrom('1', '"a // b"', '[ 1,  2 ]', '{"a": {"vault-loom": 1}}', 'null', '"🌱"');
  const server = fc.constantFrom('{ "command": "x", "args": ["-y", "docs"] }', '{"url":"http://localhost:1"}');
  /** The properties of an object, each on a line of its own. */
  const lines = (keys: string, of: fc.Arbitrary<string>, indent: string, minLength: number): fc.Arbitrary<string> =>
    fc.tuple(fc.array(fc.tuple(of, note, note), { minLength, maxLength: 3 }), fc.boolean()).map(([all, hasTrailing]) =>
      all
        .map(([text, above, after], i) => {
          const comma = i < all.length - 1 || hasTrailing ? ',' : '';
          const noted = above === '' ? '' : `${indent}${above.trim()}\n`;
          return `${noted}${indent}"${keys}${i}": ${text}${comma}${after}\n`;
        })
        .join(''),
    );
  const list = lines('s', server, '    ', 1).map((all) => `{\n${all}  }`);
  const spread = fc
    .tuple(note, lines('a', value, '  ', 0), fc.option(list), lines('b', value, '  ', 1), note)
    .map(([head, first, at, rest, end]) => {
      const before = first === '' || /,[^\n,{}]*\n$/u.test(first) ? first : '';
      const own = at === null ? '' : `  "mcpServers": ${at},\n`;
      return `${head}\n{\n${before}${own}${rest}}${end}\n`;
    });
  const dense = fc
    .tuple(value, fc.array(server, { minLength: 1, maxLength: 2 }))
    .map(
      ([a, all]) => `{"a": ${a}, "mcpServers": {${all.map((text, i) => `"s${i}": ${text}`).join(', ')}}, "b": ${a}}`,
    );
  const anyJson = fc
    .tuple(fc.oneof(spread, dense), fc.boolean(), fc.constantFrom('', '\ufeff'), fc.constantFrom('  ', '\t'))
    .map(([text, isWindows, mark, indent]) => {
      const indented = text.replace(/^(?: {2})+/gmu, (spaces) => indent.repeat(spaces.length / 2));
      return mark + (isWindows ? indented.replaceAll('\n', '\r\n') : indented);
    })
    .filter((text) => {
      try {
        return Object.keys(servers(text)).length >= 0;
      } catch {
        return false;
      }
    });

  it('is the same again, byte for byte, after an entry came and went', () => {
    fc.assert(
      fc.property(anyJson, (text) => {
        const one = set(text, 'vault-loom', LAUNCH);
        expect(starts(servers(one)['vault-loom'], LAUNCH)).toBe(true);
        if (text.includes('\r\n')) expect(one.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/u);
        expect(remove(one, 'vault-loom')).toBe(text);
        const two = set(one, 'vault-loom-work', OTHER);
        expect(remove(remove(two, 'vault-loom'), 'vault-loom-work')).toBe(text);
        expect(remove(remove(two, 'vault-loom-work'), 'vault-loom')).toBe(text);
      }),
      { numRuns: 500, seed: 3 },
    );
  });
});

describe('a file of comments alone', () => {
  it.each(['// Mine', '/* Mine */\n\n', '\ufeff// Mine\r\n// Yours\r\n'])(
    '%j gets its first entry below them',
    (text) => {
      expect(servers(text)).toEqual({});
      const added = set(text, 'vault-loom', LAUNCH);
      expect(added.startsWith(text.trimEnd())).toBe(true);
      expect(added.includes('\r\n')).toBe(text.includes('\r\n'));
      expect(starts(servers(added)['vault-loom'], LAUNCH)).toBe(true);
      expect(servers(remove(added, 'vault-loom'))).toEqual({});
    },
  );
});
