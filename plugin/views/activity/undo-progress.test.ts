import { JSDOM } from 'jsdom';
import { beforeEach, describe, expect, it } from 'vitest';
import { addDomHelpers } from '../../../e2e/stand-in/app/dom/dom-helpers.ts';
import { UndoProgress } from './undo-progress.ts';

const NONE: ReadonlySet<string> = new Set();
let parent: HTMLElement;
let progress: UndoProgress;

beforeEach(() => {
  const { window } = new JSDOM('<main></main>');
  addDomHelpers(window);
  parent = window.document.querySelector('main') as HTMLElement;
  progress = new UndoProgress(parent);
});

const shown = (): string | null => {
  const element = parent.querySelector<HTMLElement>('.vault-loom-activity-progress');
  return element === null || element.hidden ? null : element.textContent;
};
const heard = (): string => parent.querySelector('[role="status"]')?.textContent ?? '';
const step = (done: number, total: number, isRedo = false): void => progress.show({ ids: NONE, isRedo, done, total });

describe('the progress of an undo', () => {
  it('says each step to those who see it, and a few and the end to those who listen', () => {
    const [seen, said] = [new Set<string | null>(), new Set<string>()];
    for (let done = 0; done <= 1_100; done++) {
      step(done, 1_100);
      seen.add(shown());
      said.add(heard());
    }
    progress.show(null);
    said.add(heard());
    expect(seen.size).toBe(1_100);
    expect(seen).toContain('Undoing 312 of 1,100…');
    expect([...said]).toEqual([
      'Undoing 1 of 1,100…',
      'Undoing 276 of 1,100…',
      'Undoing 551 of 1,100…',
      'Undoing 826 of 1,100…',
      '1,100 changes undone.',
    ]);
    expect(shown()).toBeNull();
  });

  it('does not say that all is undone after one that was stopped', () => {
    step(30, 40, true);
    expect(shown()).toBe('Redoing 31 of 40…');
    progress.show(null);
    expect([shown(), heard()]).toEqual([null, '']);
  });

  it('says nothing of a single change, and not aloud what takes a moment', () => {
    step(0, 1);
    expect([shown(), heard()]).toEqual([null, '']);
    step(1, 3);
    expect([shown(), heard()]).toEqual(['Undoing 2 of 3…', '']);
  });

  it('says first that it looks at the changes', () => {
    progress.prepare('Looking at 40 changes…');
    expect(shown()).toBe('Looking at 40 changes…');
    progress.prepare(null);
    expect(shown()).toBeNull();
  });
});
