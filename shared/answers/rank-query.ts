import type { RankNotesInput, RankNotesOutput } from '../protocol/schemas/graph.ts';
import type { Answer } from './answer-parts.ts';

/** Answers `rank_notes`, of one theme or of all notes. */
export const rankNotes: Answer<RankNotesInput, RankNotesOutput> = async (parts, input) => {
  await parts.ready();
  const member = input.themeId === undefined ? () => true : await parts.themes.membership(input.themeId);
  return parts.ranks.query(input, member);
};
