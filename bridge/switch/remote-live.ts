import { z } from 'zod';
import type { Capability } from '../../shared/protocol/discovery.ts';
import { VaultLoomError } from '../../shared/protocol/errors.ts';
import { activeNoteOutput, baseQueryOutput, dqlResult } from '../../shared/protocol/schemas/live.ts';
import { Turns } from '../../shared/kit/turns.ts';
import type { LiveApp, LiveWait } from '../../shared/tools/live/live-app.ts';
import type { PluginClient } from './contact/plugin-client.ts';
import type { PluginLink } from './contact/plugin-link.ts';

interface LiveRoute<Output extends z.ZodType> {
  capability: LiveCapability;
  method: 'GET' | 'POST';
  path: string;
  body?: unknown;
  output: Output;
}

type LiveCapability = Extract<Capability, 'active' | 'dql' | 'base'>;

/**
 * Most requests to one route at a time. The plugin takes queries one by one, and those that wait there must not use up
 * the connections over which the engine is asked.
 */
const AT_ONCE = 4;

/**
 * The running app, asked over HTTP. In any version, the plugin is asked for what its discovery file says it
 * can do. Throws `plugin_unavailable` with the cause, `capability_missing`, `timeout`, and the plugin's own errors as
 * they are.
 */
export function createRemoteLive(link: PluginLink, client: PluginClient): LiveApp {
  const turns: Record<LiveCapability, Turns> = { active: new Turns(AT_ONCE), dql: new Turns(AT_ONCE), base: new Turns(AT_ONCE) };
  const ask = <Output extends z.ZodType>({ capability, ...route }: LiveRoute<Output>, { timeoutMs, signal: calledOff }: LiveWait) =>
    within({ timeoutMs, calledOff, path: route.path }, async (signal) => {
      const { capabilities, pluginVersion } = await link.discoveryForCall();
      if (!capabilities.includes(capability)) throw missingCapability(capability, pluginVersion);
      return turns[capability].run(() => client.request({ ...route, timeoutMs, signal }), signal);
    });
  return {
    activeNote: (wait) => ask({ capability: 'active', method: 'GET', path: '/active', output: activeNoteOutput }, wait),
    dql: (body, wait) => ask({ capability: 'dql', method: 'POST', path: '/dql', body, output: DQL_ANSWER }, wait),
    base: (body, wait) => ask({ capability: 'base', method: 'POST', path: '/base', body, output: BASE_ANSWER }, wait),
  };
}

const DQL_ANSWER = unchanged(dqlResult);
const BASE_ANSWER = unchanged(baseQueryOutput);

/** Checks an answer and passes on the original object: a parsed copy would lack a column named `__proto__`. */
function unchanged<Output>(schema: z.ZodType<Output>): z.ZodType<Output> {
  return z.custom<Output>().superRefine((answer, { addIssue }) => {
    for (const { path, message } of schema.safeParse(answer).error?.issues ?? []) addIssue({ code: 'custom', path, message });
  });
}

interface Limits {
  timeoutMs: number;
  calledOff: AbortSignal;
  /** Of the route, for the message. */
  path: string;
}

/** Gives the task so long in all, looking for the app and waiting for a turn included. */
async function within<T>({ timeoutMs, calledOff, path }: Limits, task: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const ended = new AbortController();
  const timer = setTimeout(() => ended.abort(timedOut(path, timeoutMs)), timeoutMs);
  const signal = AbortSignal.any([calledOff, ended.signal]);
  try {
    return await Promise.race([task(signal), abortOf(signal)]);
  } finally {
    clearTimeout(timer);
  }
}

function abortOf(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const onAbort = (): void => reject(signal.reason as Error);
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
  });
}

function timedOut(path: string, timeoutMs: number): VaultLoomError {
  return new VaultLoomError('timeout', `The notes app did not answer ${path} within ${timeoutMs} ms. A query that has begun continues there, as it cannot be cancelled, and others wait for it.`, {
    hint: 'Ask again in a while. A query can be narrowed, or be given a longer timeoutMs.',
  });
}

function missingCapability(capability: Capability, pluginVersion: string): VaultLoomError {
  return new VaultLoomError('capability_missing', `The installed Vault Loom plugin, version ${pluginVersion}, does not expose the route "${capability}". Upgrade the plugin.`, {
    hint: 'Ask the person to bring the plugin to the version of this server (`vault-loom install-plugin` does), and to reload the app.',
    details: { pluginVersion, capability },
  });
}
