import { reindexInput, reindexOutput } from '../../protocol/schemas/maintenance.ts';
import { READ_ONLY, defineTool } from '../tool.ts';

export const reindex = defineTool({
  name: 'reindex',
  title: 'Reindex the vault',
  description:
    'Check every note again. Needed only after bulk changes on disks without change events, or to recompute themes.',
  input: reindexInput,
  output: reindexOutput,
  annotations: READ_ONLY,
  needsIndex: true,
  run: (input, context) => context.engine.reindex(input),
});
