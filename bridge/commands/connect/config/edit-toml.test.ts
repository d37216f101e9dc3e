import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { VaultLoomError } from '../../../../shared/protocol/errors.ts';
import { editorOf, starts } from './config-entries.ts';

const NAME = 'vault-loom';
const LAUNCH = { command: '/usr/bin/node', args: ['/data/cli.mjs'], env: { VAULT_PATH: '/home/ada/Notes' } };
const OTHER = { ...LAUNCH, env: { VAULT_PATH: '/home/ada/Work 🌱' } };
const editor = editorOf('toml', '/home/ada/.codex/config.toml');
const { set, remove, servers } = editor ?? expect.fail();

const there = (text: string): string => set(text, NAME, LAUNCH);

describe('taking an entry out of TOML', () => {
  it('leaves every comment, line and space of the person', () => {
    const rest = '\n# tail\n\n[z]\na = [ 1,\n  2, ] # two\nargs = ["-y", "docs"] \n';
    expect(remove(there('model = "o4"\n') + rest, NAME)).toBe(`model = "o4"\n${rest}`);
    expect(remove(there('') + rest, NAME)).toBe(rest.slice(1));
    expect(remove(`${there('')}[z]\na = 1\n`, NAME)).toBe('[z]\na = 1\n');
    expect(remove(`${there('a = 1\n')}# tail\n`, NAME)).toBe('a = 1\n\n# tail\n');
  });

  it('leaves a header and what is said below it', () => {
    const text = '[mcp_servers]\n# none yet\n';
    expect(remove(there(text), NAME)).toBe(text);
  });

  it('finds it in rows, too', () => {
    const [head, tail] = ['[mcp_servers]\n# mine\nb = { command = "b" } \n', '\n[z]\n'];
    const inline = `${NAME} = { command = "x", env = { VAULT_PATH = "/v" } } # one\n`;
    const dotted = `${NAME}.command = "x"\n${NAME}.env.VAULT_PATH = "/v"\n`;
    for (const rows of [inline, dotted]) expect(remove(head + rows + tail, NAME)).toBe(head + tail);
  });

  it('takes one of several', () => {
    const both = set(there('a = 1\n'), 'vault-loom-work', OTHER);
    expect(remove(both, NAME)).toBe(set('a = 1\n', 'vault-loom-work', OTHER));
    expect(remove(both, 'vault-loom-work')).toBe(there('a = 1\n'));
    expect(remove('a = 1 \n', NAME)).toBe('a = 1 \n');
  });
});

describe('any TOML', () => {
  const blank = fc.constantFrom('', '\n', '\n\n', '# note 🌱\n', '\n# note\n', '  \n');
  const row = fc.constantFrom(
    'KEY = "x" # why\n',
    'KEY = [ 1,\n  2, # two\n] \n',
    'KEY = """\n[mcp_servers.vault-loom]\n"""\n',
    "KEY = '[x'\n",
    'KEY = { a = 1, b.c = "🌱" }\n',
    'KEY.a = 1979-05-27 # when\n',
  );
  const body = fc
    .array(fc.tuple(blank, row), { maxLength: 3 })
    .map((rows) => rows.map(([space, text], i) => space + text.replace('KEY', `k${i}`)).join(''));
  const header = fc.constantFrom('[tN] # t\n', '[mcp_servers.sN]\n', '[[listN]]\n', '[mcp_servers."s N".env]\n');
  const tablesFrom = (first: number): fc.Arbitrary<string> =>
    fc
      .array(fc.tuple(blank, header, body), { maxLength: 4 })
      .map((all) => all.map(([space, head, rows], i) => space + head.replace('N', String(first + i)) + rows).join(''));
  const anyToml = fc
    .tuple(body, tablesFrom(0), blank, fc.boolean(), fc.boolean(), fc.constantFrom('', '\ufeff'))
    .map(([head, rest, end, hasEnd, isWindows, mark]) => {
      const whole = head + rest + end;
      const text = hasEnd ? whole : whole.replace(/\n+$/u, '');
      return mark + (isWindows ? text.replaceAll('\n', '\r\n') : text);
    });

  it('is the same again, byte for byte, after an entry came and went', () => {
    fc.assert(
      fc.property(anyToml, (text) => {
        const one = there(text);
        expect(one.startsWith(text)).toBe(true);
        expect(starts(servers(one)[NAME], LAUNCH)).toBe(true);
        expect(remove(one, NAME)).toBe(text);
        const two = set(one, 'vault-loom-work', OTHER);
        expect(remove(remove(two, NAME), 'vault-loom-work')).toBe(text);
        expect(remove(remove(two, 'vault-loom-work'), NAME)).toBe(text);
      }),
      { numRuns: 200, seed: 3 },
    );
  });

  it('has only the values of the entry changed by an update, wherever they are', () => {
    fc.assert(
      fc.property(body, tablesFrom(0), tablesFrom(9), blank, (head, tables, later, end) => {
        const first = there(`${head + tables}\n`) + later + end;
        const newer = { ...LAUNCH, args: ['/data/newer 🌱/cli.mjs'] };
        expect(set(first, NAME, newer)).toBe(first.replace('"/data/cli.mjs"', '"/data/newer 🌱/cli.mjs"'));
      }),
      { numRuns: 200, seed: 4 },
    );
  });
});

describe('changing an entry in TOML', () => {
  const newer = { ...LAUNCH, env: { ...LAUNCH.env, VAULT_LOOM_DATA_DIR: '/d' } };
  it.each([
    [
      'as a table with rows',
      '[mcp_servers.vault-loom] # mine\n  command = "x" # c\n\n  # on\n  enabled = true\n\n# tail\n[z]\nb = "-y" \n',
      '[mcp_servers.vault-loom] # mine\n  command = "/usr/bin/node" # c\n\n  # on\n  enabled = true\n  args = ["/data/cli.mjs"]\n' +
        '  startup_timeout_sec = 60\n  env.VAULT_PATH = "/home/ada/Notes"\n  env.VAULT_LOOM_DATA_DIR = "/d"\n\n# tail\n[z]\nb = "-y" \n',
    ],
    [
      'with inline variables',
      '[mcp_servers.vault-loom]\nstartup_timeout_sec = 9\ncommand = "/usr/bin/node"\nargs = ["/data/cli.mjs"]\nenv = { VAULT_PATH = "/x", A = "1" } # v\n',
      '[mcp_servers.vault-loom]\nstartup_timeout_sec = 9\ncommand = "/usr/bin/node"\nargs = ["/data/cli.mjs"]\n' +
        'env = { VAULT_LOOM_DATA_DIR = "/d", VAULT_PATH = "/home/ada/Notes", A = "1" } # v\n',
    ],
    [
      'as an inline table',
      '[mcp_servers]\nvault-loom = { command = "x", env = {} }\nb = { command = "b" } \n',
      '[mcp_servers]\nvault-loom = { startup_timeout_sec = 60, args = ["/data/cli.mjs"], command = "/usr/bin/node", ' +
        'env = { VAULT_LOOM_DATA_DIR = "/d", VAULT_PATH = "/home/ada/Notes" } }\nb = { command = "b" } \n',
    ],
  ])('%s', (_how, before, after) => {
    expect(set(before, NAME, newer)).toBe(after);
  });
});

describe('TOML that is not edited', () => {
  const refusal = (edit: () => unknown): VaultLoomError => {
    try {
      edit();
    } catch (error) {
      if (error instanceof VaultLoomError) return error;
    }
    return expect.fail('was not refused');
  };

  it('is refused with the reason and its line', () => {
    const { message } = refusal(() => servers('a = 1\nmodel = '));
    expect(message).toBe(
      '/home/ada/.codex/config.toml was left as it is: it is not valid TOML (Expected value, reached EOF in line 2).',
    );
  });

  it('is not called invalid if it is an inline table, and the way out is named', () => {
    const text = 'mcp_servers = { a = { command = "x" }, vault-loom = { command = "x" } }\n';
    for (const edit of [() => set(text, 'vault-loom-b', LAUNCH), () => remove(text, NAME)]) {
      const { message, hint } = refusal(edit);
      expect(message).not.toContain('valid TOML');
      expect(message).toMatch(/tables of their own.*\.$/u);
      expect(hint).toContain('[mcp_servers.NAME]');
    }
  });
});
