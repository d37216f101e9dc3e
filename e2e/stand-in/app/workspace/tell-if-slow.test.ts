import { afterEach, expect, it, vi } from 'vitest';
import { ItemView } from '../views/view.ts';
import { PATIENT, startSandbox } from '../test-kit.ts';
import { tellIfSlow } from './tell-if-slow.ts';

afterEach(() => vi.restoreAllMocks());

it('says so of what takes long, and of nothing else', async () => {
  const told = vi.spyOn(console, 'error').mockReturnValue(undefined);
  const { document } = await startSandbox({});
  expect(await tellIfSlow('A step', Promise.resolve(7), 10)).toBe(7);
  await expect(tellIfSlow('A step', Promise.reject(new Error('no')), 10)).rejects.toThrow('no');
  let finish = (_words: string): void => undefined;
  const slow = new Promise<string>((resolve) => (finish = resolve));
  const answer = tellIfSlow('Another step', slow, 10);
  await vi.waitFor(() => expect(document.querySelector('.notice')?.textContent).toContain('Another step has taken'));
  finish('done');
  expect(await answer).toBe('done');
  expect(told.mock.calls.flat().join()).not.toContain('A step');
});

it('a view that waits as it opens is named', async () => {
  vi.spyOn(console, 'error').mockReturnValue(undefined);
  const { app, document } = await startSandbox({});
  let release = (): void => undefined;
  class Waiting extends ItemView {
    override getViewType(): string {
      return 'waiting';
    }
    override getDisplayText(): string {
      return 'Waiting';
    }
    override onOpen(): Promise<void> {
      return new Promise((resolve) => (release = resolve));
    }
  }
  app.viewRegistry.registerView('waiting', (leaf) => new Waiting(leaf));
  const opened = app.workspace.getLeaf('tab').setViewState({ type: 'waiting' });
  await vi.waitFor(() => expect(document.querySelector('.notice')?.textContent).toContain('view “waiting”'), PATIENT);
  release();
  await opened;
}, 30_000);
