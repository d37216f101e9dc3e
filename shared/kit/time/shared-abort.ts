import { setMaxListeners } from 'node:events';

/**
 * An `AbortController` for what may happen while any number of callers wait for something else (see `untilAborted`). A
 * promise that stays pending is not for that: `Promise.race` with it keeps each result until it settles.
 */
export function sharedAbort(): AbortController {
  const controller = new AbortController();
  // From the eleventh listener on, Node would warn of a leak.
  setMaxListeners(0, controller.signal);
  return controller;
}
