import type { z } from 'zod';
import type { Engine } from '../engine/engine.ts';
import { cutTo } from '../kit/text/shorten.ts';
import { LONGEST_CLIENT } from '../protocol/review.ts';
import { isPersonsName } from '../writing/journal/persons.ts';
import type { Arrival } from './call/arrivals.ts';
import type { LiveApp } from './live/live-app.ts';
import type { PortableCall, Review } from './review/review.ts';
import type { Writing } from './write/parts/writing-parts.ts';

/** How far a call is: how many of how many files. */
export interface WorkProgress {
  part: 'reading' | 'writing';
  done: number;
  total: number;
}

/** What a tool works with during a call. */
export interface ToolContext {
  engine: Engine;
  live: LiveApp;
  /** What writing tools need; opened on first use. Throws if the vault cannot be written to. */
  writing: () => Promise<Writing>;
  /** The tools the client can see; suggestions name no others. */
  listedTools: ReadonlySet<string>;
  /** The vault's folder name, as in the app; absent if unknown. */
  vaultName?: string;
  /** Keeps which notes' text the client gets; absent: nobody does. Never throws, and never waits. */
  noteReading?: (reading: { client: string; tool: string; paths: string[] }) => void;
  /** Aborts when the client cancels the call. */
  signal: AbortSignal;
  /** The call's place among those of its client, if {@link Tool.inOrder}; absent if nothing comes at once. */
  arrival?: Arrival;
  /** Told how far a call of many files is. Cheap. */
  progress?: (progress: WorkProgress) => void;
  /** The person, asked before a change as their rules say; absent where calls are the person's own, or agreed on. */
  review?: Review;
  /** The client, if it identified itself. */
  client?: { name: string; version: string };
}

/** As the client calls itself, for the person's rules, history and reading log; never as the person. */
export function clientName({ client }: Pick<ToolContext, 'client'>): string {
  const name = cutTo(client?.name ?? 'unknown client', LONGEST_CLIENT);
  return isPersonsName(name) ? `${name} (client)` : name;
}

/** Hints of the protocol about what a call may do. */
export interface ToolAnnotations {
  readOnlyHint: boolean;
  destructiveHint: boolean;
  idempotentHint: boolean;
  openWorldHint: boolean;
}

/** A tool as data. Every conversation pays for `description`. */
export interface Tool<Input extends z.ZodObject = z.ZodObject, Output extends z.ZodObject = z.ZodObject> {
  name: string;
  title: string;
  description: string;
  input: Input;
  /** One open object, as clients see it. */
  output: Output;
  /** The exact shape of results, if `output` is looser. */
  strictOutput?: z.ZodType;
  annotations: ToolAnnotations;
  /** Whether a call may write links; a move waits for such calls. */
  writesLinks?: boolean;
  /** Whether calls on one note are made in the order in which they came. */
  inOrder?: boolean;
  /** Path of a text in the answer that has its own bound and is sent in full. */
  uncut?: readonly string[];
  /** Whether a call waits until the vault is indexed. */
  needsIndex: boolean;
  /** The call as another process can make it; absent if its arguments mean the same there. Throws `VaultLoomError`. */
  portable?(input: z.output<Input>, context: ToolContext): Promise<PortableCall>;
  /** What else the hint says to a call whose arguments are wrong, since only the vault tells; null: nothing. */
  wayOut?(given: Record<string, unknown>, context: ToolContext): Promise<string | null>;
  /** Answers a call, its arguments checked against `input`. Throws `VaultLoomError`. */
  run(input: z.output<Input>, context: ToolContext): Promise<z.output<Output>>;
}

/** Infers the types of `run` from the schemas. */
export function defineTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  tool: Tool<Input, Output>,
): Tool<Input, Output> {
  return tool;
}

/** For a tool that does not change the vault. */
export const READ_ONLY: ToolAnnotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};

/** For a tool that changes notes. */
export const WRITES: ToolAnnotations = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: false,
  openWorldHint: false,
};
