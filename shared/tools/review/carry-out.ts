import { unifiedDiff } from '../../edit/unified-diff.ts';
import type { Engine } from '../../engine/engine.ts';
import { recordOf } from '../../kit/record-of.ts';
import { VaultLoomError } from '../../protocol/errors.ts';
import { LIVE_METHODS } from '../../protocol/live-routes.ts';
import type { Step } from '../../writing/change/change-record.ts';
import type { Change } from '../../writing/change/file-change.ts';
import { ALL_TOOLS } from '../all-tools.ts';
import { parseArguments } from '../call/arguments.ts';
import { runTool } from '../call/run-tool.ts';
import type { Tool, ToolContext } from '../tool.ts';
import type { OpenedWriting, Writing } from '../write/parts/writing-parts.ts';
import { namedPlaces, underNewNames } from './follow-renames.ts';
import { planOf, planOfEdit, type ReviewPlan } from './review-plan.ts';
import { agreeingWriter, planningWriter, WouldWrite } from './reviewed-writer.ts';

/** A call that another process asked for. */
export interface ForeignCall {
  tool: string;
  args: Record<string, unknown>;
  /** A claim. */
  client: string;
  /** The only folders it may write to; null for no limit. */
  folders: readonly string[] | null;
  /** When it was asked for, in milliseconds since 1970, which is what "today" means in it; this moment if left out. */
  askedAt?: number;
}

/** What calls are made with. */
export interface CallParts {
  engine: Engine;
  writing: OpenedWriting;
}

/** What the person said yes to. */
export interface Approval {
  /** Of the plan they saw; null if they accepted anything from the client. */
  fingerprint: string | null;
  /** For an edit of one note, parts of which they left out: the note's whole new text. */
  text?: string;
}

/**
 * What became of an approved call: its result (`failure` if it was written but a later step failed), or its present
 * plan, which differs from the approved one.
 */
export type CarriedOut =
  | { result: Record<string, unknown>; partlyApplied: boolean; failure: VaultLoomError | null; plan?: never }
  | { plan: ReviewPlan; result?: never };

/**
 * The tool that a call names, with its arguments checked by the tool's own schema.
 *
 * @throws VaultLoomError `invalid_arguments`, also for a tool that does not write, or whose arguments mean something in
 * the caller's process alone
 */
export function readCall({ tool: name, args }: Pick<ForeignCall, 'tool' | 'args'>): {
  tool: Tool;
  input: Record<string, unknown>;
} {
  const tool = ALL_TOOLS.find((one) => one.name === name && !one.annotations.readOnlyHint && !NOT_HERE.has(name));
  if (tool === undefined)
    throw new VaultLoomError('invalid_arguments', 'This tool does not write notes, or is not known here.');
  const input = parseArguments(tool, args);
  if (holdsBuffered(input))
    throw new VaultLoomError('invalid_arguments', '`from_buffer` names what only the caller knows.');
  return { tool, input };
}

/**
 * What a call would do to the files as they are now; null if it would write nothing. Notes that were renamed since it
 * was asked for are found where they are now. Throws what the tool throws.
 */
export async function planForeign(
  asked: ForeignCall,
  parts: CallParts,
  signal: AbortSignal,
): Promise<ReviewPlan | null> {
  const call = await withNewNames(asked, parts);
  const writing = asAsked(parts.writing, call);
  const writer = planningWriter(writing.writer, writing.rules);
  try {
    await makeCall(call, { ...parts, writing: { ...writing, writer } }, signal);
    return null;
  } catch (error) {
    if (error instanceof WouldWrite) return plannedAs(call, error);
    throw error;
  }
}

/**
 * Makes a call as it was approved, on the notes that {@link planForeign} finds. If the files have changed so that it
 * would do something else, writes nothing.
 */
export async function carryOut(
  asked: ForeignCall,
  parts: CallParts,
  { fingerprint, text }: Approval,
  signal: AbortSignal,
): Promise<CarriedOut> {
  const call = await withNewNames(asked, parts);
  const writing = asAsked(parts.writing, call);
  let left: { path: string; before: Uint8Array } | null = null;
  const adjust = (change: Change): Change => {
    const [file] = change.files;
    if (text === undefined || change.files.length !== 1 || file?.kind !== 'edit' || typeof file.before === 'string')
      return change;
    if (planOfEdit(file.path, file.before, file.after).fingerprint !== fingerprint) return change;
    left = { path: file.path, before: file.before };
    return { ...change, files: [{ ...file, after: new TextEncoder().encode(text) }] };
  };
  const agree = (steps: readonly Step[]): void => {
    if (left === null && fingerprint !== null && planOf(steps).fingerprint !== fingerprint) throw new WouldWrite(steps);
  };
  const { writer, hasWritten } = agreeingWriter(writing.writer, { rules: writing.rules, adjust, agree });
  try {
    const result = await makeCall(call, { ...parts, writing: { ...writing, writer } }, signal);
    // The compiler does not see that `adjust` has run.
    const shortened = left as { path: string; before: Uint8Array } | null;
    if (shortened === null || text === undefined) return { result, partlyApplied: false, failure: null };
    return { result: { ...result, ...describePart(shortened, text) }, partlyApplied: true, failure: null };
  } catch (error) {
    if (hasWritten() && error instanceof VaultLoomError)
      return { result: {}, partlyApplied: left !== null, failure: error };
    if (error instanceof WouldWrite) return { plan: plannedAs(call, error) };
    throw error;
  }
}

function plannedAs({ args }: ForeignCall, { steps }: WouldWrite): ReviewPlan {
  return { ...planOf(steps), named: namedPlaces(args) };
}

/** Arguments of these name what only the caller's process holds. */
const NOT_HERE: ReadonlySet<string> = new Set(['apply_edit_preview', 'reindex']);

function holdsBuffered({ from_buffer: own, edits }: Record<string, unknown>): boolean {
  const items: unknown[] = Array.isArray(edits) ? edits : [];
  return own === true || items.some((item) => (item as { from_buffer?: unknown }).from_buffer === true);
}

async function withNewNames(call: ForeignCall, { writing }: CallParts): Promise<ForeignCall> {
  if (call.askedAt === undefined) return call;
  return { ...call, args: await underNewNames(call.args, call.askedAt, await writing.writer.namesNow()) };
}

function makeCall(
  call: ForeignCall,
  { engine, writing }: { engine: Engine; writing: Writing },
  signal: AbortSignal,
): Promise<Record<string, unknown>> {
  const { tool, input } = readCall(call);
  const context: ToolContext = {
    engine,
    writing: () => Promise.resolve(writing),
    live: recordOf(LIVE_METHODS, () => () => Promise.reject(new VaultLoomError('internal', 'A write asks no app.'))),
    listedTools: new Set(ALL_TOOLS.map(({ name }) => name)),
    signal,
    client: { name: call.client, version: '' },
  };
  return runTool(tool, input, context);
}

/**
 * Where the call may write, and which day counts as today: a yes may come a day later, but is to the note of the day
 * that was meant.
 */
function asAsked(writing: Writing, { folders, askedAt }: ForeignCall): Writing {
  return {
    ...writing,
    ...(folders === null ? {} : { rules: { ...writing.rules, folders } }),
    ...(askedAt === undefined ? {} : { now: () => askedAt }),
  };
}

/** What the tool would have answered to the part that was written. */
function describePart({ path, before }: { path: string; before: Uint8Array }, text: string): Record<string, unknown> {
  const after = new TextEncoder().encode(text);
  return {
    diffTruncated: undefined,
    removedLen: undefined,
    ...unifiedDiff(path, before, after),
    bytes: after.length,
  };
}
