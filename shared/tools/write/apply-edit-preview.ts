import {
  applyEditPreviewInput,
  applyEditPreviewOutput,
  applyEditPreviewResult,
  type ApplyEditPreviewOutput,
} from '../../protocol/schemas/edit.ts';
import { VaultLoomError } from '../../protocol/errors.ts';
import { fromHttpError } from '../../protocol/http.ts';
import { isReviewId } from '../../protocol/review.ts';
import { WRITES, defineTool, type ToolContext } from '../tool.ts';
import { applyMany } from './edit-notes.ts';
import { editingText, rewriteNote, type TextEditing } from './parts/rewrite-note.ts';

const TOOL = 'apply_edit_preview';

export const applyEditPreview = defineTool({
  name: TOOL,
  title: 'Apply an edit preview',
  description:
    'Write to a note what edit_note showed with dryRun (5 minutes), or learn the answer to a change that waits for the person.',
  input: applyEditPreviewInput,
  output: applyEditPreviewOutput,
  strictOutput: applyEditPreviewResult,
  annotations: WRITES,
  writesLinks: true,
  inOrder: true,
  needsIndex: true,
  async portable({ previewId }, context) {
    const { previews } = await context.writing();
    const { args } = previews.find(previewId);
    return {
      tool: 'edit_note',
      args,
      resultOf: ({ changed: _changed, mode: _mode, removedLen: _removedLen, ...result }) => {
        previews.drop(previewId);
        return { ...result, applied: true };
      },
    };
  },
  async run({ previewId }, context): Promise<ApplyEditPreviewOutput> {
    if (isReviewId(previewId)) return collect(previewId, context);
    const { previews } = await context.writing();
    const preview = previews.find(previewId);
    if (preview.notes !== undefined) {
      const applied = await applyMany(preview, context, TOOL);
      previews.drop(previewId);
      return { applied: true, ...applied };
    }
    const { path, text, diff, diffTruncated } = preview;
    const writePreviewed: TextEditing<{ text: string }> = function* (_text, { hash }) {
      previews.refuseStale(preview, hash);
      yield;
      return { text };
    };
    const { after, warning } = await rewriteNote(context, TOOL, path, editingText(path, writePreviewed));
    previews.drop(previewId);
    return {
      path,
      applied: true as const,
      diff,
      ...(diffTruncated === undefined ? {} : { diffTruncated }),
      bytes: after.length,
      ...(warning === undefined ? {} : { warning }),
    };
  },
});

/** What became of a change that the person was shown. The result is that of the tool that was called. */
async function collect(id: string, { review, signal }: ToolContext): Promise<ApplyEditPreviewOutput> {
  if (review === undefined)
    throw new VaultLoomError('preview_not_found', 'Nothing waits for the person here.', {
      hint: 'Call the tool again.',
    });
  const { decision, reason, partlyApplied, result, error } = await review.collect(id, signal);
  if (decision === 'pending')
    throw new VaultLoomError('pending_review', 'The person has not answered yet.', {
      hint: 'Ask again later; it waits for 24 hours.',
      details: { reviewId: id },
    });
  if (error !== undefined) throw fromHttpError(error);
  return {
    decision,
    ...(reason === undefined ? {} : { reason }),
    ...(partlyApplied === undefined ? {} : { partlyApplied }),
    ...(result === undefined ? {} : { result }),
  };
}
