/** A range of the original text, in UTF-16 units, end exclusive. */
export interface TextRange {
  start: number;
  end: number;
}

export type LinkKind = 'wikilink' | 'embed' | 'markdown' | 'markdown-embed' | 'frontmatter';

/**
 * One link of a note, as written. `path` and `subpath` are as from the app's `parseLinktext`: split at the first `#`.
 * External links (`https:`, `mailto:` …) are not listed.
 */
export interface Link extends TextRange {
  kind: LinkKind;
  /**
   * The whole target as written between the delimiters, percent-decoded for markdown links, `\|` undone in tables,
   * without alias.
   */
  target: string;
  /** The part before the first `#`, trimmed; empty for a link into the same note. */
  path: string;
  /** From the first `#` on (with it); a trailing `^block` without `#` belongs here, too. Empty if there is none. */
  subpath: string;
  /** Alias or link text, if any. */
  display?: string;
  /** The position of `target` in the original text. */
  targetRange: TextRange;
  /** 1-based, over the whole file. */
  line: number;
  /** Frontmatter links: the dotted key, as in the app's `frontmatterLinks` (`links.0`). */
  key?: string;
  /** It is in a `%%` comment: a link, but not visible. */
  inComment?: true;
}

/** Where a link or an image leads, if a reader does not see it: out of the vault, or to a file. */
export interface Address {
  /** As written, such as `https://example.org/a%20b`; of a file, its path. */
  address: string;
  /** Of the link's text; 1-based, over the whole file. */
  line: number;
}

export interface Heading extends TextRange {
  level: number;
  /** Without markers and without inline formatting. */
  text: string;
  /** Its Markdown after the markers, on one line; absent if it is the text. */
  written?: string;
  /** 1-based line of the heading's text. */
  line: number;
}

export interface Tag extends TextRange {
  /** Without `#`, as written. */
  name: string;
  line: number;
}

export interface Task extends TextRange {
  /** The character between the brackets; a space is an open task. */
  status: string;
  /** The position of the brackets. */
  box: TextRange;
  text: string;
  /** Its Markdown after the box, on one line, cut at {@link MAX_TASK} UTF-16 units. */
  written: string;
  line: number;
  /** Line of the list item it is nested under. */
  parentLine?: number;
}

export const MAX_TASK = 1_000;

export interface BlockId extends TextRange {
  /** Without `^`, lower-cased. */
  id: string;
  line: number;
}

export type BlockKind =
  | 'paragraph'
  | 'heading'
  | 'list'
  | 'table'
  | 'code'
  | 'quote'
  | 'callout'
  | 'math'
  | 'html'
  | 'comment'
  | 'rule'
  | 'other';

/** A top-level block of the body: what the chunker keeps together. */
export interface Block extends TextRange {
  kind: BlockKind;
  startLine: number;
  endLine: number;
}

export type FrontmatterValue =
  | string
  | number
  | boolean
  | null
  | FrontmatterValue[]
  | { [key: string]: FrontmatterValue };

export interface Frontmatter {
  /** The whole block, both fences and the newline after the closing one included. */
  range: TextRange;
  /** The YAML between the fences. */
  yamlRange: TextRange;
  /** Plain JSON: dates stay the strings they were written as; bounded in size and depth. Empty when `error` is set. */
  values: Record<string, FrontmatterValue>;
  /** One line: why the block could not be read (invalid YAML, alias bomb, not a map …). */
  error?: string;
}

/** Everything read from a note's text. Every offset points into the text as given, including BOM and line ends. */
export interface ParsedNote {
  frontmatter: Frontmatter | null;
  /** The frontmatter's `title` when it is a non-empty string or a number; callers fall back on the filename. */
  title: string | null;
  aliases: string[];
  /** Frontmatter and inline tags together, without `#`, as first written, unique ignoring case. */
  tags: string[];
  inlineTags: Tag[];
  headings: Heading[];
  /** In order of position, frontmatter first. */
  links: Link[];
  /** Those out of the vault, in order of position; not those that stand in the text themselves. */
  addresses: Address[];
  blockIds: BlockId[];
  tasks: Task[];
  /** Labels of footnote definitions, and their positions. */
  footnotes: ({ label: string } & TextRange)[];
  /** Top-level blocks of the body, in order, without gaps in meaning (blank lines belong to none). */
  blocks: Block[];
  /**
   * Sorted, disjoint: what a reader does not see (comments, link destinations, HTML tags, block ids), left out of
   * search text.
   */
  hidden: TextRange[];
  /** Where the body begins: after the frontmatter, and after a BOM. */
  bodyStart: number;
  /** Words of the visible body; a character of a script without spaces counts as one. */
  words: number;
  /** What could not be read, one line each; never fatal. */
  warnings: string[];
}
