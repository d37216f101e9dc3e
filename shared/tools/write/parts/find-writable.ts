import type { Engine } from '../../../engine/engine.ts';
import { spellingsOf } from '../../../notes/note-names.ts';
import { VaultLoomError } from '../../../protocol/errors.ts';
import { guard } from '../../../writing/change/guard-files.ts';
import { basename, foldPath, withoutMd } from '../../../vault/paths.ts';
import { hiddenPlace, noSuchFile } from '../../../writing/places/hidden-places.ts';
import type { PathUse } from '../../../writing/places/path-guard.ts';
import type { ToolContext } from '../../tool.ts';

/** How long a call waits for earlier ones that may make the note it names. */
const MOST_WAIT_MS = 2_000;

/** A note that a tool may write to, and what of its name means a part of it: `#Heading` or `^block`, or ''. */
export interface WritableNote {
  path: string;
  title: string;
  suffix: string;
}

/** The note a tool may write to. Throws `note_not_found` (also for a stub, which has no file) and `ambiguous_note`. */
export async function findWritable(
  context: ToolContext,
  name: string,
  tolerance: 'write' | 'delete' = 'write',
): Promise<WritableNote> {
  const { path, title, stub, suffix = '' } = await resolveInOrder(context, name, tolerance);
  if (stub !== true) {
    await refuseHidden(context, path);
    return { path, title, suffix };
  }
  throw new VaultLoomError('note_not_found', `"${path}" is only linked to; there is no such note yet.`, {
    hint:
      tolerance === 'delete'
        ? 'There is no file to delete: it goes away with the links to it, which read_note of this path lists.'
        : 'Write it with create_note first.',
  });
}

/** Waits for earlier calls if the name alone decides: one of them may still be creating another note with that name. */
async function resolveInOrder(
  { engine, arrival }: ToolContext,
  name: string,
  tolerance: 'write' | 'delete',
): ReturnType<Engine['resolve']> {
  const found = engine.resolve({ name, tolerance });
  if (arrival === undefined) return found;
  const isCertain = await found.then(
    ({ path, stub }) => stub !== true && isOwnName(name, path),
    () => false,
  );
  return isCertain || !(await arrival.earlierEnded(MOST_WAIT_MS)) ? found : engine.resolve({ name, tolerance });
}

/** Whether a name is the note's path, or that of its file. */
function isOwnName(name: string, path: string): boolean {
  const own = foldPath(withoutMd(path));
  return spellingsOf(name).some((spelling) => [own, basename(own)].includes(foldPath(withoutMd(spelling))));
}

/**
 * Refuses a path as the write would, before a dry run shows the impossible or a move reads other notes. `kept`: as
 * for {@link guard}.
 * @throws VaultLoomError `read_only`, `path_outside_vault`, `path_not_allowed`
 */
export async function refuseForbidden(
  context: Pick<ToolContext, 'writing'>,
  path: string,
  use: PathUse,
  kept: readonly string[] = [],
): Promise<void> {
  const { rules, hiding } = await context.writing();
  const guarded = guard(path, rules, use, kept);
  if (use === 'make' && (await hiding())(guarded)) throw hiddenPlace(guarded);
}

/** Goes by the rules on disk, since an engine or a preview may be older. Throws `note_not_found`. */
export async function refuseHidden(context: Pick<ToolContext, 'writing'>, path: string): Promise<void> {
  const { hiding } = await context.writing();
  if ((await hiding())(path)) throw noSuchFile(path);
}
