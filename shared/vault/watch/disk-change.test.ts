import { describe, expect, it } from 'vitest';
import { ChangeCollector, outermost } from './disk-change.ts';

describe('ChangeCollector', () => {
  it('names each thing once, and nothing inside a folder it names', () => {
    const changes = new ChangeCollector();
    for (const path of ['a.md', 'x/b.md', 'x/y/c.md', 'xx/d.md', 'a.md']) changes.addFile(path);
    for (const path of ['x/y', 'x', 'x', 'z']) changes.addFolder(path);
    expect(changes.take()).toEqual({ files: ['a.md', 'xx/d.md'], folders: ['x', 'z'], settings: false });
  });

  it('lets the root stand for everything', () => {
    const changes = new ChangeCollector();
    changes.addFile('a.md');
    changes.addFolder('x/y');
    changes.addFolder('');
    expect(changes.take()).toEqual({ files: [], folders: [''], settings: false });
  });

  it('is empty if nothing came since the last time', () => {
    const changes = new ChangeCollector();
    expect(changes.take()).toBeNull();
    changes.addSettings();
    expect(changes.take()).toEqual({ files: [], folders: [], settings: true });
    expect(changes.take()).toBeNull();
  });
});

describe('outermost', () => {
  it('compares whole segments', () => {
    expect(outermost(new Set(['a/b', 'a', 'ab', 'c/d/e', 'c/d']))).toEqual(['a', 'ab', 'c/d']);
  });
});
