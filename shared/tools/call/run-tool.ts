import type { z } from 'zod';
import { VaultLoomError } from '../../protocol/errors.ts';
import { runReviewed, type RunTool } from '../review/review-gate.ts';
import { boundAnswer } from './bounded-answer.ts';
import { clientName, type Tool, type ToolContext } from '../tool.ts';
import { notesShown } from './notes-shown.ts';

/**
 * Runs a tool on arguments from `parseArguments`; its result is bounded and has the promised shape. Throws what the
 * tool throws, and `internal` for another shape.
 */
export async function runTool(
  tool: Tool,
  input: Record<string, unknown>,
  context: ToolContext,
): Promise<Record<string, unknown>> {
  const answer = await started(tool, input, context).catch((error: unknown) => {
    noteReading(tool, context, linesOfError(error, input));
    throw error;
  });
  const result = boundAnswer(answer, {
    ...(tool.uncut === undefined ? {} : { uncut: tool.uncut }),
  });
  assertShape(tool, tool.output, result);
  if (tool.strictOutput !== undefined) assertShape(tool, tool.strictOutput, result);
  noteReading(tool, context, result);
  return result;
}

function noteReading(tool: Tool, context: ToolContext, answer: unknown): void {
  if (context.noteReading === undefined) return;
  const paths = notesShown(answer);
  if (paths.length > 0) context.noteReading({ client: clientName(context), tool: tool.name, paths });
}

/** An error may quote lines of the note that was named. */
function linesOfError(error: unknown, { name }: Record<string, unknown>): unknown {
  if (!(error instanceof VaultLoomError) || error.details === undefined || typeof name !== 'string') return null;
  return { path: name, ...error.details };
}

async function started(
  tool: Tool,
  input: Record<string, unknown>,
  context: ToolContext,
): Promise<Record<string, unknown>> {
  const run: RunTool = async (within) => {
    if (tool.writesLinks !== true) return tool.run(input, within);
    const { inFlight } = await within.writing();
    return inFlight.track(tool.run(input, within));
  };
  const { review } = context;
  if (review === undefined || tool.annotations.readOnlyHint) return run(context);
  return runReviewed(tool, input, context, review, run);
}

function assertShape(tool: Tool, schema: z.ZodType, result: unknown): void {
  const checked = schema.safeParse(result);
  if (checked.success) return;
  const [issue] = checked.error.issues;
  const where = issue?.path.join('.') ?? '';
  throw new VaultLoomError(
    'internal',
    `${tool.name} produced a result of the wrong shape at "${where}": ${issue?.message ?? 'unknown'}`,
  );
}
