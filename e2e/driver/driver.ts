import type { App, Plugin } from 'obsidian';
import type { Page } from 'playwright';

/** What journeys use of the app beyond its public interface. */
export interface JourneyApp extends App {
  plugins: {
    plugins: Record<string, Plugin>;
    enabledPlugins: Set<string>;
    loadManifests(): Promise<unknown>;
    enablePlugin(id: string): Promise<unknown>;
    disablePlugin(id: string): Promise<unknown>;
  };
  commands: { commands: Record<string, { name: string }>; executeCommandById(id: string): boolean };
  cli: { run(name: string, ...words: string[]): Promise<string> };
  setting: { open(): void; openTabById(id: string): unknown; close(): void; pluginTabs: { id: string }[] };
}

/**
 * A running host of plugins on a copy of the sample vault, with the built plugin installed. The same journeys run in
 * each.
 */
export interface AppDriver {
  /** Which host it is. */
  name: string;
  /** The main window. Call `settle` after each thing done in it, before checking its effects elsewhere. */
  page: Page;
  vaultPath: string;
  /** The per-user data folder that the plugin uses, for a bridge on the same vault. Absolute. */
  dataDir: string;
  /**
   * Runs a function, or an expression, in the window, with `app` in scope. Functions are sent as text: they see nothing
   * else of their surroundings. Input and result are sent as JSON.
   */
  evaluate<T, A = undefined>(code: ((app: JourneyApp, arg: A) => T | Promise<T>) | string, arg?: A): Promise<T>;
  /** Resolves when no event is pending, and all their effects are shown. Plugins may still be at work. */
  settle(): Promise<void>;
  /** Ends the window and starts it again on the same vault. What is to outlive it must have been saved. */
  restart(): Promise<void>;
  /** Errors that nothing caught, as the developer console shows them. */
  errors(): Promise<string[]>;
  close(): Promise<void>;
}

/** The text of an expression equivalent to the input of `evaluate`, with `app` and `arg` in scope. */
export function evaluatedCode(code: ((...input: never[]) => unknown) | string): string {
  return typeof code === 'string' ? code : `(${code.toString()})(app, arg)`;
}
