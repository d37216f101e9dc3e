import type { ErrorBody } from '../../shared/protocol/errors.ts';

/** What the process that plays the app is told when it starts. */
export interface HostOptions {
  /** Absolute path of the vault's folder. */
  vaultPath: string;
  /** The app's configuration folder. */
  configDir: string;
  /** Timers fire once a second at most, as Chromium has it in a hidden window. */
  hiddenWindow: boolean;
}

/** What still runs in the process that plays the app. */
export interface HostActivity {
  workers: number;
  timers: number;
  /** Listeners on the vault, the workspace and the metadata cache. */
  listeners: number;
  /** Node's names of what keeps the event loop alive, such as `FSReqPromise` or `TCPServerWrap`. */
  resources: string[];
}

/** What the test's side may ask. Everything crosses as JSON. */
export interface HostRequests {
  /** Loads the plugin, reports every file of the vault to it, and then the layout as ready. */
  start: { options: HostOptions };
  unload: Record<never, never>;
  /** Calls a method of the plugin's engine. */
  engine: { method: string; input: unknown };
  /** Creates, replaces, moves or deletes as the app does when the person asks. */
  writeFile: { path: string; text: string };
  rename: { path: string; newPath: string };
  remove: { path: string };
  activity: Record<never, never>;
  /** Texts of the notices shown so far, and of errors that reached the window. */
  notices: Record<never, never>;
}

export type HostOperation = keyof HostRequests;

export interface HostCall {
  id: number;
  operation: HostOperation;
  input: unknown;
}

export type HostReply = { id: number; result: unknown } | { id: number; error: ErrorBody };
