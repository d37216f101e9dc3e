import type { Chunk } from '../../markdown/chunks/chunker.ts';
import type { Address, ParsedNote } from '../../markdown/parsed-note.ts';
import { frontmatterTitle } from '../../markdown/frontmatter/frontmatter-fields.ts';
import type { Steps } from '../../kit/concurrency/slices.ts';
import { eachOnce, MOST_ADDRESSES } from '../../notes/hidden-addresses.ts';
import { noteContent, type NoteContent, type NotePart } from '../../notes/note-record.ts';
import type { RecordTask } from '../../notes/note-tasks.ts';
import { ownCopy } from './own-copy.ts';
import { tagKey } from '../../kit/text/tag-key.ts';

/** What an earlier reading of a note found. */
export type EarlierReading = Omit<NoteContent, 'title'>;

/** A note's content, put together part by part. */
export class PartsContent {
  /** Bytes and line ends of the parts so far. */
  bytes = 0;
  #lineEnds = 0;
  #content: NoteContent | null = null;
  readonly #parts: NotePart[] = [];
  #tags = new Set<string>();

  /** What an earlier reading found in its first `count` parts. */
  static upTo(before: EarlierReading, count: number): PartsContent {
    const content = new PartsContent();
    const parts = (before.parts ?? []).slice(0, count);
    const last = parts.at(-1);
    if (last === undefined) return content;
    content.bytes = last.bytes;
    content.#lineEnds = last.lineEnds;
    content.#parts.push(...parts);
    content.#content = {
      title: frontmatterTitle(before.frontmatter),
      aliases: before.aliases,
      tags: before.tags.slice(0, last.tags),
      frontmatter: before.frontmatter,
      headings: before.headings.slice(0, last.headings),
      links: before.links.slice(0, last.links),
      tasks: before.tasks.slice(0, last.tasks),
      chunks: before.chunks.slice(0, last.chunks),
      words: last.words,
      ...(last.addresses === 0 ? {} : { addresses: (before.addresses ?? []).slice(0, last.addresses) }),
      ...(last.blockIds === 0 ? {} : { blockIds: (before.blockIds ?? []).slice(0, last.blockIds) }),
      ...(before.language === undefined ? {} : { language: before.language }),
      bodyStart: before.bodyStart,
      warnings: before.warnings.slice(0, last.warnings),
    };
    content.#tags = new Set(content.#content.tags.map(tagKey));
    return content;
  }

  get isEmpty(): boolean {
    return this.#content === null;
  }

  /** @throws Error if nothing was added */
  get content(): NoteContent {
    if (this.#content === null) throw new Error('The note has no parts.');
    return this.#parts.length === 0 ? this.#content : { ...this.#content, parts: this.#parts };
  }

  *add(
    note: ParsedNote,
    chunks: readonly Chunk[],
    { bytes, lineEnds }: { bytes: number; lineEnds: number },
  ): Steps<void> {
    const part = yield* ownCopy(noteContent(note, chunks));
    const all = this.#content;
    if (all === null) {
      this.#content = part;
      this.#tags = new Set(part.tags.map(tagKey));
    } else {
      const before = this.#lineEnds;
      for (const heading of part.headings) all.headings.push({ ...heading, line: heading.line + before });
      yield;
      for (const link of part.links) all.links.push({ ...link, line: link.line + before });
      yield;
      for (const task of part.tasks) all.tasks.push(taskBelow(task, before));
      yield;
      for (const { startLine, endLine } of part.chunks)
        all.chunks.push({ startLine: startLine + before, endLine: endLine + before });
      if (part.addresses !== undefined) all.addresses = joined(all.addresses ?? [], part.addresses, before);
      if (part.blockIds !== undefined) all.blockIds = [...new Set([...(all.blockIds ?? []), ...part.blockIds])];
      for (const tag of part.tags) this.#addTag(all.tags, tag);
      for (const warning of part.warnings) if (!all.warnings.includes(warning)) all.warnings.push(warning);
      all.words += part.words;
    }
    this.bytes += bytes;
    this.#lineEnds += lineEnds;
  }

  /** Marks the part added last, with this hash of its bytes, as one that a later reading may reuse. */
  seal(hash: string): void {
    const { links, tasks, headings, chunks, tags, addresses = [], blockIds = [], warnings, words } = this.content;
    this.#parts.push({
      bytes: this.bytes,
      hash,
      lineEnds: this.#lineEnds,
      links: links.length,
      headings: headings.length,
      tasks: tasks.length,
      chunks: chunks.length,
      tags: tags.length,
      addresses: addresses.length,
      blockIds: blockIds.length,
      warnings: warnings.length,
      words,
    });
  }

  #addTag(tags: string[], tag: string): void {
    const key = tagKey(tag);
    if (this.#tags.has(key)) return;
    this.#tags.add(key);
    tags.push(tag);
  }
}

/** The addresses so far, and new ones of a part that comes after this many line ends. */
function joined(before: readonly Address[], part: readonly Address[], lineEnds: number): Address[] {
  const below = part.map(({ address, line }) => ({ address, line: line + lineEnds }));
  return eachOnce([...before, ...below]).slice(0, MOST_ADDRESSES);
}

/** A task of a part that comes after this many line ends. */
function taskBelow(task: RecordTask, lineEnds: number): RecordTask {
  const below = { ...task, line: task.line + lineEnds };
  if (task.parentLine !== undefined) below.parentLine = task.parentLine + lineEnds;
  return below;
}
