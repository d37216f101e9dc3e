import type { IndexStatusOutput } from '../../shared/protocol/schemas/maintenance.ts';
import { isMeaningOff } from '../views/describe-index.ts';
import { WORDS } from './settings-words.ts';

/** A note, or a file or folder, that cannot be found in every way. */
export interface Gap {
  path: string;
  why: string;
}

/**
 * What is missing from the index, each with its reasons, and how many more there are. Notes without any text come last;
 * they lack nothing while all notes are found by their words alone.
 */
export function gapsOf(status: IndexStatusOutput): { gaps: Gap[]; more: number } {
  const { warnings, warningsTotal } = status;
  const { failedChunks, failedChunksTotal } = isMeaningOff(status)
    ? { failedChunks: [], failedChunksTotal: 0 }
    : status;
  const isEmpty = ({ reason }: (typeof failedChunks)[number]): boolean => reason === 'no-embeddable-content';
  const failures = [...failedChunks.filter((chunk) => !isEmpty(chunk)), ...failedChunks.filter(isEmpty)];
  const reasons = [
    ...warnings.map(({ path, message }) => ({ path, why: sentenceOf(message) })),
    ...failures.map(({ note, reason }) => ({ path: note, why: WORDS.gaps[reason] })),
  ];
  const byPath = new Map<string, Set<string>>();
  for (const { path, why } of reasons) byPath.set(path, (byPath.get(path) ?? new Set()).add(why));
  return {
    gaps: [...byPath].map(([path, whys]) => ({ path, why: [...whys].join(' ') })),
    more: failedChunksTotal - failedChunks.length + warningsTotal - warnings.length,
  };
}

/** A warning, which follows a path in other places, as a sentence of its own. */
function sentenceOf(warning: string): string {
  const words = /^(?:has|cannot|is) /u.test(warning)
    ? `It ${warning}`
    : warning.replace(/^[a-z](?=[a-z]*[ :])/u, (letter) => letter.toUpperCase());
  return /[.!?]$/u.test(words) ? words : `${words}.`;
}
