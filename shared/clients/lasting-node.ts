import { realPathNow } from '../kit/disk/disk-io.ts';

/**
 * A path of Node.js that lasts: through updates by Homebrew, and beyond the shell session that fnm made a link for.
 * Absolute. Never throws.
 * @param program absolute
 */
export function lastingNode(program: string): string {
  if (/[\\/]fnm_multishells[\\/]/u.test(program)) return realOf(program);
  return program.replace(/^(.*)\/Cellar\/(node(?:@\d+)?)\/[^/]+\/bin\/node$/u, '$1/opt/$2/bin/node');
}

function realOf(program: string): string {
  try {
    return realPathNow(program);
  } catch {
    return program;
  }
}
