import { missingRename } from '../../../edit/link/missing-rename.ts';
import { refuseUnlinkable } from '../../../edit/link/link-text.ts';
import { applyTextEdits } from '../../../edit/link/text-edit.ts';
import { namesOf } from '../../../notes/file-names.ts';
import { VaultLoomError } from '../../../protocol/errors.ts';
import { withoutMd } from '../../../vault/paths.ts';
import { guard } from '../../../writing/change/guard-files.ts';
import type { FileChange } from '../../../writing/change/file-change.ts';
import { RENAMES_MISSING, THE_APP } from '../../../writing/journal/persons.ts';
import { quoted } from '../../../writing/places/name-rules.ts';
import type { ToolContext } from '../../tool.ts';
import { applyAs } from '../parts/apply-change.ts';
import { decodeNote, encodeNote } from '../parts/note-text.ts';
import { placeOf } from './move-wish.ts';
import { countLinks, isChangedMeanwhile, planRewrites, type PlannedFile } from './plan-rewrites.ts';
import { tellEditors } from '../parts/tell-engine.ts';

/** What a person wants to call a note that is linked to but does not exist. */
export interface MissingRename {
  /** Its name as its stub has it: with folders, without `.md`. */
  from: string;
  /** As typed. */
  to: string;
  /** The file that the person was told has the new name; null if none. */
  agreed: string | null;
}

/** What was rewritten. */
export interface RenamedMissing {
  /** The new name, or the path of the file that the links lead to now. */
  to: string;
  files: number;
  occurrences: number;
  warning?: string;
}

type Parts = Pick<ToolContext, 'engine' | 'writing'>;

const MOST_TRIES = 8;

/**
 * Rewrites every link to a missing note, in notes kept from assistants too, as one change of the person's.
 *
 * @throws VaultLoomError `invalid_arguments`, `path_not_allowed` or `path_outside_vault` for a bad name; `note_exists`
 * if another file than the agreed one has the new name (`details.path`), `note_not_found` if none has; what the writer
 * throws
 */
export async function renameMissing(parts: Parts, rename: MissingRename): Promise<RenamedMissing> {
  const { moves } = await parts.writing();
  return moves.run(() => renameInTurn(parts, rename));
}

async function renameInTurn(parts: Parts, rename: MissingRename): Promise<RenamedMissing> {
  for (let tries = 1; ; tries++) {
    const { to, plan, prepared } = await planRename(parts, rename);
    try {
      const change = { tool: RENAMES_MISSING, client: THE_APP, files: plan.map(changeOf) };
      const { warning } = await applyAs(parts, change, prepared);
      return { to, ...countLinks(plan), ...(warning === undefined ? {} : { warning }) };
    } catch (error) {
      if (!isChangedMeanwhile(error, '') || tries >= MOST_TRIES) throw error;
      await parts.engine.refresh({ paths: prepared });
    }
  }
}

async function planRename(
  parts: Parts,
  { from, to, agreed }: MissingRename,
): Promise<{ to: string; plan: PlannedFile[]; prepared: string[] }> {
  const { rules, settings, slicer } = await parts.writing();
  const name = withoutMd(placeOf(from, to));
  const { files, sources, hidden } = await parts.engine.linkSources({ paths: [`${from}.md`] });
  // What a link of this name leads to from the top folder.
  const there = name === '' ? null : (await slicer.run(namesOf(files))).locate(name, name, '');
  if (there === null) {
    guard(name === '' ? '' : `${name}.md`, rules, 'make');
    refuseUnlinkable(name);
    if (name === from) throw new VaultLoomError('invalid_arguments', `It is called ${quoted(name)} already.`);
  }
  refuseUnlessAgreed(name, there, agreed);
  const target = there === null ? { name } : { path: there };
  const move = await slicer.run(missingRename(from, target, files, (await settings()).newLinkFormat));
  await parts.engine.prepareWrite({ paths: sources });
  try {
    const { plan } = await planRewrites(parts, move, { paths: sources, hidden });
    if (plan.length === 0)
      throw new VaultLoomError('note_not_found', `No link leads to a missing note ${quoted(from)} any more.`);
    return { to: there ?? name, plan, prepared: sources };
  } catch (error) {
    await tellEditors(parts.engine, { paths: sources });
    throw error;
  }
}

function refuseUnlessAgreed(name: string, there: string | null, agreed: string | null): void {
  if (there === agreed) return;
  if (there === null)
    throw new VaultLoomError('note_not_found', `There is no note ${quoted(name)} any more.`, {
      hint: 'Rename it once more if it is to stay missing under this name.',
    });
  throw new VaultLoomError('note_exists', `${quoted(there)} is there already: the links would lead to it.`, {
    hint: 'Rename it once more if that is meant.',
    details: { path: there },
  });
}

function changeOf({ path, before, edits }: PlannedFile): FileChange {
  return { kind: 'edit', path, before, after: encodeNote(applyTextEdits(decodeNote(path, before), edits)) };
}
