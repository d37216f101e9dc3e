import { searchedText } from '../markdown/text-marks.ts';
import { noteTitle, type NoteRecord } from '../notes/note-record.ts';
import { propertyTexts } from '../notes/property-texts.ts';
import type { FullTextDocument } from '../search/words/fulltext-types.ts';
import { foldPath } from '../vault/paths.ts';
import { headingsOfChunks } from './chunk-headings.ts';

/**
 * What full text knows of a note: the record's part of it, and its chunks' texts with task boxes marked. A file name
 * that is not the title is one more alias.
 */
export function noteDocument(
  { path, title, aliases, headings, tags, frontmatter, chunks }: Searched,
  chunkTexts: Iterable<string>,
): FullTextDocument {
  const fileName = noteTitle(path, null);
  const isNamed = [title, ...aliases].some((name) => foldPath(name) === foldPath(fileName));
  return {
    title,
    aliases: isNamed ? aliases : [...aliases, fileName],
    headings: headings.map((heading) => heading.text),
    tags,
    properties: propertyTexts(frontmatter).map(({ text }) => text),
    chunks: searched(chunkTexts),
    chunkHeadings: headingsOfChunks(chunks, headings),
  };
}

type Searched = Pick<NoteRecord, 'path' | 'title' | 'aliases' | 'headings' | 'tags' | 'frontmatter' | 'chunks'>;

function* searched(chunkTexts: Iterable<string>): Generator<string> {
  for (const text of chunkTexts) yield searchedText(text);
}
