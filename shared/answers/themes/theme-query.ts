import type { DetectThemesInput, DetectThemesOutput } from '../../protocol/schemas/graph.ts';
import type { Answer } from '../answer-parts.ts';

/** Answers `detect_themes`. */
export const themes: Answer<DetectThemesInput, DetectThemesOutput> = async (parts, input) => {
  await parts.ready();
  return parts.themes.query(input);
};
