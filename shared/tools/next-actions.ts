import type { Context, NextAction } from '../protocol/schemas/common.ts';
import type { ToolContext } from './tool.ts';

/** The `context` half of a result; suggestions of tools that the client cannot see are left out. */
export function resultContext(context: ToolContext, actions: readonly NextAction[], state: Record<string, unknown> = {}): Context {
  return { state, next_actions: actions.filter((action) => context.listedTools.has(action.tool)) };
}

export function suggestConnections(note: { path: string; title: string }): NextAction {
  return { description: `See what links to and from "${note.title}".`, tool: 'find_connections', args: { name: note.path } };
}
