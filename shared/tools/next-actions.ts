import { shorten } from '../kit/text/shorten.ts';
import type { Context, NextAction } from '../protocol/schemas/common.ts';
import type { ToolContext } from './tool.ts';

/** The longest name, path or folder that tools accept. */
const LONGEST_NAME = 1_000;
const NAMES = ['name', 'names', 'from', 'to', 'title', 'directory', 'tag'] as const;
const LONGEST_DESCRIPTION = 300;
const MOST_ACTIONS = 3;

/**
 * The `context` half of a result, with the first three suggestions that can be followed: of tools the client sees, with
 * names that tools accept.
 */
export function resultContext(
  context: ToolContext,
  actions: readonly NextAction[],
  state: Record<string, unknown> = {},
): Context {
  const callable = actions.filter(
    ({ tool, args }) => context.listedTools.has(tool) && NAMES.every((name) => longest(args[name]) <= LONGEST_NAME),
  );
  return {
    state,
    next_actions: callable.slice(0, MOST_ACTIONS).map(({ description, ...action }) => ({
      description: shorten(description, LONGEST_DESCRIPTION),
      ...action,
    })),
  };
}

/** The length of a text, or of the longest of several. */
function longest(value: unknown): number {
  return Math.max(0, ...(Array.isArray(value) ? value : [value ?? '']).map((text) => String(text).length));
}

export function suggestConnections(note: { path: string; title: string }): NextAction {
  return {
    description: `See what links to and from "${note.title}".`,
    tool: 'find_connections',
    args: { name: note.path },
  };
}
