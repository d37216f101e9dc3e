import type { NotePart, NoteRecord, RecordChunk, RecordHeading, RecordLink } from '../../notes/note-record.ts';
import type { RecordTask } from '../../notes/note-tasks.ts';
import type { FrontmatterValue } from '../../markdown/parsed-note.ts';
import type { Visibility } from '../../vault/vault-source.ts';

/** What only questions about this note, or about all headings, tasks or blocks, need. */
export type RecordDetails = Pick<NoteRecord, 'headings' | 'tasks' | 'chunks' | 'blockIds' | 'parts'>;
/** What is needed of every note before the first search. */
export type RecordHead = Omit<NoteRecord, keyof RecordDetails | 'links'>;

/** One line of a section, as bytes of UTF-8 without the line end. */
export interface SavedLine {
  section: Buffer;
  start: number;
  end: number;
}

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
    this.aliases = head.aliases;
    this.tags = head.tags;
    this.frontmatter = head.frontmatter;
    this.chunkCount = head.chunkCount;
    this.words = head.words;
    if (head.language !== undefined) this.language = head.language;
    this.bodyStart = head.bodyStart;
    this.warnings = head.warnings;
    this.#links = links;
    this.#details = details;
  }

  get links(): RecordLink[] {
    if ('section' in this.#links) this.#links = parsed(this.#links) as RecordLink[];
    return this.#links;
  }

  get headings(): RecordHeading[] {
    return this.#parsedDetails().headings;
  }

  get tasks(): RecordTask[] {
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
    if ('section' in this.#details) this.#details = parsed(this.#details) as RecordDetails;
    return this.#details;
  }
}

function parsed({ section, start, end }: SavedLine): unknown {
  return JSON.parse(section.toString('utf8', start, end));
}
