import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { LineSplitter } from './line-splitter.ts';
import type { ProcessStats } from './process-stats.ts';
import { readProcessStats } from './process-stats.ts';

export interface ServerOptions {
  /** The built bridge. */
  script: string;
  vault: string;
  dataDir: string;
  /** Options of Node itself, such as `--cpu-prof`. */
  nodeOptions?: readonly string[];
  /** On top of this process's own. */
  env?: Record<string, string>;
  /** The user that the process belongs to; ours unless given. */
  uid?: number;
}

/** An answer, with what it cost. */
export interface Answer<Result = Record<string, unknown>> {
  result: Result;
  /** From the request written to the answer parsed. */
  ms: number;
  /** Of the whole line. */
  bytes: number;
}

/** A tool's answer. */
export interface ToolAnswer<Result> extends Answer<Result> {
  /** Size of the text block, which is what a model reads. */
  textBytes: number;
}

/** A tool refused; `code` is that of the error record. */
export class ToolError extends Error {
  readonly code: string;

  constructor(tool: string, code: string, text: string) {
    super(`${tool}: ${code}: ${text}`);
    this.name = 'ToolError';
    this.code = code;
  }
}

interface Message {
  id?: number;
  method?: string;
  result?: Record<string, unknown>;
  error?: { code: number; message: string };
}

interface Waiting {
  sent: number;
  resolve: (answer: Answer) => void;
  reject: (error: Error) => void;
}

interface ToolResult {
  isError?: boolean;
  structuredContent?: Record<string, unknown>;
  content: { type: string; text?: string }[];
}

const PROTOCOL_VERSION = '2025-11-25';

/** The bridge as a process, asked over plain stdio, so that no client library affects the timing. */
export class Server {
  readonly pid: number;
  /** When the process was started, on the clock of `performance.now()`. */
  readonly started: number;
  readonly exited: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #waiting = new Map<number, Waiting>();
  #nextId = 1;
  #stderr = '';

  private constructor(child: ChildProcessWithoutNullStreams, started: number) {
    this.#child = child;
    this.started = started;
    this.pid = child.pid ?? -1;
    const lines = new LineSplitter((line, bytes) => this.#onLine(line, bytes));
    child.stdout.on('data', (chunk: Buffer) => lines.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => {
      this.#stderr = (this.#stderr + chunk.toString()).slice(-10_000);
    });
    child.stdin.on('error', () => undefined);
    this.exited = new Promise((resolve) => {
      child.on('close', (code, signal) => {
        for (const { reject } of this.#waiting.values())
          reject(new Error(`The server ended (${code ?? signal}).\n${this.#stderr}`));
        this.#waiting.clear();
        resolve({ code, signal });
      });
    });
  }

  /** Starts the bridge; it has not answered yet. */
  static start({ script, vault, dataDir, nodeOptions = [], env = {}, uid }: ServerOptions): Server {
    const started = performance.now();
    const child = spawn(process.execPath, [...nodeOptions, script, 'serve'], {
      env: { ...process.env, VAULT_PATH: vault, VAULT_LOOM_DATA_DIR: dataDir, VAULT_LOOM_CONFIG_DIR: dataDir, ...env },
      ...(uid === undefined ? {} : { uid, gid: uid }),
    });
    return new Server(child, started);
  }

  /** The last 10,000 characters that the process wrote to stderr. */
  get stderr(): string {
    return this.#stderr;
  }

  async initialize(): Promise<Answer> {
    const clientInfo = { name: 'vault-loom-bench', version: '1' };
    const answer = await this.request('initialize', {
      protocolVersion: PROTOCOL_VERSION,
      capabilities: {},
      clientInfo,
    });
    this.#child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`);
    return answer;
  }

  /** Sends a request. Throws if the answer is a protocol error, or the process ends before it comes. */
  request(method: string, params: Record<string, unknown> = {}): Promise<Answer> {
    const id = this.#nextId++;
    const line = `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { sent: performance.now(), resolve, reject });
      this.#child.stdin.write(line);
    });
  }

  /** Calls a tool. Throws `ToolError` if the tool refuses. */
  async call<Result = Record<string, unknown>>(
    tool: string,
    args: Record<string, unknown> = {},
  ): Promise<ToolAnswer<Result>> {
    const { result, ms, bytes } = await this.request('tools/call', { name: tool, arguments: args });
    const { isError, structuredContent, content } = result as unknown as ToolResult;
    const text = content[0]?.text ?? '';
    if (isError === true) throw new ToolError(tool, codeOf(text), text);
    return { result: structuredContent as Result, ms, bytes, textBytes: Buffer.byteLength(text) };
  }

  /** Calls a tool, retrying while the index is not ready. */
  async callWhenReady<Result = Record<string, unknown>>(
    tool: string,
    args: Record<string, unknown> = {},
  ): Promise<ToolAnswer<Result>> {
    for (;;) {
      try {
        return await this.call<Result>(tool, args);
      } catch (error) {
        if (!(error instanceof ToolError) || error.code !== 'index_not_ready') throw error;
      }
    }
  }

  stats(): Promise<ProcessStats> {
    return readProcessStats(this.pid);
  }

  /** Closes stdin; milliseconds until the process has ended, or null if it had to be killed after 10 s. */
  async close(): Promise<number | null> {
    const closed = performance.now();
    this.#child.stdin.end();
    const ended = await Promise.race([this.exited, delay(10_000, null, { ref: false })]);
    if (ended !== null) return performance.now() - closed;
    await this.kill();
    return null;
  }

  /** SIGKILL: no chance to save anything. */
  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.exited;
  }

  #onLine(line: string, bytes: number): void {
    const message = JSON.parse(line) as Message;
    const now = performance.now();
    if (message.id === undefined || message.method !== undefined) return;
    const waiting = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    if (message.error !== undefined) waiting?.reject(new Error(`${message.error.code}: ${message.error.message}`));
    else waiting?.resolve({ result: message.result ?? {}, ms: now - waiting.sent, bytes });
  }
}

function codeOf(text: string): string {
  try {
    return (JSON.parse(text) as { error: { code: string } }).error.code;
  } catch {
    return 'unknown';
  }
}
