import { applyEditPreviewInput, applyEditPreviewOutput } from '../../protocol/schemas/edit.ts';
import type { Steps } from '../../kit/work/slices.ts';
import { WRITES, defineTool } from '../tool.ts';
import { rewriteNote } from './rewrite-note.ts';

const TOOL = 'apply_edit_preview';

export const applyEditPreview = defineTool({
  name: TOOL,
  title: 'Apply an edit preview',
  description: 'Write an edit that edit_note showed with dryRun, if the note is unchanged since (5 minutes).',
  input: applyEditPreviewInput,
  output: applyEditPreviewOutput,
  annotations: WRITES,
  writesLinks: true,
  needsIndex: true,
  async run({ previewId }, context) {
    const { previews } = await context.writing();
    const preview = previews.find(previewId);
    const { path, text, diff, diffTruncated } = preview;
    const { bytes, warning } = await rewriteNote(context, TOOL, path, function* (_text, hash): Steps<{ text: string }> {
      previews.refuseStale(preview, hash);
      yield;
      return { text };
    });
    previews.drop(previewId);
    return {
      path,
      applied: true as const,
      diff,
      ...(diffTruncated === undefined ? {} : { diffTruncated }),
      bytes,
      ...(warning === undefined ? {} : { warning }),
    };
  },
});
