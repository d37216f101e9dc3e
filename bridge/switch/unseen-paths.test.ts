import { describe, expect, it } from 'vitest';
import { UnseenPaths } from './unseen-paths.ts';

describe('paths that a host has not seen', () => {
  it('are each reported once', async () => {
    const unseen = new UnseenPaths();
    const told: string[][] = [];
    const refresh = async (paths: string[]) => void told.push(paths);
    unseen.add(['a', 'b']);
    unseen.add(['a']);
    await unseen.tell(refresh);
    await unseen.tell(refresh);
    expect(told).toEqual([['b', 'a']]);
  });

  it('are reported again after a failure, with what came meanwhile', async () => {
    const unseen = new UnseenPaths();
    unseen.add(['a']);
    const failing = unseen.tell(async () => {
      unseen.add(['b']);
      throw new Error('gone');
    });
    await expect(failing).rejects.toThrow('gone');
    const told: string[][] = [];
    await unseen.tell(async (paths) => void told.push(paths));
    expect(told).toEqual([['a', 'b']]);
  });

  it('keep every caller waiting until all paths added before its call are reported', async () => {
    const unseen = new UnseenPaths();
    const told: string[] = [];
    let release = (): void => undefined;
    const blocked = new Promise<void>((resolve) => {
      release = resolve;
    });
    const refresh = async (paths: string[]) => {
      await blocked;
      told.push(...paths);
    };
    unseen.add(['a']);
    const first = unseen.tell(refresh);
    unseen.add(['a', 'b']);
    const second = unseen.tell(refresh).then(() => expect(told).toEqual(['a', 'a', 'b']));
    release();
    await Promise.all([first, second]);
    expect(told).toEqual(['a', 'a', 'b']);
  });

  it('are limited in number', async () => {
    const unseen = new UnseenPaths();
    unseen.add(Array.from({ length: 12_000 }, (_, i) => `${i}.md`));
    await unseen.tell(async (paths) => {
      expect(paths).toHaveLength(10_000);
      expect(paths.at(-1)).toBe('11999.md');
    });
  });
});
