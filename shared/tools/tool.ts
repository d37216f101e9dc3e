import type { z } from 'zod';
import type { Engine } from '../engine/engine.ts';
import type { LiveApp } from './live/live-app.ts';
import type { Writing } from './write/writing-parts.ts';

/** What a tool works with during one call. */
export interface ToolContext {
  engine: Engine;
  live: LiveApp;
  /** What writing tools need; opened at first use. Throws if the vault cannot be written to. */
  writing: () => Promise<Writing>;
  /** Names of the tools the client can see; suggestions name no others. */
  listedTools: ReadonlySet<string>;
  /** What the app calls the vault: its folder's name. Absent if unknown. */
  vaultName?: string;
  /** Aborted when the client cancels the call. */
  signal: AbortSignal;
  /** The client, if it identified itself. */
  client?: { name: string; version: string };
}

/** The protocol's hints about what a call may do. */
export interface ToolAnnotations {
  readOnlyHint: boolean;
  destructiveHint: boolean;
  idempotentHint: boolean;
  openWorldHint: boolean;
}

/** One of the tools, as data. `description` is written for a model and is paid for by the token. */
export interface Tool<Input extends z.ZodObject = z.ZodObject, Output extends z.ZodObject = z.ZodObject> {
  name: string;
  title: string;
  description: string;
  input: Input;
  /** One open object, as clients see it. */
  output: Output;
  /** The exact shape, checked before sending, if `output` is looser. */
  strictOutput?: z.ZodType;
  annotations: ToolAnnotations;
  /** Whether a call may write links, which must survive a note moving at the same time. */
  writesLinks?: boolean;
  /** Path of the requested text in the answer; it has its own bound and is sent in full. */
  uncut?: readonly string[];
  /** Whether a call waits until the vault is indexed. */
  needsIndex: boolean;
  /** Answers a call whose arguments were validated against `input`. Throws `VaultLoomError`. */
  run(input: z.output<Input>, context: ToolContext): Promise<z.output<Output>>;
}

/** Types a tool's `run` from its schemas. */
export function defineTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  tool: Tool<Input, Output>,
): Tool<Input, Output> {
  return tool;
}

/** Annotations of a tool that does not change the vault. */
export const READ_ONLY: ToolAnnotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};

/** Annotations of a tool that changes notes. */
export const WRITES: ToolAnnotations = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: false,
  openWorldHint: false,
};
