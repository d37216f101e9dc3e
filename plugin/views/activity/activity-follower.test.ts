import { describe, expect, it } from 'vitest';
import type { AppHistory } from '../../history/app-history.ts';
import { ActivityFollower } from './activity-follower.ts';

interface Bench {
  follower: ActivityFollower;
  /** Something happens in the history. */
  happen: () => Promise<void>;
  set: { isHeld: boolean; failure: Error | null; isThere: boolean };
  /** How often it was watched, and given up. */
  watches: { begun: number; ended: number };
}

function bench(): Bench {
  const set = { isHeld: false, failure: null as Error | null, isThere: true };
  const watches = { begun: 0, ended: 0 };
  let tell: () => void = () => undefined;
  let count = 0;
  const history = {
    watch: (listener: () => void) => {
      watches.begun++;
      tell = listener;
      return () => void watches.ended++;
    },
    running: null,
    onRunning: () => () => undefined,
    entries: () =>
      set.failure === null ? Promise.resolve(Array.from({ length: count }, () => ({}))) : Promise.reject(set.failure),
    readings: () => Promise.resolve([]),
    hiding: () => Promise.resolve(() => false),
  } as unknown as AppHistory;
  const follower = new ActivityFollower({
    history: () => Promise.resolve(set.isThere ? history : null),
    isHeld: () => set.isHeld,
    changed: () => undefined,
    undoing: () => undefined,
  });
  const happen = async (): Promise<void> => {
    count++;
    tell();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { follower, happen, set, watches };
}

const count = ({ known }: ActivityFollower): number | undefined => known?.entries.length;

describe('ActivityFollower', () => {
  it('watches once, from when the history is there', async () => {
    const { follower, happen, set, watches } = bench();
    set.isThere = false;
    await follower.follow();
    expect([count(follower), watches.begun]).toEqual([undefined, 0]);
    set.isThere = true;
    await follower.follow();
    await follower.follow();
    await happen();
    expect([count(follower), watches.begun]).toEqual([1, 1]);
    follower.close();
    expect(watches.ended).toBe(1);
  });

  it('watches nothing if it was closed before the history was there', async () => {
    const { follower, watches } = bench();
    const following = follower.follow();
    follower.close();
    await following;
    expect(watches).toEqual({ begun: 0, ended: 0 });
  });

  it('holds back what comes while rows may not move, but not what the person asked for', async () => {
    const { follower, happen, set } = bench();
    set.isHeld = true;
    await follower.follow();
    expect(follower.isHeldBack).toBe(false);
    await happen();
    expect(follower.isHeldBack).toBe(true);
    set.isHeld = false;
    await happen();
    expect(follower.isHeldBack).toBe(true);
    follower.release();
    expect(follower.isHeldBack).toBe(false);
    set.isHeld = true;
    await happen();
    await follower.look(true);
    expect(follower.isHeldBack).toBe(false);
  });

  it('says why it failed, keeps what it knew, and tries again', async () => {
    const { follower, happen, set } = bench();
    await follower.follow();
    set.failure = new Error('the disk is gone');
    await happen();
    expect([follower.problem, count(follower)]).toEqual(['the disk is gone', 0]);
    set.failure = null;
    await follower.tryAgain();
    expect([follower.problem, count(follower)]).toEqual([null, 1]);
  });
});
