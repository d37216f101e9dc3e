import { z } from 'zod';
import type { Capability } from '../../shared/protocol/discovery.ts';
import { VaultLoomError } from '../../shared/protocol/errors.ts';
import { LIVE_METHODS, LIVE_ROUTES, type LiveMethod } from '../../shared/protocol/live-routes.ts';
import { untilAborted, withDeadline } from '../../shared/kit/time/deadline.ts';
import { scheduleAwake } from '../../shared/kit/time/schedule.ts';
import { Turns } from '../../shared/kit/concurrency/turns.ts';
import type { LiveApp, LiveWait } from '../../shared/tools/live/live-app.ts';
import { PluginUnavailable } from './contact/plugin-absence.ts';
import type { PluginClient } from './contact/plugin-client.ts';
import type { PluginLink, PluginState } from './contact/plugin-link.ts';

/**
 * Most requests to one route at a time. The plugin runs queries one by one, and those that wait must not use up the
 * connections that engine calls need.
 */
const AT_ONCE = 4;
/** Questions that do not wait for an app that hangs. A query does wait, as it may be what holds the app up. */
const CAN_BE_ANSWERED_ELSEWHERE: ReadonlySet<LiveMethod> = new Set<LiveMethod>(['base']);

/**
 * The running app, asked over HTTP, for what the plugin's discovery file says it can do. Throws `plugin_unavailable`
 * with the cause, `capability_missing`, `timeout`, and the plugin's own errors, unchanged.
 */
export function createRemoteLive(link: PluginLink, client: PluginClient): LiveApp {
  const calls = LIVE_METHODS.map((name) => [name, askerOf(name, link, client)]);
  return Object.fromEntries(calls) as LiveApp;
}

/** A question without arguments has only the wait, and is asked by `GET`. */
function askerOf(
  name: LiveMethod,
  link: PluginLink,
  client: PluginClient,
): (...args: [LiveWait] | [unknown, LiveWait]) => Promise<unknown> {
  const { capability, method, output } = LIVE_ROUTES[name];
  const path = `/${capability}`;
  const turns = new Turns(AT_ONCE);
  const answer = unchanged<unknown>(output);
  return (...args) => {
    const [body, wait] = args.length === 1 ? [undefined, args[0]] : args;
    const { timeoutMs, signal: calledOff } = wait;
    let isFound = false;
    const ask = async (signal: AbortSignal): Promise<unknown> => {
      const { capabilities, pluginVersion } = await link.discoveryForCall();
      isFound = true;
      if (!capabilities.includes(capability)) throw missingCapability(capability, pluginVersion);
      const gone = CAN_BE_ANSWERED_ELSEWHERE.has(name) ? whenGone(link) : null;
      const ended = gone === null ? signal : AbortSignal.any([signal, gone.signal]);
      const call = { method, path, output: answer, timeoutMs, signal: ended, ...(body === undefined ? {} : { body }) };
      return turns.run(() => client.request(call), ended).finally(() => gone?.stop());
    };
    // The time includes looking for the app and waiting for a turn.
    const late = (): VaultLoomError => (isFound ? timedOut(name, timeoutMs) : notFoundInTime(timeoutMs));
    const limits = { ms: timeoutMs, late, signal: calledOff, schedule: scheduleAwake };
    return withDeadline(limits, (signal) => untilAborted(ask(signal), signal));
  };
}

/** Aborts once the app counts as gone, with the cause. */
function whenGone(link: PluginLink): { signal: AbortSignal; stop: () => void } {
  const gone = new AbortController();
  const look = (state: PluginState | null): void => {
    if (state?.kind === 'absent') gone.abort(new PluginUnavailable(state.absence));
  };
  look(link.state);
  return { signal: gone.signal, stop: link.onChange(look) };
}

/** Checks an answer and passes on the original object: a parsed copy would lack a column named `__proto__`. */
function unchanged<Output>(schema: z.ZodType<Output>): z.ZodType<Output> {
  return z.custom<Output>().superRefine((answer, { addIssue }) => {
    for (const { path, message } of schema.safeParse(answer).error?.issues ?? [])
      addIssue({ code: 'custom', path, message });
  });
}

function timedOut(name: LiveMethod, timeoutMs: number): VaultLoomError {
  // The app ends the rest itself once nobody waits.
  const goesOn =
    name === 'dql' ? ' A query that has begun continues there, as it cannot be cancelled, and others wait for it.' : '';
  return new VaultLoomError(
    'timeout',
    `The notes app did not answer /${LIVE_ROUTES[name].capability} within ${timeoutMs} ms.${goesOn}`,
    {
      hint: 'Ask again in a while. A query can be narrowed, or be given a longer timeoutMs.',
    },
  );
}

function notFoundInTime(timeoutMs: number): VaultLoomError {
  return new VaultLoomError(
    'timeout',
    `The ${timeoutMs} ms were over before it was known whether the notes app is open. Nothing was asked of it.`,
    { hint: 'Give a longer timeoutMs: 1000 is enough to find out.' },
  );
}

function missingCapability(capability: Capability, pluginVersion: string): VaultLoomError {
  return new VaultLoomError(
    'capability_missing',
    `The installed Vault Loom plugin, version ${pluginVersion}, does not expose the route "${capability}". Upgrade the plugin.`,
    {
      hint: 'Ask the person to bring the plugin to the version of this server (`vault-loom install-plugin` does), and to reload the app.',
      details: { pluginVersion, capability },
    },
  );
}
