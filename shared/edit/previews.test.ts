import { describe, expect, it } from 'vitest';
import { errorOf } from './edit-test-kit.ts';
import { PREVIEW_LIFETIME_MS, PreviewStore } from './previews.ts';

function storeAt(clock: { now: number }): PreviewStore {
  let count = 0;
  return new PreviewStore(
    () => clock.now,
    () => `p${String(++count)}`,
  );
}

const EDIT = { path: 'a.md', mode: 'append', hash: 'h1', text: 'new', diff: '+new', args: { name: 'a.md' } } as const;

describe('a preview', () => {
  it('can be found until it is dropped', () => {
    const store = storeAt({ now: 1000 });
    const preview = store.add(EDIT);
    expect(preview).toEqual({ ...EDIT, id: 'p1', expiresAt: 1000 + PREVIEW_LIFETIME_MS });
    expect(store.find('p1')).toBe(preview);
    expect(store.find('p1')).toBe(preview);
    store.drop('p1');
    expect(errorOf(() => store.find('p1')).code).toBe('preview_not_found');
  });

  it('expires after five minutes', () => {
    const clock = { now: 0 };
    const store = storeAt(clock);
    store.add(EDIT);
    clock.now = 5 * 60_000 - 1;
    expect(store.find('p1').text).toBe('new');
    clock.now = 5 * 60_000;
    const error = errorOf(() => store.find('p1'));
    expect(error.code).toBe('preview_not_found');
    expect(error.message).toContain('expired');
    expect(error.hint).toContain('dryRun');
  });

  it('is refused and dropped if the file has changed', () => {
    const store = storeAt({ now: 0 });
    const preview = store.add(EDIT);
    store.refuseStale(preview, 'h1');
    expect(errorOf(() => store.refuseStale(preview, 'h2')).code).toBe('preview_stale');
    expect(errorOf(() => store.find('p1')).code).toBe('preview_not_found');
  });

  it('gives way to newer ones if there are too many', () => {
    const store = storeAt({ now: 0 });
    for (let count = 0; count < 101; count++) store.add(EDIT);
    expect(errorOf(() => store.find('p1')).code).toBe('preview_not_found');
    expect(store.find('p2').id).toBe('p2');
    expect(store.find('p101').id).toBe('p101');
  });
});
