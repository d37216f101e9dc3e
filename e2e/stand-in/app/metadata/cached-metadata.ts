import type { Steps } from '../../../../shared/kit/concurrency/slices.ts';
import { parseNoteSteps } from '../../../../shared/markdown/parse-note.ts';
import type { Block, BlockKind, Link, ParsedNote } from '../../../../shared/markdown/parsed-note.ts';
import type {
  BlockCache,
  CachedMetadata,
  FrontmatterLinkCache,
  ListItemCache,
  ReferenceCache,
  SectionCache,
} from './cache-types.ts';
import { readListItems } from './list-items.ts';
import { Positions } from './positions.ts';

/** Reads a note into the app's form of metadata, with the project's own parser. */
export function* readMetadata(text: string): Steps<CachedMetadata> {
  const note = yield* parseNoteSteps(text);
  return toCachedMetadata(text, note);
}

const SECTION_TYPES: Record<BlockKind, string> = {
  paragraph: 'paragraph',
  heading: 'heading',
  list: 'list',
  table: 'table',
  code: 'code',
  quote: 'blockquote',
  callout: 'callout',
  math: 'math',
  html: 'html',
  comment: 'comment',
  rule: 'thematicBreak',
  other: 'paragraph',
};

function toCachedMetadata(text: string, note: ParsedNote): CachedMetadata {
  const positions = new Positions(text);
  const sections = readSections(positions, note);
  const listItems = note.blocks.filter(holdsLists).flatMap((block) => readListItems(positions, block));
  const metadata: CachedMetadata = {};
  const put = <Key extends keyof CachedMetadata>(key: Key, values: CachedMetadata[Key]): void => {
    if (Array.isArray(values) && values.length > 0) metadata[key] = values;
  };
  const isEmbed = ({ kind }: Link): boolean => kind === 'embed' || kind === 'markdown-embed';
  const inBody = note.links.filter(({ kind }) => kind !== 'frontmatter');
  put(
    'links',
    inBody.filter((link) => !isEmbed(link)).map((link) => reference(positions, link)),
  );
  put(
    'embeds',
    inBody.filter(isEmbed).map((link) => reference(positions, link)),
  );
  put(
    'tags',
    note.inlineTags.map((tag) => ({ tag: `#${tag.name}`, position: positions.range(tag) })),
  );
  put(
    'headings',
    note.headings.map((heading) => ({
      heading: sourceOfHeading(text.slice(heading.start, heading.end)),
      level: heading.level,
      position: positions.range(heading),
    })),
  );
  put(
    'footnotes',
    note.footnotes.map((footnote) => ({ id: footnote.label, position: positions.range(footnote) })),
  );
  put('sections', sections);
  put('listItems', listItems);
  put(
    'frontmatterLinks',
    note.links.filter(({ kind }) => kind === 'frontmatter').map((link) => frontmatterLink(text, link)),
  );
  addFrontmatter(metadata, positions, note);
  addBlocks(metadata, note, sections, listItems);
  return metadata;
}

function holdsLists({ kind }: Block): boolean {
  return kind === 'list' || kind === 'quote' || kind === 'callout';
}

function readSections(positions: Positions, note: ParsedNote): SectionCache[] {
  const sections: SectionCache[] = note.blocks.map((block) => ({
    type: sectionType(positions, block),
    position: positions.range(block),
  }));
  for (const footnote of note.footnotes) {
    const section = sections.find(({ position }) => position.start.offset === footnote.start);
    if (section !== undefined) section.type = 'footnoteDefinition';
  }
  if (note.frontmatter !== null)
    sections.unshift({ type: 'yaml', position: frontmatterPosition(positions, note.frontmatter.range) });
  return sections;
}

/** A comment of HTML is HTML to the app. */
function sectionType({ text }: Positions, { kind, start }: Block): string {
  return kind === 'comment' && text.startsWith('<!--', start) ? 'html' : SECTION_TYPES[kind];
}

/** A heading as it is written, with the markup inside it. */
function sourceOfHeading(source: string): string {
  const inner =
    /^ {0,3}#{1,6}(?:[ \t]+|$)(.*?)(?:[ \t]+#+)?[ \t]*$/s.exec(source)?.[1] ??
    source.replace(/\n {0,3}(?:=+|-+)[ \t]*$/, '');
  return inner.trim();
}

function reference(positions: Positions, link: Link): ReferenceCache {
  const original = positions.text.slice(link.start, link.end);
  return {
    link: link.target,
    original,
    displayText: link.display ?? defaultDisplay(link.target),
    position: positions.range(link),
  };
}

function frontmatterLink(text: string, link: Link): FrontmatterLinkCache {
  return {
    key: link.key ?? '',
    link: link.target,
    original: text.slice(link.start, link.end),
    displayText: link.display ?? defaultDisplay(link.target),
  };
}

/** What the app shows for a link without an alias: `Note > Heading`. */
function defaultDisplay(target: string): string {
  return target
    .split('#')
    .filter((part) => part !== '')
    .join(' > ');
}

function addFrontmatter(metadata: CachedMetadata, positions: Positions, note: ParsedNote): void {
  const { frontmatter } = note;
  if (frontmatter === null || frontmatter.error !== undefined) return;
  metadata.frontmatter = frontmatter.values;
  metadata.frontmatterPosition = frontmatterPosition(positions, frontmatter.range);
}

/** Both fences, without the line end after the second. */
function frontmatterPosition(
  positions: Positions,
  { start, end }: { start: number; end: number },
): ReturnType<Positions['range']> {
  let last = end;
  while (last > start && /[\r\n]/.test(positions.text.charAt(last - 1))) last--;
  return positions.range({ start, end: last });
}

function addBlocks(
  metadata: CachedMetadata,
  note: ParsedNote,
  sections: SectionCache[],
  listItems: ListItemCache[],
): void {
  const blocks: Record<string, BlockCache> = {};
  for (const { id, start } of note.blockIds) {
    const holds = ({ position }: SectionCache | ListItemCache): boolean =>
      position.start.offset <= start && start <= position.end.offset;
    const item = listItems.findLast(holds);
    const section = sections.find(holds);
    // An id on a line of its own names the block above it.
    const above =
      section !== undefined && section.position.start.offset === start
        ? sections[sections.indexOf(section) - 1]
        : undefined;
    const holder = item ?? above ?? section;
    if (holder === undefined) continue;
    holder.id = id;
    blocks[id] = { id, position: holder.position };
  }
  if (Object.keys(blocks).length > 0) metadata.blocks = blocks;
}
