import type { z } from 'zod';
import type { Engine } from '../engine/engine.ts';
import type { LiveApp } from './live/live-app.ts';
import type { Writing } from './write/writing-parts.ts';

/** What a tool works with during one call. */
export interface ToolContext {
  engine: Engine;
  live: LiveApp;
  /** What tools that write need; opened at first use. Throws why the vault cannot be written to. */
  writing: () => Promise<Writing>;
  /** Names of the tools the client can see; a suggestion names no other. */
  listedTools: ReadonlySet<string>;
  /** What the app calls the vault: its folder's name. Absent where it is not known. */
  vaultName?: string;
  /** Aborted when the client cancels the call. */
  signal: AbortSignal;
  /** Who asks, where the client said so. */
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
  /** One open object, as clients are told. */
  output: Output;
  /** The exact shape, checked before sending, where `output` is looser. */
  strictOutput?: z.ZodType;
  annotations: ToolAnnotations;
  /** Whether a call may write links, which a note that moves meanwhile must not lose. */
  writesLinks?: boolean;
  /** Path of the text in the answer that the caller asked for, with a bound of its own: it is sent however long it is. */
  uncut?: readonly string[];
  /** Whether a call waits until the vault is indexed. */
  needsIndex: boolean;
  /** Answers a call whose arguments were validated against `input`. Throws `VaultLoomError`. */
  run(input: z.output<Input>, context: ToolContext): Promise<z.output<Output>>;
}

/** Types a tool's `run` from its schemas. */
export function defineTool<Input extends z.ZodObject, Output extends z.ZodObject>(tool: Tool<Input, Output>): Tool<Input, Output> {
  return tool;
}

/** Annotations of a tool that leaves the vault as it is. */
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
