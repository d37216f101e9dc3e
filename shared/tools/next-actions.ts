import { shorten } from '../kit/text/shorten.ts';
import type { Context, NextAction } from '../protocol/schemas/common.ts';
import type { ToolContext } from './tool.ts';

/** The longest name, path or folder that tools accept. */
const LONGEST_NAME = 1_000;
const NAMES = ['name', 'from', 'to', 'title', 'directory', 'tag'] as const;
const LONGEST_DESCRIPTION = 300;

/**
 * The `context` half of a result. Leaves out suggestions of tools the client cannot see, or with names no tool accepts.
 */
export function resultContext(
  context: ToolContext,
  actions: readonly NextAction[],
  state: Record<string, unknown> = {},
): Context {
  const callable = actions.filter(
    ({ tool, args }) =>
      context.listedTools.has(tool) && NAMES.every((name) => String(args[name] ?? '').length <= LONGEST_NAME),
  );
  return {
    state,
    next_actions: callable.map(({ description, ...action }) => ({
      description: shorten(description, LONGEST_DESCRIPTION),
      ...action,
    })),
  };
}

export function suggestConnections(note: { path: string; title: string }): NextAction {
  return {
    description: `See what links to and from "${note.title}".`,
    tool: 'find_connections',
    args: { name: note.path },
  };
}
