import { BASE_TIMEOUT_MS } from '../../bases/answer-base.ts';
import { readBaseView } from '../../bases/document/base-view.ts';
import { runView } from '../../bases/run-view.ts';
import type { NoteIndex } from '../../index/note-index.ts';
import type { Slicer } from '../../kit/concurrency/slices.ts';
import { forgetFiles, indexVault } from './index-vault.ts';

/** A typical base. */
const USUAL = `
filters:
  and:
    - file.ext == "md"
    - or: [file.hasTag("none"), file.size > 0]
formulas:
  age: (now() - file.mtime).days.round(1)
  label: if(status, status + " ", "") + file.name.lower()
views:
  - name: usual
    order: [file.name, status, file.mtime, formula.age, formula.label]
    groupBy: {property: status, direction: ASC}
    sort: [{property: formula.label, direction: DESC}, {property: file.name, direction: ASC}]
`;

/** After this many notes the code is compiled; in one round if the vault has more. */
const ENOUGH_NOTES = 15_000;
const MOST_ROUNDS = 3;
/** About what an answer holds: all rows would be garbage that a window waits for. */
const ROW_BYTES = 64_000;

/** Evaluates a base over all notes when idle, so that the first one asked for is faster. */
export async function warmUpBases(index: NoteIndex, slicer: Slicer, isClosed: () => boolean): Promise<void> {
  const end = performance.now() + BASE_TIMEOUT_MS;
  const rounds = Math.min(MOST_ROUNDS, Math.ceil(ENOUGH_NOTES / Math.max(1, index.noteCount)));
  for (let round = 0; round < rounds && !isClosed() && performance.now() < end; round++) {
    const view = await slicer.run(readBaseView(USUAL, 'usual', ''));
    const steps = runView(view, indexVault(index), { rowBytes: ROW_BYTES });
    while (!isClosed() && steps.next().done !== true) await slicer.pause();
  }
  // Only the code was to be warm.
  forgetFiles(index);
}
