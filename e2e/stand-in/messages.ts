import type { ErrorBody } from '../../shared/protocol/errors.ts';
import type { ViewPace } from './app/views/view-pace.ts';

/** What the process that plays the app is told when it starts. */
export interface HostOptions {
  /** Absolute path of the vault's folder. */
  vaultPath: string;
  /** The app's configuration folder. */
  configDir: string;
  /** The per-user data folder that the plugin is to use. */
  dataDir: string;
  /** Timers fire once a second at most, as Chromium has it in a hidden window. */
  hiddenWindow: boolean;
  /** How views keep time, where it is not the app's own pace. */
  viewPace: Partial<ViewPace>;
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

/** What the process that plays the app holds, in bytes. */
export interface HostMemory {
  /** Objects and buffers in use; V8 keeps up to twice as much before it collects. */
  liveBytes: number;
}

/** What the test's side may ask. Everything crosses as JSON. */
export interface HostRequests {
  /** Loads the plugin, reports every file of the vault to it, and then the layout as ready. */
  start: { options: HostOptions };
  unload: Record<never, never>;
  /** Closes the app; the process can play another. */
  leave: Record<never, never>;
  /** Calls a method of the plugin's engine. */
  engine: { method: string; input: unknown };
  /** Creates, replaces, moves or deletes as the app does when the person asks. */
  writeFile: { path: string; text: string };
  rename: { path: string; newPath: string };
  remove: { path: string };
  /**
   * Opens a note, in the main window unless a split or a window of its own is asked for; answers the number of its
   * pane.
   */
  openNote: { path: string; mode?: 'source' | 'preview'; place?: 'tab' | 'split' | 'window' };
  /** Types at the end of a line, or of the text, of the note in a pane. */
  type: { pane: number; text: string; line?: number };
  /** Types words one after the other, letter by letter, until it is told to stop. */
  startTyping: { panes: number[]; everyMs: number; seed: number };
  /** Answers what was typed: {@link Typed}. */
  stopTyping: Record<never, never>;
  /** Saves what a pane shows, as the command of the app does. */
  save: { pane: number };
  /** Answers what the panes hold: {@link Pane}. */
  panes: Record<never, never>;
  /** Chooses a model, as the person does in the settings tab. */
  chooseModel: { embedder: string };
  /** Clicks the button of this text, if the person sees it; answers whether. */
  click: { button: string };
  /** Answers what the plugin tells the person: {@link Said}. */
  said: Record<never, never>;
  activity: Record<never, never>;
  /** Collects garbage, and answers what is left: {@link HostMemory}. */
  memory: Record<never, never>;
  /** Texts of the notices shown so far, and of errors that reached the window. */
  notices: Record<never, never>;
}

/**
 * Texts of the status bar, of its tooltip, of the plugin's settings tab, of the open dialog, and of the notices shown
 * so far.
 */
export interface Said {
  statusBar: string;
  tooltip: string;
  settings: string;
  /** Texts of the buttons that the person sees, in the settings tab and the dialog. */
  buttons: string[];
  dialog: string;
  notices: string[];
}

/** What the person typed. */
export interface Typed {
  words: string[];
  /** Letters that found no open note to go to. */
  unheard: number;
}

/** A pane with a note, as the person has it before them. */
export interface Pane {
  pane: number;
  path: string | null;
  text: string;
  isUnsaved: boolean;
}

export type HostOperation = keyof HostRequests;

export interface HostCall {
  id: number;
  operation: HostOperation;
  input: unknown;
}

export type HostReply = { id: number; result: unknown } | { id: number; error: ErrorBody };
