import { isNotePath } from '../../vault/paths.ts';
import type { ToolContext } from '../tool.ts';

/**
 * The path that a note has now which a tool moved away from `path` (with or without `.md`) a moment ago, here or in another server;
 * null where none was. A call sent before the move was answered may still name the old path.
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
