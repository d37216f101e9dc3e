import type { NoteIndex } from '../index/note-index.ts';
import { nameKey } from '../notes/file-names.ts';
import type { LinkSources } from '../protocol/engine-messages.ts';
import type { Answer } from './answer-parts.ts';

/** The notes and canvases whose links depend on the file names of `paths`, and all files. */
export const linkSources: Answer<{ paths: string[] }, LinkSources> = async (parts, { paths }) => {
  if (paths.length > 0) await parts.fresh.canvases(await parts.ready());
  return queryLinkSources(await parts.ready(), paths);
};

function queryLinkSources(index: NoteIndex, paths: readonly string[]): LinkSources {
  const sources = new Set<string>();
  for (const path of paths) for (const source of index.links.dependents(nameKey(path))) sources.add(source);
  const hidden = [...sources].filter((path) => index.source(path)?.visibility === 'hidden');
  return { files: [...index.files()].sort(), sources: [...sources].sort(), hidden };
}
