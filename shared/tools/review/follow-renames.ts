import type { FollowRenames } from '../../writing/undo/follow-renames.ts';

/** The arguments by which tools name a note that is there. */
const NAMING = ['name', 'names', 'source', 'target'];

/**
 * The arguments of a call, with its notes under the names that they have now. Portable calls name notes by path; a name
 * of another kind stays, and so does that of a note that was not renamed.
 *
 * @param askedAt when the names were right; milliseconds since 1970
 */
export function underNewNames(
  args: Record<string, unknown>,
  askedAt: number,
  nameNow: FollowRenames,
): Record<string, unknown> {
  const time = new Date(askedAt).toISOString();
  const follow = (given: unknown): unknown => {
    if (Array.isArray(given)) return given.map(follow);
    if (typeof given !== 'string') return given;
    // A folder to be moved ends in a slash.
    const path = given.replace(/\/+$/u, '');
    return `${nameNow(path, time)}${given.slice(path.length)}`;
  };
  const followed = NAMING.filter((key) => key in args).map((key) => [key, follow(args[key])]);
  return { ...args, ...(Object.fromEntries(followed) as Record<string, unknown>) };
}
