import type { NoteRef } from '../../../shared/protocol/schemas/common.ts';
import type { MapDot } from '../../../shared/protocol/schemas/map.ts';
import { answeredPathAfterRename, refAfterRename } from '../notes/ref-after-rename.ts';
import type { MapShown } from './map-levels.ts';

/**
 * What is shown once a note or folder was renamed: all that leads to its notes stays where it is, and leads to where
 * they are now. The same object if it shows none of them.
 */
export function mapAfterRename(shown: MapShown, from: string, to: string): MapShown {
  let hasChanged = false;
  const follow = (path: string): string => answeredPathAfterRename(path, from, to);
  const named = <Ref extends NoteRef>(note: Ref): Ref => {
    const after = refAfterRename(note, from, to);
    hasChanged ||= after !== note;
    return after;
  };
  const dotted = (dot: MapDot): MapDot => ({ ...named(dot), ties: dot.ties.map(follow) });
  const pictured = <Picture extends { notes?: MapDot[] | undefined }>(picture: Picture): Picture =>
    picture.notes === undefined ? picture : { ...picture, notes: picture.notes.map(dotted) };
  const { whole, inside } = shown;
  const after: MapShown = {
    ...shown,
    whole: whole && {
      ...pictured(whole),
      unlinked: { ...whole.unlinked, rows: whole.unlinked.rows.map(named) },
      copies: { ...whole.copies, rows: whole.copies.rows.map((group) => group.map(named)) },
      hubs: whole.hubs.map(named),
      bridges: whole.bridges.map(named),
    },
    inside: inside.map((theme) => ({
      ...pictured(theme),
      ...(theme.more === undefined ? {} : { more: theme.more.map(named) }),
    })),
  };
  return hasChanged ? after : shown;
}
