import type { Slicer } from '../kit/concurrency/slices.ts';
import { querySearch, type SearchParts } from '../answers/search/search-query.ts';

const QUESTIONS = 60;

/** Runs a few queries when idle, so that the code is compiled and the person's first queries are faster. */
export async function warmUp(parts: SearchParts, slicer: Slicer, isClosed: () => boolean): Promise<void> {
  const { index } = parts;
  const every = Math.max(1, Math.floor(index.noteCount / QUESTIONS));
  const titles = [...index.notes()].filter((_, i) => i % every === 0).map(({ title }) => title);
  for (const title of titles.slice(0, QUESTIONS)) {
    if (isClosed()) return;
    await querySearch(parts, { query: title || '*', mode: 'fulltext', limit: 20, unique: 'notes' });
    await slicer.pause();
  }
  const { warmUpBases } = await import('../answers/bases/warm-up-bases.ts');
  if (!isClosed()) await warmUpBases(index, slicer, isClosed);
}
