import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

export interface RawMessage {
  jsonrpc: string;
  id?: number | string | null;
  method?: string;
  params?: Record<string, unknown>;
  result?: Record<string, unknown>;
  error?: { code: number; message: string };
}

/** A client that speaks lines of JSON, and keeps every line the server wrote. */
export interface RawClient {
  child: ChildProcessWithoutNullStreams;
  messages: RawMessage[];
  /** Lines of stdout that were not JSON-RPC. */
  strays: string[];
  stderr: () => string;
  sendLine(line: string): void;
  send(message: object): void;
  /** The answer to the request of this id. Throws if the server ends without one. */
  answer(id: number | string): Promise<RawMessage>;
  initialize(protocolVersion?: string): Promise<RawMessage>;
  exited: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
}

export function startRawClient(script: string, env: Record<string, string> = {}, args: string[] = []): RawClient {
  const child = spawn(process.execPath, [script, ...args], { env: { ...process.env, ...env } });
  const messages: RawMessage[] = [];
  const strays: string[] = [];
  const waiting = new Map<number | string, Waiting<RawMessage>>();
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  child.stdin.on('error', () => undefined);
  createInterface({ input: child.stdout }).on('line', (line) => {
    const message = parse(line);
    if (message === undefined) {
      strays.push(line);
      return;
    }
    messages.push(message);
    if (message.id !== undefined && message.id !== null && message.method === undefined)
      waiting.get(message.id)?.resolve(message);
  });

  const client: RawClient = {
    child,
    messages,
    strays,
    stderr: () => stderr,
    sendLine: (line) => void child.stdin.write(`${line}\n`),
    send: (message) => client.sendLine(JSON.stringify({ jsonrpc: '2.0', ...message })),
    answer: (id) =>
      new Promise((resolve, reject) => {
        const already = messages.find((message) => message.id === id && message.method === undefined);
        if (already !== undefined) resolve(already);
        else if (child.exitCode !== null) reject(ended(stderr));
        else waiting.set(id, { resolve, reject });
      }),
    initialize: async (protocolVersion = '2024-11-05') => {
      client.send({
        id: 'init',
        method: 'initialize',
        params: { protocolVersion, capabilities: {}, clientInfo: { name: 'raw', version: '0' } },
      });
      const answer = await client.answer('init');
      client.send({ method: 'notifications/initialized' });
      return answer;
    },
    exited: new Promise((resolve) => {
      child.on('close', (code, signal) => {
        for (const { reject } of waiting.values()) reject(ended(stderr));
        resolve({ code, signal });
      });
    }),
  };
  return client;
}

interface Waiting<T> {
  resolve(value: T): void;
  reject(reason: Error): void;
}

function ended(stderr: string): Error {
  return new Error(`The server ended without an answer. It said: ${stderr}`);
}

function parse(line: string): RawMessage | undefined {
  try {
    const value = JSON.parse(line) as RawMessage;
    return value.jsonrpc === '2.0' ? value : undefined;
  } catch {
    return undefined;
  }
}
