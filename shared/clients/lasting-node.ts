import { realPathNow } from '../kit/disk/disk-io.ts';

/**
 * A path of a Node.js that stays: when Homebrew updates it, and when the shell ends whose link of fnm it is. Absolute. Never
 * throws.
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
