import { shorten } from '../../../kit/text/shorten.ts';
import { foreignSyntax, type Field } from '../../../search/words/foreign-syntax.ts';
import type { AnswerParts } from '../../answer-parts.ts';
import { vaultTallies } from '../../kept/vault-tallies.ts';

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

type SyntaxHintParts = Pick<AnswerParts, 'index' | 'source' | 'slicer'>;

/** Hints that a query's syntax was read as words, and what to use instead. */
export async function syntaxHints(parts: SyntaxHintParts, query: string): Promise<string[]> {
  const { tags, folders, times, titles, properties, isPattern, hasOperators, hasInnerStar } = foreignSyntax(query);
  const ofNotes = await propertiesAmong(parts, properties);
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
    ...asWords(
      titles,
      'Words of titles, headings and text are all searched; "quoted words" must be next to each other.',
    ),
    ...asWords(ofNotes, 'The argument `where` narrows a search by properties: {"status": "active"}.'),
    ...(hasOperators
      ? [
          'AND, OR, NOT and a leading - were not read as operators: any of the words is enough, and notes with more of them come first.',
        ]
      : []),
    ...(hasInnerStar ? ['A * counts only at the end of a word.'] : []),
  ];
}

/** Hints for a pattern that no line matches: slashes may be those of a path, and so are looked for. */
export function patternHints(pattern: string): string[] {
  const [, source, flags = ''] = DELIMITED.exec(pattern.trim()) ?? [];
  if (source === undefined) return [];
  return [
    `The slashes were looked for as part of the pattern: give it without, as \`${shorten(source, LONGEST_SHOWN)}\`.`,
    ...(flags.includes('i') ? ['For either letter case write [Aa], or use mode "fulltext", which ignores it.'] : []),
  ];
}

const DELIMITED = /^\/(.+)\/([dgimsuvy]*)$/;
const LONGEST_SHOWN = 200;

function asWords(fields: readonly Field[], instead: string): string[] {
  if (fields.length === 0) return [];
  const written = fields.slice(0, MOST_FIELDS).map((field) => `\`${field.written}\``);
  return [
    `${written.join(', ')} ${fields.length === 1 ? 'was' : 'were'} read as words, not as ${fields.length === 1 ? 'a filter' : 'filters'}. ${instead}`,
  ];
}

async function propertiesAmong(parts: SyntaxHintParts, fields: readonly Field[]): Promise<Field[]> {
  const isUsual = ({ key }: Field): boolean => key.startsWith('[') || PROPERTY_KEYS.has(key);
  if (fields.every(isUsual)) return [...fields];
  const { properties } = await vaultTallies(parts, parts.index);
  return fields.filter((field) => isUsual(field) || properties.has(field.key));
}
