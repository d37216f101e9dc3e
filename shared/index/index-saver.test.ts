import { expect, it } from 'vitest';
import { Turns } from '../kit/concurrency/turns.ts';
import { IndexSaver } from './index-saver.ts';
import type { IndexSession } from './index-session.ts';

it('a batch that cannot be saved fails the next one, and nothing before that', async () => {
  const broken = new Error('the disk is gone');
  const session = {
    index: { unsaved: { count: 10_000 } },
    saved: { capture: () => undefined, write: () => Promise.reject(broken) },
  } as unknown as IndexSession;
  const saver = new IndexSaver({
    session: () => session,
    changes: new Turns(),
    isOwner: () => true,
    warn: () => undefined,
    inBackground: () => undefined,
  });
  await saver.afterNote(1);
  // An unhandled rejection would be reported in the next turn of the event loop.
  await new Promise((resolve) => setImmediate(resolve));
  await expect(saver.afterNote(1)).rejects.toBe(broken);
});
