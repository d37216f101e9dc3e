import { VaultLoomError } from '../../protocol/errors.ts';
import { fromHttpError } from '../../protocol/http.ts';
import { LONGEST_REVIEW_DIFF, MOST_REVIEW_PATHS, type ReviewAnswer } from '../../protocol/review.ts';
import { diffSteps } from '../../writing/change/change-diff.ts';
import type { Step } from '../../writing/change/change-record.ts';
import { clientName, type Tool, type ToolContext } from '../tool.ts';
import { modeForClient } from './mode-for-client.ts';
import type { PortableCall, Review } from './review.ts';
import { planOf, plannedPaths } from './review-plan.ts';
import { agreeingWriter, planningWriter, WouldWrite } from './reviewed-writer.ts';
import { verdictOf, writesFreely } from './verdict.ts';

/** Runs a tool in a context. */
export type RunTool = (context: ToolContext) => Promise<Record<string, unknown>>;

/** What a call would do, or its result if it writes nothing. */
export type PlannedCall = { steps: readonly Step[] } | { result: Record<string, unknown> };

/**
 * Runs a call of a writing tool as the person's rules say. A change that they want to see is planned, shown, and, on a
 * yes, made by the plugin; no path is held meanwhile. All others are made here.
 *
 * @throws VaultLoomError `read_only`, `declined` (`details.reason`), `pending_review` (`details.reviewId`),
 * `review_unavailable`; what the tool throws
 */
export async function runReviewed(
  tool: Tool,
  input: Record<string, unknown>,
  context: ToolContext,
  review: Review,
  run: RunTool,
): Promise<Record<string, unknown>> {
  const client = clientName(context);
  const rules = await review.rules();
  if (writesFreely(rules, client)) return run(context);
  const planned = await planCall(context, run);
  if ('result' in planned) return planned.result;
  let { steps } = planned;
  if (verdictOf(rules, client, planOf(steps)) === 'write') {
    const agree = (now: readonly Step[]): void => {
      if (verdictOf(rules, client, planOf(now)) !== 'write') throw new WouldWrite(now);
    };
    // The files may have changed since: what is about to be written is judged again.
    const written = await runAgreed(context, run, agree);
    if ('result' in written) return written.result;
    steps = written.steps;
  }
  const plan = planOf(steps);
  if (verdictOf(rules, client, plan) === 'refuse')
    throw readOnly(modeForClient(rules, client) === 'read-only' ? 'client' : 'folder');
  const portable: PortableCall = (await tool.portable?.(input, context)) ?? { tool: tool.name, args: input };
  const { tool: name, args, resultOf = (result) => result } = portable;
  const { rules: limits, slicer } = await context.writing();
  const question = {
    tool: name,
    args,
    paths: plannedPaths(plan).slice(0, MOST_REVIEW_PATHS),
    diff: await slicer.run(diffSteps(steps, LONGEST_REVIEW_DIFF)),
    client,
    folders: limits.folders === null ? null : [...limits.folders],
  };
  // Nobody waits for a call that waits for the person.
  context.arrival?.leave();
  return resultOf(await settledResult(await review.ask(question, context.signal), context, plannedPaths(plan)));
}

/** What a call would do to the files as they are now, or its result if it writes nothing. Holds no path. */
async function planCall(context: ToolContext, run: RunTool): Promise<PlannedCall> {
  const writing = await context.writing();
  const writer = planningWriter(writing.writer, writing.rules);
  return untilItWrites(() => run({ ...context, writing: () => Promise.resolve({ ...writing, writer }) }));
}

async function runAgreed(
  context: ToolContext,
  run: RunTool,
  agree: (steps: readonly Step[]) => void,
): Promise<PlannedCall> {
  const writing = await context.writing();
  const { writer } = agreeingWriter(writing.writer, { rules: writing.rules, agree });
  return untilItWrites(() => run({ ...context, writing: () => Promise.resolve({ ...writing, writer }) }));
}

/** The result of a call, or the steps at which it was stopped. */
async function untilItWrites(call: () => Promise<Record<string, unknown>>): Promise<PlannedCall> {
  try {
    return { result: await call() };
  } catch (error) {
    if (error instanceof WouldWrite) return { steps: error.steps };
    throw error;
  }
}

/** The result of a call that the person said yes to. */
async function settledResult(
  { id, decision, reason, result, error, partlyApplied }: ReviewAnswer,
  { engine }: ToolContext,
  paths: string[],
): Promise<Record<string, unknown>> {
  if (decision === 'pending')
    throw new VaultLoomError('pending_review', 'The person has not answered yet. Nothing has been written so far.', {
      hint: `Go on with other things; later call apply_edit_preview with previewId "${id}" to learn the answer. It waits for 24 hours.`,
      details: { reviewId: id },
    });
  if (decision === 'declined')
    throw new VaultLoomError(
      'declined',
      reason === undefined ? 'The person declined this change.' : `The person declined this change: ${reason}`,
      {
        hint: 'Nothing was written. Do not repeat the call unchanged.',
        details: { reviewId: id, ...(reason === undefined ? {} : { reason }) },
      },
    );
  if (error !== undefined) throw fromHttpError(error);
  // The plugin wrote it; an engine of this process may answer next.
  await engine.refresh({ paths }).catch(() => undefined);
  return {
    ...result,
    ...(partlyApplied === undefined ? {} : { partlyApplied }),
    ...(reason === undefined ? {} : { reason }),
  };
}

function readOnly(subject: 'client' | 'folder'): VaultLoomError {
  return new VaultLoomError(
    'read_only',
    subject === 'client'
      ? 'The person lets this client read, but not write.'
      : 'The person lets assistants read in this folder, but not write.',
    { hint: "It is a setting of the Vault Loom plugin ('Before an assistant writes'), which only the person changes." },
  );
}
