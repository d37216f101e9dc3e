import { readTagRename, renameTag as renameTagIn } from '../../edit/tags/rename-tag.ts';
import { tagKey } from '../../kit/text/tag-key.ts';
import { tagInBase } from '../../notes/named-in-base.ts';
import { VaultLoomError } from '../../protocol/errors.ts';
import { listNotesInput } from '../../protocol/schemas/find.ts';
import { renameTagInput, renameTagOutput, type RenameTagOutput } from '../../protocol/schemas/tags.ts';
import { WRITES, defineTool } from '../tool.ts';
import { warnOfBases } from './parts/bases-naming.ts';
import { withWarnings } from './warnings/with-warnings.ts';
import { previewNotes, rewriteNotes, type PlannedNote } from './parts/rewrite-notes.ts';

const TOOL = 'rename_tag';
const MOST_NOTES = 10_000;

export const renameTag = defineTool({
  name: TOOL,
  title: 'Rename a tag',
  description: 'Rename or merge a tag in all notes, nested tags too.',
  input: renameTagInput,
  output: renameTagOutput,
  annotations: WRITES,
  needsIndex: true,
  async run({ from, to, dryRun }, context): Promise<RenameTagOutput> {
    const rename = readTagRename(from, to);
    const {
      notes: rows,
      total,
      hint,
    } = await context.engine.listNotes(
      listNotesInput.parse({ tag: rename.from, includeStubs: false, limit: MOST_NOTES }),
    );
    if (total > rows.length)
      throw new VaultLoomError(
        'invalid_arguments',
        `"${rename.from}" is in ${total} notes; at most ${MOST_NOTES} can be changed at once.`,
      );
    const isSpelledAnew = tagKey(rename.from) === tagKey(rename.to);
    const ofBases = isSpelledAnew
      ? undefined
      : await warnOfBases(context, tagInBase(rename.from), `the tag "${rename.from}"`);
    const paths = rows.map(({ path }) => path);
    const edit = (_path: string, text: string): ReturnType<typeof renameTagIn> => renameTagIn(text, rename);
    if (!dryRun) {
      const { notes, warning } = await rewriteNotes(context, TOOL, paths, edit);
      return { ...rename, ...countOf(notes), ...hinted(hint), ...withWarnings(warning, ofBases) };
    }
    const notes = await previewNotes(context, TOOL, paths, edit);
    const changes = touched(notes).map(({ path, result }) => ({ path, occurrences: result.occurrences }));
    return { dryRun: true, ...rename, ...countOf(notes), changes, ...hinted(hint), ...withWarnings(ofBases) };
  },
});

type Renamed = PlannedNote<{ text: string; occurrences: number }>;

function touched(notes: readonly Renamed[]): Renamed[] {
  return notes.filter(({ result }) => result.occurrences > 0);
}

function countOf(notes: readonly Renamed[]): { notes: number; occurrences: number } {
  return {
    notes: touched(notes).length,
    occurrences: notes.reduce((sum, { result }) => sum + result.occurrences, 0),
  };
}

function hinted(hint: string | undefined): { hint?: string } {
  return hint === undefined ? {} : { hint };
}
