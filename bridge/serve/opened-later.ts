import { LIVE_METHODS } from '../../shared/protocol/live-routes.ts';
import type { LiveApp } from '../../shared/tools/live/live-app.ts';
import type { Review } from '../../shared/tools/review/review.ts';

/** The app, opened by the first call that asks it. */
export function appLater(open: () => Promise<LiveApp>): LiveApp {
  const calls = LIVE_METHODS.map((method) => [
    method,
    async (...args: never) => ((await open())[method] as (...args: never) => Promise<unknown>)(...args),
  ]);
  return Object.fromEntries(calls) as LiveApp;
}

/** The person, asked by way of what the first question opens. */
export function reviewLater(open: () => Promise<Review>): Review {
  return {
    rules: async () => (await open()).rules(),
    ask: async (question, signal) => (await open()).ask(question, signal),
    collect: async (id, signal) => (await open()).collect(id, signal),
  };
}
