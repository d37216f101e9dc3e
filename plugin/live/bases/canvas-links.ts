import type { TFile, Vault } from 'obsidian';
import type { FileLink } from '../../../shared/bases/base-source.ts';
import type { Slicer, Steps } from '../../../shared/kit/concurrency/slices.ts';
import { parseNoteSteps } from '../../../shared/markdown/parse-note.ts';
import { isCanvasPath, readCanvasSteps, readingOrder } from '../../../shared/notes/canvas.ts';
import { recordLink } from '../../../shared/notes/note-record.ts';
import { toNfc } from '../../../shared/vault/paths.ts';
import { symlinkProblem, type BaseFiles } from './base-file.ts';

/** The part of the app's vault that canvases are read from. */
export type CanvasFiles = BaseFiles & Pick<Vault, 'getFiles'>;

interface Known {
  size: number;
  mtime: number;
  links: readonly FileLink[];
}

/** A larger file is known by name only, as in the index. */
const MOST_BYTES = 64 * 1024 * 1024;
const NONE: readonly never[] = [];

/**
 * The links of a vault's canvases, which the app's metadata lacks. A canvas is read again only after it has changed.
 */
export class CanvasLinks {
  #known = new Map<string, Known>();

  /** By path. A canvas that cannot be read has none. */
  async read(files: CanvasFiles, slicer: Slicer): Promise<ReadonlyMap<string, readonly FileLink[]>> {
    const known = new Map<string, Known>();
    for (const file of files.getFiles()) {
      if (!isCanvasPath(file.path)) continue;
      const { size, mtime } = file.stat;
      const before = this.#known.get(file.path);
      const isSame = before?.size === size && before.mtime === mtime;
      known.set(file.path, isSame ? before : { size, mtime, links: await linksOf(files, file, slicer) });
    }
    this.#known = known;
    return new Map(Array.from(known, ([path, { links }]) => [toNfc(path), links]));
  }
}

async function linksOf(files: CanvasFiles, { path, stat }: TFile, slicer: Slicer): Promise<readonly FileLink[]> {
  if (stat.size > MOST_BYTES || (await symlinkProblem(files, path)) !== null) return NONE;
  const text = await files.adapter.read(path).catch(() => '');
  return slicer.run(linkSteps(text));
}

function* linkSteps(text: string): Steps<FileLink[]> {
  const { cards } = yield* readCanvasSteps(text);
  const links: FileLink[] = [];
  for (const card of readingOrder(cards)) {
    if (card.kind === 'file') links.push({ target: card.text, isFile: true });
    else links.push(...(yield* parseNoteSteps(card.text)).links.map(recordLink));
    yield;
  }
  return links;
}
