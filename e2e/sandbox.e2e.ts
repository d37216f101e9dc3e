import { spawn, type ChildProcess } from 'node:child_process';
import { access, cp, mkdtemp, readdir, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { launchChromium } from './driver/browser.ts';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..');

interface Ready {
  url: string;
  vault: string;
  pid: number;
}

/** The command as a shell would start it. */
class Command {
  readonly child: ChildProcess;
  readonly exited: Promise<number | null>;
  stdout = '';
  stderr = '';
  /** Resolves to the first line on stdout; rejects if there is none. */
  readonly firstLine: Promise<string>;

  constructor(args: string[], dataDir: string) {
    this.child = spawn(process.execPath, [join(ROOT, 'e2e', 'start-sandbox.mjs'), ...args], {
      env: { ...process.env, VAULT_LOOM_DATA_DIR: dataDir },
    });
    this.exited = new Promise((resolve) => this.child.on('close', resolve));
    this.child.stderr?.on('data', (data: Buffer) => (this.stderr += String(data)));
    this.firstLine = new Promise((resolve, reject) => {
      this.child.stdout?.on('data', (data: Buffer) => {
        this.stdout += String(data);
        if (this.stdout.includes('\n')) resolve(this.stdout.slice(0, this.stdout.indexOf('\n')));
      });
      void this.exited.then(() => reject(new Error(`The command ended:\n${this.stderr}`)));
    });
    this.firstLine.catch(() => {});
  }

  async ready(): Promise<Ready> {
    return JSON.parse(await this.firstLine) as Ready;
  }
}

let folder: string;
let command: Command | null = null;

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'sandbox-command-')));
});

afterEach(async () => {
  command?.child.kill('SIGTERM');
  await command?.exited;
  command = null;
  await rm(folder, { recursive: true, force: true });
});

function start(...args: string[]): Command {
  command = new Command(['--no-open', ...args], join(folder, 'data'));
  return command;
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

describe('npm run sandbox', () => {
  it('says where it is once it is ready, on a copy removed with it', async () => {
    const sandbox = start();
    const { url, vault, pid } = await sandbox.ready();
    expect(JSON.parse(await readFile(join(vault, '.obsidian', 'community-plugins.json'), 'utf8'))).toEqual([
      'vault-loom',
    ]);
    expect(vault.startsWith(ROOT)).toBe(false);
    const browser = await launchChromium();
    try {
      const page = await browser.newPage();
      await page.goto(url);
      await page.locator('.status-bar-item.plugin-vault-loom').waitFor();
    } finally {
      await browser.close();
    }
    process.kill(pid, 0);
    sandbox.child.kill('SIGTERM');
    expect(await sandbox.exited).toBe(0);
    expect(await exists(vault)).toBe(false);
    expect(() => process.kill(pid, 0)).toThrow('ESRCH');
    expect(sandbox.stdout.trim().split('\n')).toHaveLength(1);
  });

  it('removes the copy even if its window was killed', async () => {
    const sandbox = start();
    const { vault, pid } = await sandbox.ready();
    process.kill(pid, 'SIGKILL');
    expect(await sandbox.exited).toBe(1);
    expect(await exists(vault)).toBe(false);
  });

  it('installs nothing in a vault that is named, and leaves it there', async () => {
    const vault = join(folder, 'Mine');
    await cp(join(ROOT, 'e2e', 'vault', 'Recipes'), vault, { recursive: true });
    const sandbox = start('--vault', vault, '--throttle-timers');
    expect((await sandbox.ready()).vault).toBe(vault);
    sandbox.child.kill('SIGINT');
    expect(await sandbox.exited).toBe(0);
    expect(await exists(join(vault, '.obsidian', 'plugins'))).toBe(false);
    expect(await readdir(vault)).toContain('Leek and Potato Soup.md');
  });

  it.each([
    [['--colour'], 'Unknown option'],
    [['--port', 'http'], '--port: http is not a port'],
    [['--vault', 'no/such/folder'], '--vault: there is no folder'],
  ])('explains itself when given %j', async (args, complaint) => {
    const wrong = start(...args);
    expect(await wrong.exited).toBe(2);
    expect(wrong.stderr).toContain(complaint);
    expect(wrong.stderr).toContain('npm run sandbox [-- --vault DIR]');
    expect(wrong.stdout).toBe('');
  });
});
