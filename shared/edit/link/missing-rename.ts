import { visitSteps } from '../../kit/concurrency/long-lists.ts';
import type { Steps } from '../../kit/concurrency/slices.ts';
import { FileNames, stubKey } from '../../notes/file-names.ts';
import { missingName } from '../../notes/missing-name.ts';
import { toNfc, withoutMd } from '../../vault/paths.ts';
import type { NoteMove } from './link-rewrite.ts';

/** Where the links to a missing note are to lead: to one that is missing, too, or to a file that is there. */
export type MissingTarget = { name: string } | { path: string };

/**
 * The rename of a note that is linked to, but not there, as a move: as if it was there, so that links keep their form.
 *
 * @param from its name as its stub has it: with folders, without `.md`
 * @param paths all files of the vault, also excluded ones
 */
export function* missingRename(
  from: string,
  to: MissingTarget,
  paths: readonly string[],
  newLinkFormat: NoteMove['newLinkFormat'],
): Steps<NoteMove> {
  const key = stubKey(from);
  const before = new NamesWithMissing(`${from}.md`, (name) => stubKey(name) === key);
  // Exactly as it will be written: a rename may change nothing but letter case.
  const after =
    'path' in to ? new FileNames() : new NamesWithMissing(`${to.name}.md`, (name) => toNfc(name) === to.name);
  yield* visitSteps(paths, (path) => {
    before.add(path);
    after.add(path);
  });
  const target = 'path' in to ? to.path : `${to.name}.md`;
  return { moves: new Map([[`${from}.md`, target]]), before, after, newLinkFormat };
}

/** The names of all files, and of one that is missing: found by the links that mean it, and by no others. */
class NamesWithMissing extends FileNames {
  readonly #path: string;
  readonly #isMeant: (name: string) => boolean;

  constructor(path: string, isMeant: (name: string) => boolean) {
    super();
    this.#path = path;
    this.#isMeant = isMeant;
  }

  override locate(linkPath: string, target: string, source: string): string | null {
    return super.locate(linkPath, target, source) ?? this.#missing(missingName(linkPath, source));
  }

  override locateFile(path: string): string | null {
    return super.locateFile(path) ?? this.#missing(withoutMd(path));
  }

  #missing(name: string | null): string | null {
    return name !== null && this.#isMeant(name) ? this.#path : null;
  }
}
