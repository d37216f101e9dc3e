import type { Agent } from 'node:http';
import type { z } from 'zod';
import { encodeClaim } from '../../../shared/protocol/client-claim.ts';
import type { Discovery } from '../../../shared/protocol/discovery.ts';
import { VaultLoomError } from '../../../shared/protocol/errors.ts';
import { HELLO_PATH, helloAnswer } from '../../../shared/protocol/hello.ts';
import { fromHttpError, httpError, pluginStatus, type PluginStatus } from '../../../shared/protocol/http.ts';
import { withDeadline } from '../../../shared/kit/time/deadline.ts';
import { systemCode } from '../../../shared/kit/disk/disk-io.ts';
import { messageOf } from '../../../shared/kit/text/message-of.ts';
import { scheduleAwake } from '../../../shared/kit/time/schedule.ts';
import type { Absence } from './plugin-absence.ts';
import { PluginUnavailable } from './plugin-absence.ts';
import { readDiscovery } from './plugin-discovery.ts';
import type { PluginAnswer, PluginRequest } from './plugin-http.ts';
import { PluginProof, type PluginProofOptions } from './plugin-proof.ts';

/** `/status` must answer within this, or the plugin counts as absent. */
export const PROBE_MS = 500;
/** Whoever answers `/hello` may be anyone. */
const MOST_HELLO_BYTES = 4_096;
const BLOCKED: ReadonlySet<string> = new Set([
  'EACCES',
  'EPERM',
  'ENETUNREACH',
  'EHOSTUNREACH',
  'EADDRNOTAVAIL',
  'ENETDOWN',
]);

/** A plugin that has answered. */
export interface PluginContact {
  discovery: Discovery;
  status: PluginStatus;
}

export interface PluginCall<Output extends z.ZodType> {
  method: 'GET' | 'POST';
  path: string;
  body?: unknown;
  output: Output;
  /** How long to wait, in all. */
  timeoutMs: number;
  signal?: AbortSignal;
}

/**
 * Where a request goes; null until the file is read. Each has its own, since others may read the file again meanwhile.
 */
interface Asked {
  discovery: Discovery | null;
}

/** Asks the companion plugin of one vault, where its discovery file says, after it has proven to be this person's. */
export class PluginClient {
  readonly #vaultRealPath: string;
  readonly #proof: PluginProof;
  #agent: Agent | null = null;
  /** As last read, and tried first. */
  #discovery: Discovery | null = null;
  #client: string | null = null;

  constructor(options: PluginProofOptions) {
    this.#vaultRealPath = options.vault;
    this.#proof = new PluginProof(options);
  }

  /**
   * Tells the plugin, with each request from now on, what the MCP client calls itself. Returns whether that is news.
   */
  introduce(name: string): boolean {
    const client = encodeClaim(name);
    const isNews = client !== null && client !== this.#client;
    if (isNews) this.#client = client;
    return isNews;
  }

  /** The listener has to prove its identity again. */
  forgetProof(): void {
    this.#proof.forget();
  }

  /**
   * Reads the discovery file and asks who is there.
   * @throws PluginUnavailable if nobody or another program is there, or there is no answer within `timeoutMs`
   */
  async probe(timeoutMs = PROBE_MS): Promise<PluginContact> {
    const asked: Asked = { discovery: null };
    try {
      const status = await this.#ask({ method: 'GET', path: '/status', output: pluginStatus, timeoutMs }, asked);
      return { discovery: asked.discovery ?? (await this.#reread()), status };
    } catch (error) {
      if (error instanceof PluginUnavailable) throw error;
      const port = portOf(asked);
      if (isTimeout(error)) throw new PluginUnavailable({ cause: 'no_answer', port, afterMs: timeoutMs });
      throw new PluginUnavailable({ cause: 'foreign', port, why: messageOf(error) });
    }
  }

  /**
   * Asks one route. After a 401, or if the connection is refused or breaks, reads the discovery file again and repeats
   * the request once: every route may be asked twice.
   *
   * @throws PluginUnavailable if nobody answers, or not in our protocol; `timeout`; the plugin's own errors, unchanged;
   *   the signal's reason
   */
  async request<Output extends z.ZodType>(call: PluginCall<Output>): Promise<z.output<Output>> {
    return this.#ask(call, { discovery: this.#discovery });
  }

  /** Closes all connections. */
  close(): void {
    this.#agent?.destroy();
  }

  async #ask<Output extends z.ZodType>(call: PluginCall<Output>, asked: Asked): Promise<z.output<Output>> {
    const { timeoutMs, signal } = call;
    return withDeadline(
      { ms: timeoutMs, late: () => timedOut(call.path, timeoutMs), signal, schedule: scheduleAwake },
      async (ended) => {
        try {
          asked.discovery ??= await this.#reread();
          return await this.#attempt(asked.discovery, call, ended).catch(async (error: unknown) => {
            if (ended.aborted || !mayHaveMoved(error)) throw error;
            this.forgetProof();
            asked.discovery = await this.#reread();
            return this.#attempt(asked.discovery, call, ended);
          });
        } catch (error) {
          if (ended.aborted) throw ended.reason;
          if (!(error instanceof VaultLoomError)) this.forgetProof();
          throw error instanceof VaultLoomError ? error : new PluginUnavailable(absenceOf(error, portOf(asked)));
        }
      },
    );
  }

  async #reread(): Promise<Discovery> {
    this.#discovery = null;
    const result = await readDiscovery(this.#vaultRealPath);
    if ('absence' in result) throw new PluginUnavailable(result.absence);
    this.#discovery = result.discovery;
    return result.discovery;
  }

  async #attempt<Output extends z.ZodType>(
    discovery: Discovery,
    { method, path, body, output }: Pick<PluginCall<Output>, 'method' | 'path' | 'body' | 'output'>,
    signal: AbortSignal,
  ): Promise<z.output<Output>> {
    const { port, token } = discovery;
    if (!this.#proof.has(discovery)) await this.#demandProof(discovery, signal);
    const answer = await this.#send({
      port,
      token,
      method,
      path,
      signal,
      ...(this.#client === null ? {} : { client: this.#client }),
      ...(body === undefined ? {} : { body }),
    });
    return readAnswer(answer, output, port, path);
  }

  async #demandProof(discovery: Discovery, signal: AbortSignal): Promise<void> {
    const { port } = discovery;
    // Connections from before the proof may lead to another program.
    if (this.#agent !== null) dropIdle(this.#agent);
    const agent = (await http()).keepAliveAgent();
    this.#agent = agent;
    try {
      await this.#proof.demand(
        discovery,
        async (hello) =>
          readAnswer(
            await this.#send({ ...hello, port, method: 'POST', path: HELLO_PATH }, MOST_HELLO_BYTES),
            helloAnswer,
            port,
            HELLO_PATH,
          ),
        signal,
      );
    } catch (error) {
      agent.destroy();
      throw error;
    }
  }

  async #send(request: PluginRequest, maxBytes?: number): Promise<PluginAnswer> {
    const { AnswerTooLong, keepAliveAgent, sendRequest } = await http();
    this.#agent ??= keepAliveAgent();
    return sendRequest(this.#agent, request, maxBytes).catch((error: unknown) => {
      throw error instanceof AnswerTooLong
        ? new PluginUnavailable({ cause: 'foreign', port: request.port, why: error.message })
        : error;
    });
  }
}

/** Not needed, and not loaded, as long as no app is there. */
const http = async () => import('./plugin-http.ts');

function portOf({ discovery }: Asked): number {
  return discovery?.port ?? 0;
}

function dropIdle(agent: Agent): void {
  for (const sockets of Object.values(agent.freeSockets)) for (const socket of sockets ?? []) socket.destroy();
}

function readAnswer<Output extends z.ZodType>(
  { status, body }: PluginAnswer,
  output: Output,
  port: number,
  path: string,
): z.output<Output> {
  if (status === 401) throw new PluginUnavailable({ cause: 'unauthorized', port });
  if (status >= 200 && status < 300) {
    const parsed = output.safeParse(body);
    if (parsed.success) return parsed.data;
    const where = parsed.error.issues[0]?.path.join('.') ?? '';
    throw new PluginUnavailable({
      cause: 'foreign',
      port,
      why:
        body === undefined
          ? `${path} is answered with something that is not JSON`
          : `the answer of ${path} has an unexpected shape${where === '' ? '' : ` at "${where}"`}`,
    });
  }
  const error = httpError.safeParse(body);
  if (!error.success)
    throw new PluginUnavailable({ cause: 'foreign', port, why: `${path} is answered with status ${status}` });
  throw fromHttpError(error.data);
}

/** Whether the plugin may have been reloaded, with another token and perhaps another port. */
function mayHaveMoved(error: unknown): boolean {
  return error instanceof PluginUnavailable
    ? error.absence.cause === 'unauthorized'
    : !(error instanceof VaultLoomError);
}

/** The cause that a system error stands for. */
function absenceOf(error: unknown, port: number): Absence {
  const code = systemCode(error);
  if (BLOCKED.has(code)) return { cause: 'blocked', port, code };
  if (code.startsWith('HPE_')) return { cause: 'foreign', port, why: 'it does not speak HTTP' };
  return { cause: 'refused', port };
}

function timedOut(path: string, timeoutMs: number): VaultLoomError {
  return new VaultLoomError(
    'timeout',
    `The notes app did not answer ${path} within ${timeoutMs} ms. The request continues there, as it cannot be cancelled.`,
    {
      hint: 'Ask again in a while. A query can be narrowed, or be given a longer timeoutMs.',
    },
  );
}

function isTimeout(error: unknown): boolean {
  return error instanceof VaultLoomError && error.code === 'timeout';
}
