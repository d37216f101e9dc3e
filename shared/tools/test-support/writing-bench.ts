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
import { recordOf } from '../../kit/record-of.ts';
import { createDiskEngine } from '../../engine/disk-engine.ts';
import type { EngineHost } from '../../engine/engine.ts';
import { VaultLoomError } from '../../protocol/errors.ts';
import type { VaultWriter } from '../../writing/vault-writer.ts';
import { LIVE_METHODS } from '../../protocol/live-routes.ts';
import { ALL_TOOLS } from '../all-tools.ts';
import { parseArguments } from '../call/arguments.ts';
import { runTool } from '../call/run-tool.ts';
import type { Review } from '../review/review.ts';
import type { ToolContext } from '../tool.ts';
import { openDiskWriting } from '../write/parts/open-disk-writing.ts';
import type { OpenedWriting } from '../write/parts/writing-parts.ts';

export interface BenchOptions {
  /** Environment of the server: `VAULT_LOOM_READ_ONLY`, `VAULT_LOOM_FOLDERS`. */
  env?: Record<string, string>;
  /** Runs after the tools have read these files and before they write: what another program does meanwhile. */
  afterRead?: (paths: readonly string[]) => void;
  /** Plays the app when it hears that these files will be written. */
  prepareWrite?: (paths: readonly string[]) => void;
  /** Plays the app when it hears that a write, or the attempt, is over. */
  afterWrite?: (paths: readonly string[]) => void;
  /** The person who is asked before a write; none by default. */
  review?: Review;
  /** The client's name. */
  client?: string;
}

/** What calls the tools: an engine and a writer, as in a bridge. */
export interface Caller {
  engine: EngineHost;
  writing: OpenedWriting;
  /** A client's call, with arguments and result checked. Throws `VaultLoomError`. */
  call(tool: string, args?: Record<string, unknown>): Promise<Record<string, unknown>>;
  /** The error a call is refused with. Throws if it is not. */
  refused(tool: string, args?: Record<string, unknown>): Promise<VaultLoomError>;
}

/** A vault in a temporary folder, with one caller. Files are named by vault path. */
export interface WritingBench extends Caller {
  /** Real path of the vault. */
  root: string;
  /** Sets the clock of previews and buffers ahead by `ms`. */
  later(ms: number): void;
  /** Another caller, like a second bridge on the vault. */
  another(options?: BenchOptions): Promise<Caller>;
  /** Writes a file behind the tools' back. */
  put(path: string, text: string | Uint8Array): void;
  text(path: string): string;
  has(path: string): boolean;
  /** Every file with its text, except in `.obsidian`. */
  files(): Record<string, string>;
  /** Names in the system trash of a fake home. */
  systemTrash(): string[];
}

const CLIENT = { name: 'a test', version: '1' };
const opened: { folder: string; callers: Caller[] }[] = [];

/** Opens a vault with these files. Its index, journal, history and trash are in the same temporary folder. */
export async function openBench(
  files: Record<string, string | Uint8Array>,
  options: BenchOptions = {},
): Promise<WritingBench> {
  const folder = realpathSync.native(mkdtempSync(join(tmpdir(), 'vault-loom-tools-')));
  const root = join(folder, 'vault');
  const callers: Caller[] = [];
  opened.push({ folder, callers });
  let ahead = 0;
  const put = (path: string, content: string | Uint8Array): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  };
  mkdirSync(join(root, '.obsidian'), { recursive: true });
  for (const [path, content] of Object.entries(files)) put(path, content);
  const another = async (more: BenchOptions = {}): Promise<Caller> => {
    const caller = await openCaller(folder, root, more, () => Date.now() + ahead);
    callers.push(caller);
    return caller;
  };
  return {
    ...(await another(options)),
    root,
    later: (ms) => void (ahead += ms),
    another,
    put,
    text: (path) => readFileSync(join(root, path), 'utf8'),
    has: (path) => existsSync(join(root, path)),
    files: () => filesBelow(root),
    systemTrash: () => namesIn(join(folder, 'share', 'Trash', 'files')).concat(namesIn(join(folder, '.Trash'))),
  };
}

/** Closes and removes every open bench. */
export async function removeBenches(): Promise<void> {
  for (const { folder, callers } of opened.splice(0)) {
    for (const { engine, writing } of callers) {
      await engine.close();
      await writing.writer.close();
    }
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  }
}

async function openCaller(folder: string, root: string, options: BenchOptions, now: () => number): Promise<Caller> {
  const { env = {}, afterRead = () => undefined } = options;
  const data = join(folder, 'data');
  const trash = { env: { XDG_DATA_HOME: join(folder, 'share') }, home: folder };
  const own = await openDiskWriting(root, { env: { ...env, VAULT_LOOM_DATA_DIR: data }, now, trash });
  const writing: OpenedWriting = {
    ...own,
    writer: betweenReadAndWrite(own.writer, afterRead),
    read: async (path) => {
      const bytes = await own.read(path);
      afterRead([path]);
      return bytes;
    },
  };
  const engine = await createDiskEngine({
    vaultPath: root,
    env: { VAULT_LOOM_DATA_DIR: data, VAULT_LOOM_EMBEDDER: 'none' },
    log: () => undefined,
  });
  await engine.start();
  const context: Omit<ToolContext, 'signal'> = {
    engine: asInTheApp(engine, options),
    live: recordOf(LIVE_METHODS, () => noApp),
    writing: () => Promise.resolve(writing),
    listedTools: new Set(ALL_TOOLS.map(({ name }) => name)),
    client: { ...CLIENT, ...(options.client === undefined ? {} : { name: options.client }) },
    ...(options.review === undefined ? {} : { review: options.review }),
  };
  const call: Caller['call'] = async (name, args = {}) => {
    const tool = ALL_TOOLS.find((candidate) => candidate.name === name);
    if (tool === undefined) throw new Error(`There is no tool ${name}.`);
    return runTool(tool, parseArguments(tool, args), { ...context, signal: new AbortController().signal });
  };
  const refused: Caller['refused'] = (name, args) =>
    call(name, args).then(
      (result) => {
        throw new Error(`${name} was not refused: ${JSON.stringify(result)}`);
      },
      (error: unknown) => {
        if (error instanceof VaultLoomError) return error;
        throw error;
      },
    );
  return { engine, writing, call, refused };
}

/** A writer with a hook that runs after a call has read a note and before it writes. */
function betweenReadAndWrite(writer: VaultWriter, afterRead: (paths: readonly string[]) => void): VaultWriter {
  const withPaths: VaultWriter['withPaths'] = (paths, work) =>
    writer.withPaths(paths, (session) =>
      work({
        ...session,
        read: async (path) => {
          const read = await session.read(path);
          afterRead([path]);
          return read;
        },
      }),
    );
  return overridden(writer, { withPaths });
}

/** An engine that does what the app does before a write. */
function asInTheApp(engine: EngineHost, app: Pick<BenchOptions, 'prepareWrite' | 'afterWrite'>): EngineHost {
  return overridden(engine, {
    prepareWrite: ({ paths }) => {
      app.prepareWrite?.(paths);
      return engine.prepareWrite({ paths });
    },
    afterWrite: async (input) => {
      app.afterWrite?.(input.paths);
      return engine.afterWrite(input);
    },
  });
}

/** An object with some methods replaced; works with private fields. */
function overridden<T extends object>(object: T, methods: Partial<T>): T {
  return new Proxy(object, {
    get: (target, name) => {
      const method: unknown = Reflect.get(methods, name) ?? Reflect.get(target, name, target);
      if (typeof method !== 'function') return method;
      const bound: unknown = method.bind(target);
      return bound;
    },
  });
}

function noApp(): Promise<never> {
  return Promise.reject(new VaultLoomError('plugin_unavailable', 'The app is closed.'));
}

function namesIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder).sort() : [];
}

function filesBelow(root: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    const path = file.slice(root.length + 1).replaceAll('\\', '/');
    if (!path.startsWith('.obsidian/')) found[path] = readFileSync(file, 'utf8');
  }
  return found;
}
