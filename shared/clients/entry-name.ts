import { hashText } from '../kit/bytes/content-hash.ts';
import { SERVER_NAME } from './server-launch.ts';

const SLUG_LETTERS = 24;
const HASH_LETTERS = 4;

/**
 * The name under which a client lists the server for a vault: the plain one for a single vault, otherwise one that
 * identifies the vault, so that no entry replaces another. Letters, digits and `-`.
 * @param vaults all vaults to tell apart, with or without this one
 * @param isTaken whether a client has another entry of a name
 */
export function entryName(
  vaultPath: string,
  vaults: readonly string[],
  isTaken: (name: string) => boolean = () => false,
): string {
  const own = plainPath(vaultPath);
  const others = vaults.map(plainPath).filter((path) => path !== own);
  if (others.length === 0 && !isTaken(SERVER_NAME)) return SERVER_NAME;
  const slug = slugOf(own);
  const name = `${SERVER_NAME}-${slug}${others.some((other) => slugOf(other) === slug) ? `-${hashOf(own)}` : ''}`;
  if (!isTaken(name)) return name;
  for (let i = 2; ; i++) if (!isTaken(`${name}-${i}`)) return `${name}-${i}`;
}

function plainPath(path: string): string {
  return path.normalize('NFC').replace(/(?<=.)[\\/]+$/u, '');
}

function slugOf(path: string): string {
  const [name = ''] = path.split(/[\\/]/u).filter(Boolean).slice(-1);
  const slug = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/gu, '-')
    .slice(0, SLUG_LETTERS)
    .replace(/^-+|-+$/gu, '');
  return slug === '' ? 'vault' : slug;
}

/** Of the path, so that a vault has the same name whichever was first. */
function hashOf(path: string): string {
  return hashText(path).slice(0, HASH_LETTERS);
}
