import { indexStatusInput, indexStatusOutput } from '../../protocol/schemas/maintenance.ts';
import { READ_ONLY, defineTool, type ToolContext } from '../tool.ts';

export const indexStatus = defineTool({
  name: 'index_status',
  title: 'Index status',
  description:
    'How much of the vault is indexed and embedded, what failed, and whether work is going on. Answers immediately.',
  input: indexStatusInput,
  output: indexStatusOutput,
  annotations: READ_ONLY,
  needsIndex: false,
  async run(_input, context) {
    const [status, more] = await Promise.all([context.engine.status(), linkWarnings(context)]);
    if (more.length === 0) return status;
    return {
      ...status,
      warnings: [...more, ...status.warnings].slice(0, MOST_WARNINGS),
      warningsTotal: status.warningsTotal + more.length,
    };
  },
});

const MOST_WARNINGS = 20;

/** Notes whose links need a look. If a note is hidden from assistants or gone, the moved note is named instead. */
async function linkWarnings(context: ToolContext): Promise<{ path: string; message: string }[]> {
  try {
    const { writer } = await context.writing();
    const shown: { path: string; message: string }[] = [];
    for (const { path, about, message } of await writer.warnings()) {
      if (await hasName(path, context)) shown.push({ path, message });
      else if (await hasName(about, context))
        shown.push({
          path: about,
          message:
            'A move of this note was cut off, and a note that linked to it was changed or moved since: its link may lead nowhere.',
        });
    }
    return shown;
  } catch {
    // If the vault cannot be written to, there are none.
    return [];
  }
}

function hasName(path: string, { engine }: ToolContext): Promise<boolean> {
  return engine.resolve({ name: path, tolerance: 'write' }).then(
    (note) => note.path === path && note.stub !== true,
    () => false,
  );
}
