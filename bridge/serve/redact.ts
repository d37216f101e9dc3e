import { homedir } from 'node:os';

/** Removes the person's absolute paths from a text. */
export type Redact = (text: string) => string;

/** Replaces the paths of the vault and the home folder; relative paths stay. */
export function createRedact(vaultPath: string, realVaultPath: string = vaultPath): Redact {
  const places = [
    ...[realVaultPath, vaultPath].map((path) => [path, '<vault>'] as const),
    [homedir(), '~'] as const,
  ].filter(([path]) => path.length > 1);
  return (text) => places.reduce((rest, [path, name]) => rest.replaceAll(path, name), text);
}
