import type { BaseQuestionInput, BaseQueryOutput } from '../../protocol/schemas/live.ts';
import { VaultLoomError } from '../../protocol/errors.ts';
import { baseQueryInput, baseQueryOutput } from '../../protocol/schemas/live.ts';
import { MOST_ANSWER_BYTES } from '../call/bounded-answer.ts';
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
    if (file !== undefined) return answer({ file, ...rest, rowBytes: MOST_ANSWER_BYTES }, context);
    if (yaml !== undefined) return answer({ yaml, ...rest, rowBytes: MOST_ANSWER_BYTES }, context);
    throw new VaultLoomError('invalid_arguments', '`file` or `yaml` is required; neither was given.', {
      hint: 'Name a vault-relative .base file in `file`, or give its source in `yaml`.',
    });
  },
});

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
