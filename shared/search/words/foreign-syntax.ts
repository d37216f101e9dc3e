import { oneLine, shorten } from '../../kit/text/shorten.ts';

/** What a query asks for in syntax that search lacks, but other tools and the app's own search have. */
export interface ForeignSyntax {
  /** `key:value` as written, grouped by what to use instead. */
  tags: Field[];
  folders: Field[];
  times: Field[];
  titles: Field[];
  /** These mean something only if a note has such a property. */
  properties: Field[];
  /** The query without tags and folders. */
  rest: string;
  isPattern: boolean;
  hasOperators: boolean;
  hasInnerStar: boolean;
}

export interface Field {
  written: string;
  key: string;
  value: string;
}

const LONGEST_WRITTEN = 60;
/**
 * `key:value`, `-key:"some words"`, `[key:value]`; not `key: value`, `http://`, `std::vector` or `12:30`. The colon of
 * full width that input methods give counts behind Latin letters only: Chinese prose is full of it.
 */
const FIELD = /(?<=^|[\s(])-?(\[?)(\p{L}[\p{L}\p{N}_-]{1,40})(?::(?![:/\\])|(?<=[A-Za-z])：)("[^"]*"|[^\s\])"]+)\]?/gu;
const TAG_KEYS = new Set(['tag', 'tags', 'hashtag']);
const FOLDER_KEYS = new Set(['path', 'folder', 'dir', 'directory', 'in', 'parent']);
const TIME_KEYS = new Set([
  'after',
  'before',
  'since',
  'until',
  'date',
  'created',
  'modified',
  'updated',
  'mtime',
  'ctime',
  'newer',
  'older',
  'during',
  'on',
]);
const TITLE_KEYS = new Set([
  'file',
  'filename',
  'title',
  'name',
  'intitle',
  'alias',
  'heading',
  'line',
  'block',
  'section',
  'content',
  'task',
  'task-todo',
  'task-done',
  'match-case',
  'ignore-case',
]);
/** What is rare in prose: classes, quantified groups, alternatives, anchors, escapes. */
const PATTERN =
  /\\[dwsDWS](?!\p{L})|\\[bB](?!\p{L})|(?<![\p{L}\p{N}:\\/])\\[bB]|\\[.()[\]{}*+?|^$]|\.[*+](?:\s|$|[^.\s])|\[\^?(?:\w-\w)+\w*\]|\[[^\]\s[]+\][*+{]|\)[*+?{]|\(\?[:=!<]|\([^()\s]*\|[^()\s]*\)|\{\d+(?:,\d*)?\}|^\^\p{L}|[\p{L}\p{N}]\$$/u;
const DELIMITED = /^\/(.+)\/([dgimsuvy]*)$/u;
const METACHARACTER = /[\\[\](){}^$*+?|]|\./u;
const OPERATOR = /(?:^|\s)(?:AND|OR|NOT)(?=\s)|(?:^|\s)-[\p{L}"]/u;
const INNER_STAR = /\*[\p{L}\p{N}]/u;

/** Finds what looks like filters, a regular expression or operators. All of it is still searched as words. */
export function foreignSyntax(query: string): ForeignSyntax {
  const found: ForeignSyntax = {
    tags: [],
    folders: [],
    times: [],
    titles: [],
    properties: [],
    rest: '',
    isPattern: isPattern(query),
    hasOperators: false,
    hasInnerStar: false,
  };
  const rest = query.replace(FIELD, (written: string, bracket: string, key: string, value: string) => {
    const lower = key.toLowerCase();
    const field = { written: shorten(written, LONGEST_WRITTEN), key: lower, value: value.replace(/^"|"$/g, '') };
    if (TAG_KEYS.has(lower)) found.tags.push(field);
    else if (FOLDER_KEYS.has(lower)) found.folders.push(field);
    else if (TIME_KEYS.has(lower)) found.times.push(field);
    else if (TITLE_KEYS.has(lower)) found.titles.push(field);
    else found.properties.push({ ...field, key: bracket === '' ? lower : `[${lower}` });
    return TAG_KEYS.has(lower) || FOLDER_KEYS.has(lower) ? ' ' : written;
  });
  found.rest = oneLine(rest);
  found.hasOperators = OPERATOR.test(query.replace(FIELD, ' ')) && /\p{Ll}/u.test(query);
  found.hasInnerStar = INNER_STAR.test(query) && !query.includes('**') && !found.isPattern;
  return found;
}

function isPattern(query: string): boolean {
  const text = query.trim();
  const delimited = DELIMITED.exec(text);
  if (delimited !== null && (delimited[2] !== '' || METACHARACTER.test(delimited[1] ?? ''))) return true;
  return PATTERN.test(text.replace(/\[\[[^\]]*\]\]/g, ' '));
}
