import { readPattern } from '../functions/patterns.ts';
import type { BasePattern } from '../values/base-value.ts';

/**
 * What `matches` looks for. A pattern may be written between slashes, with flags, as in bases; in paths, slashes
 * without flags are part of it.
 * @throws Error for an invalid pattern; its message says what is wrong
 */
export function patternOf(key: string, written: string): BasePattern {
  const [, source, flags = ''] = SLASHED.exec(written) ?? [];
  const isBetween = source !== undefined && (flags !== '' || !PATHS.has(key.trim()));
  return isBetween ? readPattern(source, flags) : readPattern(written, '');
}

const SLASHED = /^\/(.+)\/([imsu]*)$/s;
const PATHS: ReadonlySet<string> = new Set(['file.path', 'file.folder']);
