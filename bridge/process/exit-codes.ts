import { isSettingsError } from './config.ts';

/** How commands end; docs/command-line.md tells people. */
export const OK = 0;
/** It was understood and did not work: a tool's error, a finding of `doctor`, a fault. */
export const FAILED = 1;
/** It was called or set up wrongly. */
export const MISUSED = 2;

export function exitCodeOf(error: unknown): number {
  return isSettingsError(error) ? MISUSED : FAILED;
}
