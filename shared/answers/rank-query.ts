import type { RankNotesInput, RankNotesOutput } from '../protocol/schemas/graph.ts';
import type { Answer } from './answer-parts.ts';

/** Answers `rank_notes`, of one theme or of all notes. Rows name their theme if themes are known. */
export const rankNotes: Answer<RankNotesInput, RankNotesOutput> = async (parts, input) => {
  await parts.ready();
  const member = input.themeId === undefined ? null : await parts.themes.membership(input.themeId);
  const { influence, bridging, ...rest } = await parts.ranks.query(input, member);
  const withTheme = <Row extends { path: string }>(row: Row): Row => {
    const theme = parts.themes.themeOf(row.path);
    return theme === null ? row : { ...row, theme };
  };
  return {
    ...(influence === undefined ? {} : { influence: influence.map(withTheme) }),
    ...(bridging === undefined ? {} : { bridging: bridging.map(withTheme) }),
    ...rest,
  };
};
