import { execFile, spawnSync } from 'node:child_process';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundleForNode } from '../../../build/quick/bundle-for-node.ts';
import { tempVault, type TempVault } from '../../test-support/temp-vault.ts';

const PATIENCE_MS = 120_000;

let vault: TempVault;
let bundle: string;
let env: NodeJS.ProcessEnv;
let home: string;
beforeAll(async () => {
  vault = await tempVault({
    '.obsidian/app.json': '{}',
    'Rain barrel.md': 'a',
    'Projects/It is $5 & more.md': 'b',
    "Projects/It's [one] (two) #1.md": 'c',
    'Say "hi".md': 'd',
    'Übung – Käse.md': 'e',
  });
  bundle = await bundleForNode('bridge/cli.ts');
  const bin = join(vault.dataDir, 'bin');
  home = join(vault.dataDir, 'home');
  await mkdir(bin, { recursive: true });
  await mkdir(join(home, 'My notes'), { recursive: true });
  const command = join(bin, 'vault-loom');
  await writeFile(command, `#!/bin/sh\nexec "${process.execPath}" "${bundle}" "$@"\n`);
  await chmod(command, 0o755);
  const { PATH = '' } = process.env;
  env = { ...process.env, ...vault.env, HOME: home, PATH: `${bin}:${PATH}`, LC_ALL: 'C.UTF-8', TERM: 'dumb' };
});
afterAll(async () => {
  await vault.remove();
});

describe.runIf(process.platform === 'linux')('in bash', () => {
  it(
    'words with blanks and signs are quoted as they were begun',
    async () => {
      const script = [
        'source <(vault-loom completion bash)',
        'at() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _vault_loom; printf "%s;" "${COMPREPLY[@]}"; echo; }',
        'at vault-loom mod',
        "at vault-loom read 'Rain\\ '",
        `at vault-loom read '"Rain b'`,
        `at vault-loom read "'Projects/It"`,
        `at vault-loom read '"Projects/It is'`,
        "at vault-loom read 'Projects/It\\ i'",
        "at vault-loom doctor '~/'",
        `at vault-loom connect cursor --vault '${home}/My\\ '`,
        'complete -p vault-loom',
      ].join('\n');
      const { stdout } = await run('bash', '--norc', '-c', script);
      expect(stdout.split('\n')).toEqual([
        'models;',
        'Rain\\ barrel.md;',
        'Rain barrel.md;',
        "Projects/It is $5 & more.md;Projects/It'\\''s [one] (two) #1.md;",
        'Projects/It is \\$5 & more.md;',
        'Projects/It\\ is\\ \\$5\\ \\&\\ more.md;',
        '~/My\\ notes/;',
        `${home}/My\\ notes/;`,
        expect.stringMatching(/^complete .*-F _vault_loom vault-loom$/u),
        '',
      ]);
    },
    PATIENCE_MS,
  );
});

describe.runIf(isInstalled('zsh'))('in zsh, the tabulator makes', () => {
  const lines = {
    'vault-loom mod': 'vault-loom models ',
    'vault-loom search tea --mode=f': 'vault-loom search tea --mode=fulltext ',
    'vault-loom read Pro': 'vault-loom read Projects/',
    'vault-loom read Rain\\ b': 'vault-loom read Rain\\ barrel.md ',
    'vault-loom read "Rain b': 'vault-loom read "Rain barrel.md" ',
    "vault-loom read 'Rain b": "vault-loom read 'Rain barrel.md' ",
    "vault-loom read Projects/It\\'": "vault-loom read Projects/It\\'s\\ \\[one\\]\\ \\(two\\)\\ \\#1.md ",
    "vault-loom read 'Projects/It'\\''s": "vault-loom read 'Projects/It'\\''s [one] (two) #1.md' ",
    'vault-loom read "Projects/It is': 'vault-loom read "Projects/It is \\$5 & more.md" ',
    'vault-loom read Say': 'vault-loom read Say\\ \\"hi\\".md ',
    'vault-loom read Üb': 'vault-loom read Übung\\ –\\ Käse.md ',
    'vault-loom doctor ~/M': 'vault-loom doctor ~/My\\ notes/',
  };

  it.each([
    ['sourced', 0],
    // Once loaded, it is the same.
    ['a function of the path', 10],
  ])(
    'of these lines the whole ones; the script is %s',
    async (how, from) => {
      const typed = Object.keys(lines).slice(from);
      const { stdout } = await run('zsh', '-f', '-c', terminal(how === 'sourced'), 'zsh', ...typed);
      expect(stdout.split('\n').slice(0, -1)).toEqual(Object.values(lines).slice(from));
    },
    PATIENCE_MS,
  );

  /**
   * A terminal in which a person types each line and a tabulator. Ctrl+X, which comes next, shows what it has become.
   */
  function terminal(isSourced: boolean): string {
    const folder = join(vault.dataDir, 'functions');
    const file = join(vault.dataDir, isSourced ? 'sourced' : 'found');
    const ready = isSourced
      ? 'compinit -u -D; source <(vault-loom completion zsh)'
      : `mkdir -p '${folder}'; vault-loom completion zsh > '${folder}/_vault-loom'; fpath=('${folder}' $fpath); compinit -u -D`;
    return `
zmodload zsh/zpty
await() { for i in {1..600}; do [[ $(wc -l < '${file}') -ge $1 ]] && return; sleep 0.1; done; exit 1; }
: > '${file}'
zpty terminal 'zsh -f -i'
zpty -w terminal "autoload -U compinit; ${ready.replaceAll('$', '\\$')}; bindkey '^I' complete-word; show() { print -r -- \\"\\$BUFFER\\" >> '${file}'; BUFFER=; }; zle -N show; bindkey '^X' show; print >> '${file}'"
await 1
count=1
for line in "$@"; do zpty -w -n terminal "$line"$'\\t\\x18'; await $((++count)); done
tail -n +2 '${file}'
zpty -d terminal
`;
  }
});

describe.runIf(isInstalled('fish'))('in fish', () => {
  it.each([
    ['vault-loom mod', ['models']],
    ['vault-loom search tea --mode ', ['fulltext', 'hybrid', 'regex', 'semantic']],
    ['vault-loom search tea --mode=f', ['--mode=fulltext']],
    ['vault-loom read Rain\\ b', ['Rain barrel.md']],
    ['vault-loom read "Rain b', ['Rain barrel.md']],
    ["vault-loom read 'Projects/It\\'s", ["Projects/It's [one] (two) #1.md"]],
    ["vault-loom read Projects/It\\'", ["Projects/It's [one] (two) #1.md"]],
    ['vault-loom read Üb', ['Übung – Käse.md']],
    ['vault-loom doctor ~/M', ['~/My notes/']],
  ])(
    '%s leads to %j',
    async (line, expected) => {
      const script = 'vault-loom completion fish | source; complete -C $argv[1]';
      const { stdout } = await run('fish', '--no-config', '-c', script, '--', line);
      const found = stdout.split('\n').flatMap((row) => (row === '' ? [] : [row.split('\t')[0]]));
      expect(found).toEqual(expected);
    },
    PATIENCE_MS,
  );
});

function run(program: string, ...args: string[]): Promise<{ stdout: string }> {
  return promisify(execFile)(program, args, { env, timeout: PATIENCE_MS });
}

function isInstalled(program: string): boolean {
  return spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0;
}
