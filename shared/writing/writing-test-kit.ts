import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { VaultLoomError } from '../protocol/errors.ts';
import type { Change, FileChange } from './change/file-change.ts';
import { VaultWriter, type VaultWriterParts } from './vault-writer.ts';
import { writeRules } from './places/path-guard.ts';

/** A vault in a temporary folder, with a writer, a data folder and a system trash. */
export interface TestVault {
  /** Real path. */
  root: string;
  dataFolder: string;
  /** What the writer logged. */
  log: string[];
  writer: VaultWriter;
  /** Another writer on the vault, as of another process. */
  open(parts?: Partial<VaultWriterParts>): VaultWriter;
  write(path: string, text: string | Uint8Array): void;
  read(path: string): string;
  has(path: string): boolean;
  /** Every file with its text, also in dot-folders. */
  files(): Record<string, string>;
  /** Names in a folder of the writing data: `journal`, `history`, `writers`. */
  data(folder: string): string[];
  /** Vault paths of marks, and of claims on them. */
  marks(): string[];
}

const made: { folder: string; writers: VaultWriter[] }[] = [];

export function makeVault(
  files: Record<string, string | Uint8Array> = {},
  parts: Partial<VaultWriterParts> = {},
): TestVault {
  const folder = realpathSync.native(mkdtempSync(join(tmpdir(), 'vault-loom-writing-')));
  const writers: VaultWriter[] = [];
  made.push({ folder, writers });
  const root = join(folder, 'vault');
  const dataFolder = join(folder, 'data');
  const log: string[] = [];
  mkdirSync(join(root, '.obsidian'), { recursive: true });
  const open = (more: Partial<VaultWriterParts> = {}): VaultWriter => {
    const writer = new VaultWriter({
      root,
      dataFolder,
      rules: writeRules({}, { configDir: '.obsidian' }),
      log: (level, message) => log.push(`${level}: ${message}`),
      trash: { env: { XDG_DATA_HOME: join(folder, 'share') }, home: folder },
      ...parts,
      ...more,
    });
    writers.push(writer);
    return writer;
  };
  const vault: TestVault = {
    root,
    dataFolder,
    log,
    writer: open(),
    open,
    write(path, text) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    },
    read: (path) => readFileSync(join(root, path), 'utf8'),
    has: (path) => existsSync(join(root, path)),
    files: () => filesBelow(root),
    marks: () =>
      readdirSync(root, { recursive: true })
        .map(String)
        .filter((path) => path.includes('.vault-loom-') && path.includes('.lock')),
    data: (name) =>
      existsSync(join(dataFolder, 'writing', name)) ? readdirSync(join(dataFolder, 'writing', name)) : [],
  };
  for (const [path, text] of Object.entries(files)) vault.write(path, text);
  return vault;
}

export async function removeVaults(): Promise<void> {
  for (const { folder, writers } of made.splice(0)) {
    await Promise.all(writers.map((writer) => writer.close()));
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

export const bytes = (text: string): Uint8Array => new Uint8Array(Buffer.from(text));

export const change = (...files: FileChange[]): Change => ({ tool: 'edit_note', client: 'a test', files });

export const create = (path: string, text: string): FileChange => ({ kind: 'create', path, bytes: bytes(text) });

export const edit = (path: string, before: string, after: string): FileChange => ({
  kind: 'edit',
  path,
  before: bytes(before),
  after: bytes(after),
});

export const move = (from: string, to: string): FileChange => ({ kind: 'move', from, to });

/** The error of a refused operation; throws if it was not refused. */
export async function refusal(operation: Promise<unknown>): Promise<VaultLoomError> {
  return operation.then(
    (result) => {
      throw new Error(`not refused: ${JSON.stringify(result)}`);
    },
    (error: unknown) => {
      if (error instanceof VaultLoomError) return error;
      throw error;
    },
  );
}

function filesBelow(root: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    found[file.slice(root.length + 1).replaceAll('\\', '/')] = readFileSync(file, 'utf8');
  }
  return found;
}
