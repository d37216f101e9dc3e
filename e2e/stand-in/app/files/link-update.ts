import { parseLinktext } from '../metadata/linktext.ts';
import type { FrontmatterLinkCache, Reference, ReferenceCache } from '../metadata/cache-types.ts';
import type { MetadataCache } from '../metadata/metadata-cache.ts';
import { TFile, TFolder, type TAbstractFile } from '../vault/files.ts';
import { Vault } from '../vault/vault.ts';

/** The notes, and what is known of their links. */
export interface LinkedNotes {
  readonly vault: Vault;
  readonly metadataCache: MetadataCache;
}

/** Links of one note that lead to files about to move. */
interface NoteUpdate {
  source: TFile;
  references: { target: TFile; reference: ReferenceCache }[];
  frontmatter: { target: TFile; reference: FrontmatterLinkCache }[];
}

/** Collects the links to a file, or to all files below a folder, while they still lead there. */
export function linksTo(app: LinkedNotes, file: TAbstractFile): NoteUpdate[] {
  const moving = new Set<string>();
  if (file instanceof TFolder)
    Vault.recurseChildren(file, (each) => void (each instanceof TFile && moving.add(each.path)));
  else moving.add(file.path);
  const updates: NoteUpdate[] = [];
  for (const [path, counts] of Object.entries(app.metadataCache.resolvedLinks)) {
    if (!Object.keys(counts).some((target) => moving.has(target))) continue;
    const source = app.vault.getFileByPath(path);
    const cache = app.metadataCache.getCache(path);
    if (source === null || cache === null) continue;
    const targetOf = ({ link }: Reference): TFile | null => {
      const target = app.metadataCache.getFirstLinkpathDest(parseLinktext(link).path, path);
      return target !== null && moving.has(target.path) && parseLinktext(link).path !== '' ? target : null;
    };
    const leadingThere = <T extends Reference>(references: T[] = []): { target: TFile; reference: T }[] =>
      references.flatMap((reference) => {
        const target = targetOf(reference);
        return target === null ? [] : [{ target, reference }];
      });
    const references = [...leadingThere(cache.links), ...leadingThere(cache.embeds)];
    updates.push({ source, references, frontmatter: leadingThere(cache.frontmatterLinks) });
  }
  return updates;
}

/** Rewrites the links, each note in one change. */
export async function rewriteLinks(app: LinkedNotes, updates: NoteUpdate[]): Promise<void> {
  for (const { source, references, frontmatter } of updates) {
    await app.vault.process(source, (text) => {
      let changed = text;
      for (const { target, reference } of [...references].sort(
        (a, b) => b.reference.position.start.offset - a.reference.position.start.offset,
      )) {
        const { start, end } = reference.position;
        if (changed.slice(start.offset, end.offset) !== reference.original) continue;
        changed =
          changed.slice(0, start.offset) + spell(app, reference, target, source.path) + changed.slice(end.offset);
      }
      for (const { target, reference } of frontmatter)
        changed = changed.replace(reference.original, () => spell(app, reference, target, source.path));
      return changed;
    });
  }
}

/** The reference with its new path; brackets, subpath and alias stay as they were written. */
function spell(app: LinkedNotes, { original, link }: Reference, target: TFile, sourcePath: string): string {
  const { path, subpath } = parseLinktext(link);
  const hasEnding = /\.md$/i.test(path);
  const next = app.metadataCache.fileToLinktext(target, sourcePath, !hasEnding);
  if (original.includes('[['))
    return original.replace(/(\[\[\s*)[^\]#|\\]*/, (_whole, open: string) => `${open}${next}`);
  const ending = target.extension === 'md' && !/\.md$/i.test(next) ? '.md' : '';
  return original.replace(/\]\([\s\S]*\)$/, () => `](${encodeURI(`${next}${ending}`)}${encodeURI(subpath)})`);
}
