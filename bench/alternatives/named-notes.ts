import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { runSteps } from '../../shared/kit/concurrency/slices.ts';
import { frontmatterAliases, frontmatterTitle } from '../../shared/markdown/frontmatter/frontmatter-fields.ts';
import { readFrontmatter } from '../../shared/markdown/frontmatter/frontmatter.ts';
import { readSourceText } from '../../shared/markdown/source-text.ts';
import { notePaths } from '../support/scratch-vault.ts';

/** A note as a search library is given it. */
export interface NamedNote {
  /** Vault-relative, with `/`. */
  path: string;
  /** Title and aliases, one a line. */
  names: string;
  /** The whole file. */
  text: string;
}

/** All notes of a folder, by path. Of their Markdown, only the frontmatter is parsed. */
export async function readNamedNotes(folder: string): Promise<NamedNote[]> {
  const notes: NamedNote[] = [];
  for (const path of await notePaths(folder)) notes.push(await readNamedNote(folder, path));
  return notes;
}

export async function readNamedNote(folder: string, path: string): Promise<NamedNote> {
  const text = await readFile(join(folder, path), 'utf8');
  const { frontmatter } = runSteps(readFrontmatter(runSteps(readSourceText(text)), []));
  const values = frontmatter?.values ?? {};
  const title = frontmatterTitle(values) ?? basename(path).slice(0, -'.md'.length);
  return { path, names: [title, ...frontmatterAliases(values)].join('\n'), text };
}
