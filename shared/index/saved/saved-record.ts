import { emptyList, sharedIfEmpty } from '../../kit/empty-list.ts';
import type { StringPool } from '../../kit/text/string-pool.ts';
import type { NotePart, NoteRecord, RecordChunk, RecordHeading, RecordLink } from '../../notes/note-record.ts';
import type { RecordTask } from '../../notes/note-tasks.ts';
import type { Address, FrontmatterValue } from '../../markdown/parsed-note.ts';
import type { Visibility } from '../../vault/vault-source.ts';

/** What only questions about this note, or about all headings, tasks or blocks, need. */
export type RecordDetails = Pick<NoteRecord, 'headings' | 'tasks' | 'chunks' | 'blockIds' | 'parts'>;
/** What is needed of every note before the first search. */
export type RecordHead = Omit<NoteRecord, keyof RecordDetails | 'links'>;

/** A section of JSON, one line a note. */
export interface SavedSection {
  bytes: Buffer;
  /** Texts that many of its notes have. */
  pool: StringPool;
}

/** One line of a section, as bytes of UTF-8 without the line end. */
export interface SavedLine {
  section: SavedSection;
  start: number;
  end: number;
}

/** How the details of a note without tasks begin. */
const NO_TASKS = Buffer.from('{"tasks":[],');

/**
 * A record as it was saved, whose links and details are parsed only when asked for: parsing them takes longer than
 * everything else that a start does before its first answer. They are getters, so copy it with `changedRecord`.
 */
export class SavedRecord implements NoteRecord {
  readonly id: number;
  readonly path: string;
  readonly size: number;
  readonly mtimeMs: number;
  readonly createdMs: number;
  readonly hash: string;
  readonly visibility: Visibility;
  readonly title: string;
  readonly aliases: string[];
  readonly tags: string[];
  readonly frontmatter: Record<string, FrontmatterValue>;
  readonly chunkCount: number;
  readonly words: number;
  readonly addresses?: Address[];
  readonly language?: string;
  readonly bodyStart: number;
  readonly warnings: string[];
  #links: RecordLink[] | SavedLine;
  #details: RecordDetails | SavedLine;

  constructor(head: RecordHead, links: SavedLine, details: SavedLine) {
    this.id = head.id;
    this.path = head.path;
    this.size = head.size;
    this.mtimeMs = head.mtimeMs;
    this.createdMs = head.createdMs;
    this.hash = head.hash;
    this.visibility = head.visibility;
    this.title = head.title;
    this.aliases = sharedIfEmpty(head.aliases);
    this.tags = sharedIfEmpty(head.tags);
    this.frontmatter = head.frontmatter;
    this.chunkCount = head.chunkCount;
    this.words = head.words;
    if (head.addresses !== undefined) this.addresses = head.addresses;
    if (head.language !== undefined) this.language = head.language;
    this.bodyStart = head.bodyStart;
    this.warnings = sharedIfEmpty(head.warnings);
    this.#links = links;
    this.#details = details;
  }

  get links(): RecordLink[] {
    if ('section' in this.#links) this.#links = parsedLinks(this.#links);
    return this.#links;
  }

  get headings(): RecordHeading[] {
    return this.#parsedDetails().headings;
  }

  /** Most notes have none, which shows without parsing: counts of tasks look at every note. */
  get tasks(): RecordTask[] {
    if ('section' in this.#details && beginsWith(this.#details, NO_TASKS)) return emptyList();
    return this.#parsedDetails().tasks;
  }

  get chunks(): RecordChunk[] {
    return this.#parsedDetails().chunks;
  }

  get blockIds(): string[] | undefined {
    return this.#parsedDetails().blockIds;
  }

  get parts(): NotePart[] | undefined {
    return this.#parsedDetails().parts;
  }

  #parsedDetails(): RecordDetails {
    if ('section' in this.#details) this.#details = parsedDetails(this.#details);
    return this.#details;
  }
}

function parsedLinks(line: SavedLine): RecordLink[] {
  const links = sharedIfEmpty(parsed(line) as RecordLink[]);
  for (const link of links) link.target = line.section.pool.of(link.target);
  return links;
}

function parsedDetails(line: SavedLine): RecordDetails {
  const details = parsed(line) as RecordDetails;
  details.headings = sharedIfEmpty(details.headings);
  details.tasks = sharedIfEmpty(details.tasks);
  details.chunks = sharedIfEmpty(details.chunks);
  return details;
}

function parsed({ section, start, end }: SavedLine): unknown {
  return JSON.parse(section.bytes.toString('utf8', start, end));
}

function beginsWith({ section, start }: SavedLine, beginning: Buffer): boolean {
  return section.bytes.subarray(start, start + beginning.length).equals(beginning);
}
