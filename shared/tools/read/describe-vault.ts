import { describeVaultInput, describeVaultOutput } from '../../protocol/schemas/describe.ts';
import { fitPage } from '../call/fit-page.ts';
import { READ_ONLY, defineTool } from '../tool.ts';

export const describeVault = defineTool({
  name: 'describe_vault',
  title: 'Describe the vault',
  description:
    "Get your bearings first: an Obsidian vault's folders, tags, properties, daily notes, templates, newest notes, broken links.",
  input: describeVaultInput,
  output: describeVaultOutput,
  annotations: READ_ONLY,
  needsIndex: true,
  run: async (input, { engine }) => fitPage(await engine.describeVault(input), input.of, input.offset),
});
