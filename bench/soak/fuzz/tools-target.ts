import type { Random } from '../../../shared/kit/random.ts';
import type { FuzzTarget } from './case.ts';
import { drawValue, type JsonSchema, type Subjects } from './draw-arguments.ts';

/** Arguments that most calls need together, besides what their schema requires. */
const TOGETHER: Record<string, { given: Record<string, unknown>; drawn: string[] }[]> = {
  search: [{ given: {}, drawn: ['query'] }],
  read_note: [
    { given: {}, drawn: ['name'] },
    { given: { mode: 'full', mentions: true }, drawn: ['name'] },
  ],
  edit_note: [
    { given: { mode: 'append' }, drawn: ['name', 'content'] },
    { given: { mode: 'prepend' }, drawn: ['name', 'content'] },
    { given: { mode: 'replace_window' }, drawn: ['name', 'search', 'content'] },
    { given: { mode: 'patch_heading' }, drawn: ['name', 'heading', 'content'] },
    { given: { mode: 'at_line' }, drawn: ['name', 'line', 'content'] },
    { given: { mode: 'patch_frontmatter' }, drawn: ['name', 'key', 'value'] },
  ],
};

/** A tool as `tools/list` gives it. */
export interface ListedTool {
  name: string;
  inputSchema: JsonSchema;
}

/**
 * Calls of every tool with arguments drawn from its schema: each gets an answer or a typed error. They change the
 * vault, so a case is the same one only after those before it.
 *
 * @param call throws a `VaultLoomError` if the tool refuses
 * @param files the vault's notes, by path
 */
export function toolsTarget(
  tools: readonly ListedTool[],
  call: (tool: string, args: Record<string, unknown>) => Promise<unknown>,
  files: Readonly<Record<string, string>>,
): FuzzTarget {
  const lines = Object.values(files).flatMap((text) => text.split('\n').filter((line) => line.trim() !== ''));
  const subjects = { paths: Object.keys(files), lines };
  return {
    name: 'tools',
    draw: (random) => {
      const { name, inputSchema } = random.pick(tools);
      const args = drawArguments(name, inputSchema, random, subjects);
      return { input: { name, args }, check: () => call(name, args) };
    },
  };
}

function drawArguments(name: string, schema: JsonSchema, random: Random, subjects: Subjects): Record<string, unknown> {
  const drawn = drawValue(schema, random, subjects) as Record<string, unknown>;
  const sets = TOGETHER[name];
  if (sets === undefined || random.below(8) === 0) return drawn;
  const { given, drawn: keys } = random.pick(sets);
  const needed = keys.map((key) => [key, drawValue(schema.properties?.[key] ?? {}, random, subjects, 1)]);
  const more = random.below(3) === 0 ? drawn : {};
  return { ...more, ...given, ...(Object.fromEntries(needed) as Record<string, unknown>) };
}
