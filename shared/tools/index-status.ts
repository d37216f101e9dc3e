import { indexStatusInput, indexStatusOutput } from '../protocol/schemas/maintenance.ts';
import { READ_ONLY, defineTool } from './tool.ts';

export const indexStatus = defineTool({
  name: 'index_status',
  title: 'Index status',
  description: 'How much of the vault is indexed and embedded, what failed, and whether work is going on. Answers at once.',
  input: indexStatusInput,
  output: indexStatusOutput,
  annotations: READ_ONLY,
  needsIndex: false,
  run: (_input, context) => context.engine.status(),
});
