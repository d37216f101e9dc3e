import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname as folderOf, join } from 'node:path';
import type { CachedMetadata, Stat, TFile } from 'obsidian';
import { eventLoopYield, Slicer } from '../../../shared/kit/concurrency/slices.ts';
import type { LinkKind } from '../../../shared/markdown/parsed-note.ts';
import { parseNote } from '../../../shared/markdown/parse-note.ts';
import { extension, withoutMd } from '../../../shared/vault/paths.ts';
import type { BaseQueryOutput } from '../../../shared/protocol/schemas/live.ts';
import { hidingOf } from '../hiding-test-kit.ts';
import { CanvasLinks } from './canvas-links.ts';
import { runBase, type BaseApp, type BaseHost } from './run-base.ts';

export const HOST: Omit<BaseHost, 'hiding' | 'canvases'> = {
  appVersion: '1.13.1',
  slicer: new Slicer(8, eventLoopYield()),
  language: 'en',
};

/** Runs a base as the plugin does, with what the vault's own rules hide. */
export function askBase(app: BaseApp, request: unknown, host = HOST): Promise<BaseQueryOutput> {
  return runBase(app, request, { ...host, hiding: hidingOf(app.vault), canvases: new CanvasLinks() });
}

/** The app over a folder on the disk, its metadata from this project's own parser. */
export async function appOver(root: string, internalPlugins?: unknown): Promise<BaseApp> {
  const files: TFile[] = [];
  const caches = new Map<string, CachedMetadata>();
  for (const dirent of await readdir(root, { recursive: true, withFileTypes: true })) {
    if (!dirent.isFile()) continue;
    const path = join(dirent.parentPath, dirent.name)
      .slice(root.length + 1)
      .replaceAll('\\', '/');
    if (path.split('/').some((part) => part.startsWith('.'))) continue;
    const { size, mtimeMs, birthtimeMs } = await stat(join(root, path));
    const file = {
      path,
      name: dirent.name,
      basename: dirent.name.replace(/\.[^.]*$/, ''),
      extension: extension(path),
      stat: { size, mtime: mtimeMs, ctime: birthtimeMs },
    };
    files.push(file as TFile);
    if (path.endsWith('.md')) caches.set(path, cacheOf(await readFile(join(root, path), 'utf8')));
  }
  const app = {
    vault: {
      configDir: '.obsidian',
      getFiles: () => files,
      adapter: {
        getBasePath: () => root,
        read: (path: string) => readFile(join(root, path), 'utf8'),
        stat: (path: string) => statOf(join(root, path)),
      },
    },
    metadataCache: {
      getFileCache: ({ path }: TFile) => caches.get(path) ?? null,
      getFirstLinkpathDest: (linkpath: string) => fileNamed(files, linkpath),
      resolvedLinks: resolvedLinksOf(files, caches),
    },
    internalPlugins,
  };
  return app as unknown as BaseApp;
}

/** Writes files into a folder; the keys are paths with `/`. */
export async function writeFiles(root: string, files: Record<string, string>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(folderOf(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
}

async function statOf(path: string): Promise<Stat | null> {
  const found = await stat(path).catch(() => null);
  return found === null
    ? null
    : { type: found.isFile() ? 'file' : 'folder', size: found.size, mtime: found.mtimeMs, ctime: found.birthtimeMs };
}

function fileNamed(files: readonly TFile[], linkpath: string): TFile | null {
  return files.find(({ path, name }) => [path, withoutMd(path), name, withoutMd(name)].includes(linkpath)) ?? null;
}

function resolvedLinksOf(
  files: readonly TFile[],
  caches: ReadonlyMap<string, CachedMetadata>,
): Record<string, Record<string, number>> {
  const resolved: Record<string, Record<string, number>> = {};
  for (const [source, { links = [], embeds = [], frontmatterLinks = [] }] of caches) {
    const targets: Record<string, number> = (resolved[source] = {});
    for (const { link } of [...links, ...embeds, ...frontmatterLinks]) {
      const target = fileNamed(files, link.split('#', 1)[0] ?? '')?.path;
      if (target !== undefined) targets[target] = (targets[target] ?? 0) + 1;
    }
  }
  return resolved;
}

function cacheOf(text: string): CachedMetadata {
  const { frontmatter, inlineTags, links } = parseNote(text);
  const ofKind = (...kinds: LinkKind[]): { link: string }[] =>
    links.filter(({ kind }) => kinds.includes(kind)).map(({ target }) => ({ link: target }));
  return {
    frontmatter: frontmatter?.values ?? undefined,
    tags: inlineTags.map(({ name }) => ({ tag: `#${name}` })),
    frontmatterLinks: ofKind('frontmatter'),
    links: ofKind('wikilink', 'markdown'),
    embeds: ofKind('embed', 'markdown-embed'),
  } as CachedMetadata;
}
