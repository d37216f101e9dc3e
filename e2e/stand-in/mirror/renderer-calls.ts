/** The user who owns nothing, and the group of no one. */
export const NOBODY = 65_534;

/** What the process that is the sandbox's renderer is told when it starts. */
export interface RendererOptions {
  /** Absolute path of the vault's folder. */
  vaultPath: string;
  /** The configuration folder. */
  configDir: string;
  /** Timers fire once a second at most, as in a hidden window. */
  throttleTimers: boolean;
  /** Gives up the superuser's rights, which no file refuses. */
  withoutRights: boolean;
  /** Where its windows are shown; 0 is any free port. */
  port: number;
}

/** What the renderer may be asked. Everything crosses as JSON. */
export interface RendererCalls {
  /** → `{url}`, where the main window is shown. */
  start: RendererOptions;
  /** Runs an expression with `app` and `arg` in scope; one that gives a promise is waited for. */
  evaluate: { code: string; arg: unknown };
  /** Resolves when the sandbox has taken in what happened, and shows it. */
  settle: Record<never, never>;
  /** → texts of errors that nothing caught: what a person would see in the developer console. */
  errors: Record<never, never>;
  /** Ends plugins and window; the process ends after its answer. */
  close: Record<never, never>;
}

export type RendererCall = {
  [Name in keyof RendererCalls]: { id: number; name: Name; input: RendererCalls[Name] };
}[keyof RendererCalls];

export type RendererReply = { id: number; result: unknown } | { id: number; error: string };
