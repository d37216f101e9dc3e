import { createHash } from 'node:crypto';
import { NO_COMMUNITY, type CompactGraph, type StoredThemes, type ThemeNote } from '../graph/graph-types.ts';
import { traitTexts } from '../graph/themes/theme-traits.ts';
import { themesSteps } from '../graph/themes/themes.ts';
import type { Steps } from '../kit/concurrency/slices.ts';

const NOTES_A_STEP = 64;
const LENGTH = 32;

/** Equal as long as notes have the titles, tags and headings that themes are named after. */
export function* namesFingerprint(
  keys: readonly string[],
  noteAt: (key: string) => ThemeNote | undefined,
): Steps<string> {
  const hash = createHash('sha256');
  for (const [place, key] of keys.entries()) {
    const note = noteAt(key);
    hash.update(`${note === undefined ? '' : JSON.stringify(traitTexts(note))}\n`);
    if (place % NOTES_A_STEP === NOTES_A_STEP - 1) yield;
  }
  return hash.digest('hex').slice(0, LENGTH);
}

export interface RenamedThemesInput {
  /** That the themes were found in. */
  graph: CompactGraph;
  keys: readonly string[];
  noteAt: (key: string) => ThemeNote | undefined;
  themes: StoredThemes;
}

/** The same themes, named after their notes as they are now. */
export function renamedThemes({ graph, keys, noteAt, themes }: RenamedThemesInput): Steps<StoredThemes> {
  const { clusters, modularity, resolution } = themes;
  const clusterOf = new Map(clusters.flatMap(({ members }, place) => members.map((key) => [key, place] as const)));
  const assignment = Uint32Array.from(keys, (key) => clusterOf.get(key) ?? NO_COMMUNITY);
  const communities = { assignment, count: clusters.length, modularity };
  return themesSteps({ graph, keys, communities, resolution, noteAt, previous: themes });
}
