import { isNotePath } from '../../../vault/paths.ts';
import type { ToolContext } from '../../tool.ts';

/**
 * The new path of a note that any process's tool just moved away from `path` (with or without `.md`), or null. A call
 * sent before the move was answered may still use the old path.
 */
export async function movedAMomentAgo(context: ToolContext, path: string): Promise<string | null> {
  const { writer } = await context.writing();
  const bare = path.trim().replace(/^\/+/, '');
  const start = isNotePath(bare) ? bare : `${bare}.md`;
  let at = start;
  const newestFirst = await writer.history.movesSince(Date.now() - REMEMBERED_MS);
  for (const { from, to } of newestFirst.reverse()) if (from === at) at = to;
  return at === start ? null : at;
}

const REMEMBERED_MS = 5_000;
