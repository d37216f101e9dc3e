import { Slicer, messageChannelYield } from '../../../shared/kit/concurrency/slices.ts';
import type { ChangedFile } from '../../../shared/writing/change/changed-files.ts';
import { drawDiff } from '../diff/draw-diff.ts';
import { diffSteps } from '../diff/note-diff.ts';
import { drawWords } from '../words/draw-words.ts';
import type { Said } from '../words/said.ts';
import { WORDS } from './activity-words.ts';

/** A file's text before and after; null where there was none. */
type Side = Uint8Array | null;

const FILES_AT_ONCE = 10;
const slicer = new Slicer(8, messageChannelYield());

/** Draws what changed in files, one after another. Long lists wait behind a button. */
export async function drawFiles(parent: HTMLElement, files: readonly ChangedFile[]): Promise<void> {
  for (const { path, to, before, after } of files.slice(0, FILES_AT_ONCE)) {
    const isAlone = files.length === 1 && to === undefined && before !== null && after !== null;
    if (!isAlone)
      drawWords(
        parent.createDiv({ cls: 'vault-loom-activity-file', attr: { dir: 'ltr' } }),
        fileWords({ path, to, before, after }),
      );
    if (before !== null || after !== null) await drawSides(parent, before, after);
  }
  const rest = files.slice(FILES_AT_ONCE);
  if (rest.length === 0) return;
  const moreEl = parent.createEl('button', {
    cls: 'vault-loom-diff-more',
    text: WORDS.moreFiles(rest.length),
    attr: { dir: 'ltr' },
  });
  moreEl.addEventListener('click', () => {
    moreEl.remove();
    void drawFiles(parent, rest);
  });
}

/** Draws the difference of two texts. */
export async function drawSides(parent: HTMLElement, before: Side, after: Side): Promise<void> {
  const [old, young] = [textOf(before), textOf(after)];
  if (old === null || young === null) {
    parent.createDiv({ cls: 'vault-loom-diff-none', text: WORDS.notText, attr: { dir: 'ltr' } });
    return;
  }
  drawDiff(parent, await slicer.run(diffSteps(old, young)));
}

function fileWords({
  path,
  to,
  before,
  after,
}: {
  path: string;
  to: string | undefined;
  before: Side;
  after: Side;
}): Said {
  if (to !== undefined) return WORDS.fileMoved(path, to);
  if (before === null) return WORDS.fileCreated(path);
  return after === null ? WORDS.fileDeleted(path) : WORDS.file(path);
}

function textOf(bytes: Side): string | null {
  if (bytes === null) return '';
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}
