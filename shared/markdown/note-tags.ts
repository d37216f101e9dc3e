import type { Steps } from '../kit/concurrency/slices.ts';
import { readBlocks } from './blocks/markdown-blocks.ts';
import { frontmatterBlock, readFrontmatter } from './frontmatter/frontmatter.ts';
import { InlineReader } from './inline/markdown-inline.ts';
import type { Frontmatter, Tag } from './parsed-note.ts';
import { readSourceText } from './source-text.ts';

/** Where a note has tags. */
export interface NoteTags {
  /** In its text and comments. */
  inlineTags: Tag[];
  /** Null if it can have no property `tags`. */
  frontmatter: Frontmatter | null;
}

/** A key `tags` in any letter case, even if it is written with escapes. */
const MAY_HAVE_TAGS = /tags|\\/i;

/**
 * Reads the tags of a note as `parseNoteSteps` does, in a fraction of its time: only properties and passages that may
 * hold one are read. Never throws.
 */
export function* noteTagsSteps(text: string): Steps<NoteTags> {
  const source = yield* readSourceText(text);
  const block = frontmatterBlock(source.text);
  const yaml = block === null ? '' : text.slice(block.yamlRange.start, block.yamlRange.end);
  const { frontmatter, bodyStart } =
    block === null || MAY_HAVE_TAGS.test(yaml)
      ? yield* readFrontmatter(source, [])
      : { frontmatter: null, bodyStart: block.range.end };
  let hash = source.text.indexOf('#', bodyStart);
  if (hash < 0) return { inlineTags: [], frontmatter };
  const { leaves, definitions } = yield* readBlocks(source, bodyStart, []);
  const reader = new InlineReader(source, definitions);
  for (const { from, to, inComment, inTable } of leaves) {
    if (hash < from) hash = source.text.indexOf('#', from);
    if (hash < 0) break;
    if (hash >= to) continue;
    if (inComment === true) reader.readComment(from, to);
    else reader.read(from, to, inTable);
    yield;
  }
  return { inlineTags: reader.content.tags, frontmatter };
}
