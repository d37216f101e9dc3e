import type { MetadataCache, TFile } from 'obsidian';
import { frontmatterTitle } from '../../shared/markdown/frontmatter/frontmatter-fields.ts';
import type { FrontmatterValue } from '../../shared/markdown/parsed-note.ts';
import { basename, toNfc } from '../../shared/vault/paths.ts';

/** The title of a note, as the engine has it: the `title` property, or else the file's name. */
export function titleOfFile(metadataCache: Pick<MetadataCache, 'getFileCache'>, file: TFile): string {
  const frontmatter: Record<string, FrontmatterValue> | undefined = metadataCache.getFileCache(file)?.frontmatter;
  return frontmatterTitle(frontmatter ?? {}) ?? toNfc(basename(file.path).replace(/\.(?:md|canvas)$/iu, ''));
}
