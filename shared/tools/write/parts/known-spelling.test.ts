import { describe, expect, it } from 'vitest';
import { spelledAsKnown } from './known-spelling.ts';

const FOLDERS = new Map([
  ['', ['Projects', 'projekte', 'Projekte', 'Über', 'Top.md']],
  ['Projects', ['House']],
  ['Projects/House', ['House.md']],
]);
const spelled = async (path: string): Promise<string> =>
  (await spelledAsKnown(path, (folder) => Promise.resolve(FOLDERS.get(folder) ?? []))).path;

describe('the spelling of a new path', () => {
  it.each([
    ['projects/HOUSE/New.md', 'Projects/House/New.md'],
    ['projects/house/house.md', 'Projects/House/House.md'],
    ['u\u0308ber/New.md', 'Über/New.md'],
    ['TOP.md', 'Top.md'],
    ['top.md/New.md', 'Top.md/New.md'],
  ])('%j is that of the only file or folder: %j', async (path, expected) => {
    expect(await spelled(path)).toBe(expected);
  });

  it.each([
    'Projects/House/New.md',
    'projects2/house/New.md',
    'projekte/New.md',
    'PROJEKTE/New.md',
    'New.md',
    '//server/share/a.md',
    '/projects/a.md',
    '../projects/a.md',
    '',
  ])('%j stays as given if none or several are meant', async (path) => {
    expect(await spelled(path)).toBe(path);
  });
});
