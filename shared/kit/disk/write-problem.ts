import { messageOf } from '../text/message-of.ts';
import { systemCode } from './disk-io.ts';

/**
 * Why something could not be written, in words for a person, to follow a colon; of other errors, their message.
 *
 * @param subject what was to be written, with its article; the name of the file unless given
 */
export function writeProblem(error: unknown, subject: string = nameOf(error)): string {
  const code = systemCode(error);
  const words = REFUSALS[code]?.(subject);
  return words === undefined ? messageOf(error) : `${words} (${code})`;
}

const notPermitted = (subject: string): string => `the system does not let this account write ${subject}`;
const full = (): string => 'the disk is full';
const REFUSALS: Readonly<Record<string, (subject: string) => string>> = {
  EACCES: notPermitted,
  EPERM: notPermitted,
  EROFS: () => 'the disk can only be read',
  ENOSPC: full,
  EDQUOT: full,
  EBUSY: (subject) => `another program is using ${subject}`,
  ENAMETOOLONG: () => 'the name is too long for the disk',
};

function nameOf(error: unknown): string {
  const { path } = Object(error) as { path?: unknown };
  const name = typeof path === 'string' ? path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1) : '';
  return name === '' ? 'there' : `“${name}”`;
}
