import { isNotePath } from '../../vault/paths.ts';
import type { ToolContext } from '../tool.ts';

/**
 * The current path of a note that a tool, here or in another server, has just moved away from `path` (with or without `.md`);
 * null if there was none. A call sent before the move was answered may still use the old path.
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
