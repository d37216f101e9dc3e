import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { chunkNote } from '../../shared/markdown/chunks/chunker.ts';
import { propertyTexts } from '../../shared/notes/property-texts.ts';
import type { FullTextDocument } from '../../shared/search/words/fulltext-types.ts';
import { parseNote } from '../../shared/markdown/parse-note.ts';

/** A note of a vault on disk, as the index sees it. */
export interface VaultNote {
  /** Vault-relative, with `/`. */
  path: string;
  text: string;
  document: FullTextDocument & { chunks: string[] };
  /** Each chunk as it is embedded: title and headings before the text. */
  chunkTexts: string[];
}

/** All notes of a folder, by path. */
export async function readVaultNotes(folder: string): Promise<VaultNote[]> {
  const notes: VaultNote[] = [];
  for (const path of (await notePaths(folder, '')).sort()) {
    const text = await readFile(join(folder, path), 'utf8');
    notes.push({ path, text, ...read(path, text) });
  }
  return notes;
}

async function notePaths(folder: string, below: string): Promise<string[]> {
  const paths: string[] = [];
  for (const entry of await readdir(join(folder, below), { withFileTypes: true })) {
    if (entry.name.startsWith('.')) continue;
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    if (entry.isDirectory()) paths.push(...(await notePaths(folder, path)));
    else if (entry.name.endsWith('.md')) paths.push(path);
  }
  return paths;
}

function read(path: string, text: string): Pick<VaultNote, 'document' | 'chunkTexts'> {
  const parsed = parseNote(text);
  const chunks = chunkNote(text, parsed);
  const title = parsed.title ?? path.slice(path.lastIndexOf('/') + 1, -'.md'.length);
  const document = {
    title,
    aliases: parsed.aliases,
    headings: parsed.headings.map((heading) => heading.text),
    tags: parsed.tags,
    properties: propertyTexts(parsed.frontmatter?.values ?? {}).map((property) => property.text),
    chunks: chunks.map((chunk) => chunk.text),
    chunkHeadings: chunks.map((chunk) => parsed.headings.findLastIndex((heading) => heading.start < chunk.end)),
  };
  return { document, chunkTexts: chunks.map((chunk) => [title, ...chunk.headingPath].join(' > ') + `\n${chunk.text}`) };
}
