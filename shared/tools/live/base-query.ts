import type { BaseQuestionInput, BaseQueryOutput } from '../../protocol/schemas/live.ts';
import { VaultLoomError } from '../../protocol/errors.ts';
import { baseQueryInput, baseQueryOutput } from '../../protocol/schemas/live.ts';
import { MOST_ANSWER_BYTES } from '../call/bounded-answer.ts';
import { askNamedBase } from './named-base.ts';
import { READ_ONLY, defineTool, type ToolContext } from '../tool.ts';

export const baseQuery = defineTool({
  name: 'base_query',
  title: 'Run a Bases view',
  description:
    'Rows of a view of a .base file, of a base block in a note, or of inline .base YAML. The app may be closed.',
  input: baseQueryInput,
  output: baseQueryOutput,
  annotations: READ_ONLY,
  needsIndex: false,
  async run({ file, yaml, ...rest }, context) {
    const ask = (question: BaseQuestionInput): Promise<BaseQueryOutput> =>
      answer({ ...question, rowBytes: MOST_ANSWER_BYTES }, context);
    if (file !== undefined) return askNamedBase({ file, ...rest }, ask, context);
    if (yaml !== undefined) return ask({ yaml, ...rest });
    throw new VaultLoomError('invalid_arguments', '`file` or `yaml` is required; neither was given.', {
      hint: 'Name a vault-relative .base file in `file`, or give its source in `yaml`.',
    });
  },
  async wayOut({ view, ...given }, context) {
    if (view !== undefined && view !== '') return null;
    const views = await viewsOf(given, context);
    return views.length === 0 ? null : `Views of the base: ${views.map((name) => JSON.stringify(name)).join(', ')}.`;
  },
});

/** The names of a base's views: an error lists them to whoever asks for one that is not there. */
async function viewsOf(given: Record<string, unknown>, context: ToolContext): Promise<string[]> {
  const input = baseQueryInput.safeParse({ ...given, view: ' ' });
  if (!input.success) return [];
  const error: unknown = await baseQuery.run(input.data, context).catch((reason: unknown) => reason);
  const views = error instanceof VaultLoomError ? error.details?.['views'] : null;
  return Array.isArray(views) ? views.filter((name) => typeof name === 'string') : [];
}

/** With the app open, its own data decide. */
async function answer(input: BaseQuestionInput, { live, engine, signal }: ToolContext): Promise<BaseQueryOutput> {
  try {
    return await live.base(input, { timeoutMs: input.timeoutMs, signal });
  } catch (error) {
    if (error instanceof VaultLoomError && ANSWERED_BY_THE_DISK.has(error.code)) return engine.queryBase(input);
    throw error;
  }
}

/** The app is closed, or too old to have bases. */
const ANSWERED_BY_THE_DISK: ReadonlySet<string> = new Set(['plugin_unavailable', 'unsupported_obsidian_version']);
