import { VaultLoomError } from '../../protocol/errors.ts';
import { baseQueryInput, baseQueryOutput } from '../../protocol/schemas/live.ts';
import { READ_ONLY, defineTool } from '../tool.ts';

export const baseQuery = defineTool({
  name: 'base_query',
  title: 'Run a Bases view',
  description:
    'Rows of a view of a .base file, or of inline .base YAML. Needs the app running with the companion plugin.',
  input: baseQueryInput,
  output: baseQueryOutput,
  annotations: READ_ONLY,
  needsIndex: false,
  async run({ timeoutMs, file, yaml, view }, context) {
    const wait = { timeoutMs, signal: context.signal };
    if (file !== undefined) return context.live.base({ file, view }, wait);
    if (yaml !== undefined) return context.live.base({ yaml, view }, wait);
    throw new VaultLoomError('invalid_arguments', '`file` or `yaml` is required; neither was given.', {
      hint: 'Name a vault-relative .base file in `file`, or give its source in `yaml`.',
    });
  },
});
