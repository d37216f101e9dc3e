import { expect, it } from 'vitest';
import { answeredPathAfterRename } from '../../notes/ref-after-rename.ts';
import { sceneOf } from './scene.ts';
import { sceneAfterRename } from './scene-after-rename.ts';

const dot = (path: string, ties: string[]) => ({ path, title: path, x: 0, y: 0, radius: 1, ties });
const picture = (a: string, b: string, c: string) =>
  sceneOf(
    { id: 't1', label: 'Tea', circles: [], more: [], notes: [dot(a, [b, c]), dot(b, [a]), dot(c, [a])] },
    { active: new Set(), found: new Set([a, b]) },
    'red',
  );
const keysIn = ({ shapes, ties }: ReturnType<typeof picture>) => ({
  shapes: shapes.map((shape) => [shape.key, shape.ties]),
  ties,
});

it('a picture after a rename is that of the notes where they are, at their places', () => {
  const before = picture('Old/b.md', 'Old/c.md', 'd.md');
  const after = sceneAfterRename(before, (path) => answeredPathAfterRename(path, 'Old', 'zo\u0301'));
  expect(keysIn(after)).toEqual(keysIn(picture('z\u00f3/b.md', 'z\u00f3/c.md', 'd.md')));
  expect(after.key).toBe('t1');
});
