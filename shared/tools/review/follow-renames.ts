import type { NamesNow } from '../../writing/undo/past-names.ts';
import { dirname } from '../../vault/paths.ts';

/** The arguments by which tools name a note that is there. */
const NAMING = ['name', 'names', 'source', 'target'];

/**
 * The arguments of a call, with its notes and folders under the names that they have now. Portable calls name notes by
 * path; a name of another kind stays, and so does that of a note or folder that was not renamed.
 *
 * @param askedAt when the names were right; milliseconds since 1970
 */
export async function underNewNames(
  args: Record<string, unknown>,
  askedAt: number,
  names: NamesNow,
): Promise<Record<string, unknown>> {
  const time = new Date(askedAt).toISOString();
  /** The folder of a path as given, under its new name. */
  const inFolder = async (given: string, folder: string): Promise<string> => {
    const now = folder === '' ? folder : await names.folder(folder, time);
    return now === folder ? given : given.replace(folder, () => now);
  };
  const follow = async (given: unknown): Promise<unknown> => {
    if (Array.isArray(given)) return Promise.all(given.map(follow));
    if (typeof given !== 'string') return given;
    // A folder to be moved ends in a slash.
    return given.endsWith('/') ? inFolder(given, bare(given)) : names.note(given, time);
  };
  const followed: Record<string, unknown> = { ...args };
  for (const key of NAMING) if (key in args) followed[key] = await follow(args[key]);
  const { directory, destination } = args;
  if (typeof directory === 'string') followed['directory'] = await inFolder(directory, bare(directory));
  if (typeof destination === 'string')
    followed['destination'] = await inFolder(destination, folderOfDestination(destination));
  return followed;
}

/** The notes that a call names, and with a `/` after them the folders, as its arguments say. */
export function namedPlaces(args: Record<string, unknown>): string[] {
  const { directory, destination } = args;
  const named = NAMING.flatMap((key) => args[key] ?? []).filter((name) => typeof name === 'string');
  const folders = [
    typeof directory === 'string' ? bare(directory) : '',
    typeof destination === 'string' ? folderOfDestination(destination) : '',
  ];
  return [...named, ...folders.filter((folder) => folder !== '').map((folder) => `${folder}/`)];
}

/** A destination that ends in a slash is a folder itself. */
function folderOfDestination(destination: string): string {
  return destination.trim().endsWith('/') ? bare(destination) : dirname(bare(destination));
}

function bare(path: string): string {
  return path.trim().replace(/^\/+|\/+$/gu, '');
}
