import { foreignSyntax, type Field } from '../../search/words/foreign-syntax.ts';
import type { NoteIndex } from '../../index/note-index.ts';
import { shownNotes } from '../shown-notes.ts';

const MOST_FIELDS = 5;
/** Properties that people filter by, even in vaults that have none of them. */
const PROPERTY_KEYS = new Set([
  'status',
  'type',
  'priority',
  'author',
  'project',
  'category',
  'due',
  'rating',
  'state',
  'is',
  'has',
  'lang',
  'language',
  'topic',
  'area',
  'year',
]);

/** Hints that a query's syntax was read as words, and what to use instead. */
export function syntaxHints(index: NoteIndex, query: string): string[] {
  const { tags, folders, times, titles, properties, isPattern, hasOperators, hasInnerStar } = foreignSyntax(query);
  const ofNotes = properties.filter(
    ({ key }) => key.startsWith('[') || PROPERTY_KEYS.has(key) || isProperty(index, key),
  );
  return [
    ...(query.trim() === '*'
      ? ['`*` alone finds nothing: list_notes lists all notes, describe_vault what there is.']
      : []),
    ...(isPattern
      ? [
          'This looks like a regular expression; it was read as words. Use mode "regex", or give words, "words that belong together" or prefixes (gard*).',
        ]
      : []),
    ...asWords([...tags, ...folders], 'The arguments `tag` and `directory` narrow a search.'),
    ...asWords(times, 'The arguments `modifiedAfter` and `modifiedBefore` narrow a search by time.'),
    ...asWords(titles, 'Words of titles, headings and text are all searched; "quoted words" must stand together.'),
    ...asWords(ofNotes, 'The argument `where` narrows a search by properties: {"status": "active"}.'),
    ...(hasOperators
      ? [
          'AND, OR, NOT and a leading - were not read as operators: any of the words is enough, and notes with more of them come first.',
        ]
      : []),
    ...(hasInnerStar ? ['A * counts only at the end of a word.'] : []),
  ];
}

function asWords(fields: readonly Field[], instead: string): string[] {
  if (fields.length === 0) return [];
  const written = fields.slice(0, MOST_FIELDS).map((field) => `\`${field.written}\``);
  return [
    `${written.join(', ')} ${fields.length === 1 ? 'was' : 'were'} read as words, not as ${fields.length === 1 ? 'a filter' : 'filters'}. ${instead}`,
  ];
}

function isProperty(index: NoteIndex, key: string): boolean {
  for (const { frontmatter } of shownNotes(index))
    for (const name of Object.keys(frontmatter)) if (name.toLowerCase() === key) return true;
  return false;
}
