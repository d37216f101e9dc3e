import { VaultLoomError } from '../protocol/errors.ts';
import { writeRules } from '../writing/places/path-guard.ts';
import type { Tool } from './tool.ts';

/** The tools of the specification that the project was built to; all others came later. */
const SPEC_TOOLS: ReadonlySet<string> = new Set([
  'search',
  'list_notes',
  'read_note',
  'find_connections',
  'find_path_between',
  'detect_themes',
  'rank_notes',
  'create_note',
  'edit_note',
  'apply_edit_preview',
  'link_notes',
  'move_note',
  'delete_note',
  'active_note',
  'dql_query',
  'base_query',
  'reindex',
  'index_status',
]);

export interface OfferedTools {
  /** Those that can be called. */
  tools: readonly Tool[];
  /** Those that clients see. */
  listed: readonly Tool[];
}

/** Whether clients see a tool. */
export type SeesTool = (tool: { name: string; writes: boolean }) => boolean;

/**
 * The tools to offer, in their order: as `VAULT_LOOM_TOOLS` says (`spec`, or names separated by commas; else all). With
 * `VAULT_LOOM_READ_ONLY` those that write are not listed; whoever calls one all the same is told why it does not write.
 * @throws VaultLoomError `invalid_arguments` for an unknown tool
 */
export function offeredTools(all: readonly Tool[], env: Readonly<Record<string, string | undefined>>): OfferedTools {
  const { readOnly } = writeRules(env, { configDir: null });
  const isChosen = chosen(all, env['VAULT_LOOM_TOOLS'] ?? '');
  const tools = all.filter(({ name }) => isChosen(name));
  return { tools, listed: readOnly ? tools.filter(({ annotations }) => annotations.readOnlyHint) : tools };
}

/**
 * Which tools {@link offeredTools} lists, for a connection that is answered before the tools are loaded. With a setting
 * that it refuses these are all, or those that were named rightly.
 */
export function seesTool(env: Readonly<Record<string, string | undefined>>): SeesTool {
  const isChosen = choice(namesIn(env['VAULT_LOOM_TOOLS'] ?? ''));
  let readOnly = false;
  try {
    ({ readOnly } = writeRules(env, { configDir: null }));
  } catch {
    return () => true;
  }
  return ({ name, writes }) => isChosen(name) && !(readOnly && writes);
}

function namesIn(setting: string): string[] {
  return setting
    .split(/[\s,]+/)
    .map((name) => name.toLowerCase())
    .filter((name) => name !== '');
}

function choice(names: readonly string[]): (name: string) => boolean {
  if (names.length === 0 || isWord(names, 'all')) return () => true;
  if (isWord(names, 'spec')) return (name) => SPEC_TOOLS.has(name);
  return (name) => names.includes(name);
}

function isWord(names: readonly string[], word: string): boolean {
  return names.length === 1 && names[0] === word;
}

function chosen(tools: readonly Tool[], setting: string): (name: string) => boolean {
  const names = namesIn(setting);
  if (isWord(names, 'all') || isWord(names, 'spec')) return choice(names);
  const known = new Set(tools.map(({ name }) => name));
  const unknown = names.filter((name) => !known.has(name));
  if (unknown.length > 0)
    throw new VaultLoomError('invalid_arguments', `VAULT_LOOM_TOOLS names no tool with ${unknown.join(', ')}.`, {
      hint: `Give "spec", "all", or some of ${[...known].join(', ')}, separated by commas.`,
    });
  return choice(names);
}
