import { mkdirSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  bytes,
  change,
  create,
  edit,
  makeVault,
  move,
  refusal,
  removeVaults,
  type TestVault,
} from '../writing-test-kit.ts';

const SWAPS = Number(process.env['VAULT_LOOM_SWAPS'] ?? 50);
const OUTSIDE = 'none of your business';

afterEach(removeVaults);

/** A folder next to the vault whose name begins with the vault's. */
function outsideOf(vault: TestVault): string {
  const folder = `${vault.root}-evil`;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'x.md'), OUTSIDE);
  return folder;
}

const linksWork = process.platform !== 'win32';

describe.runIf(linksWork)('a symlink that leads out of the vault', () => {
  it('is never followed by a write, folder or file', async () => {
    const vault = makeVault({ 'in.md': 'in' });
    const outside = outsideOf(vault);
    symlinkSync(outside, join(vault.root, 'folder'));
    symlinkSync(join(outside, 'x.md'), join(vault.root, 'file.md'));

    for (const path of ['folder/x.md', 'file.md']) {
      expect(await refusal(vault.writer.apply(change(edit(path, OUTSIDE, 'mine'))))).toMatchObject({
        code: 'path_outside_vault',
        details: { path },
      });
      expect(await refusal(vault.writer.apply(change({ kind: 'delete', path })))).toMatchObject({
        code: 'path_outside_vault',
      });
      expect(await refusal(vault.writer.apply(change(move(path, 'stolen.md'))))).toMatchObject({
        code: 'path_outside_vault',
      });
      expect(await refusal(vault.writer.withPaths([path], (session) => session.read(path)))).toMatchObject({
        code: 'path_outside_vault',
      });
    }
    for (const path of ['folder/new.md', 'folder/deep/new.md']) {
      expect(await refusal(vault.writer.apply(change(create(path, 'mine'))))).toMatchObject({
        code: 'path_outside_vault',
      });
      expect(await refusal(vault.writer.apply(change(move('in.md', path))))).toMatchObject({
        code: 'path_outside_vault',
      });
    }
    expect(readdirSync(outside)).toEqual(['x.md']);
    expect(readFileSync(join(outside, 'x.md'), 'utf8')).toBe(OUTSIDE);
    expect(vault.read('in.md')).toBe('in');
  });

  it('is named in the error without its target', async () => {
    const vault = makeVault();
    symlinkSync(outsideOf(vault), join(vault.root, 'folder'));
    const error = await refusal(vault.writer.apply(change(create('folder/new.md', 'mine'))));
    expect(JSON.stringify(error.toBody())).not.toContain(dirname(vault.root));
    expect(error.message).toBe('The path "folder/new.md" leads out of the vault through a symlink.');
  });
});

describe.runIf(linksWork)('a symlink that stays in the vault', () => {
  it('stays a symlink when its target is edited', async () => {
    const vault = makeVault({ 'real/target.md': 'old' });
    symlinkSync('real/target.md', join(vault.root, 'alias.md'));
    await vault.writer.apply(change(edit('alias.md', 'old', 'new')));
    expect(vault.read('real/target.md')).toBe('new');
    symlinkSync('real', join(vault.root, 'folder'));
    await vault.writer.apply(change(edit('folder/target.md', 'new', 'newer')));
    expect(vault.read('alias.md')).toBe('newer');
  });

  it("lets no write into the app's configuration, nor outside the allowed folders", async () => {
    const vault = makeVault(
      { '.obsidian/x.md': 'settings', 'b/x.md': 'b' },
      { rules: { readOnly: false, folders: ['a'], configDir: '.obsidian', ignoreCase: false } },
    );
    mkdirSync(join(vault.root, 'a'));
    symlinkSync('../.obsidian', join(vault.root, 'a', 'config'));
    symlinkSync('../b', join(vault.root, 'a', 'b'));
    for (const folder of ['a/config', 'a/b']) {
      expect(await refusal(vault.writer.apply(change(edit(`${folder}/x.md`, 'settings', 'mine'))))).toMatchObject({
        code: 'path_not_allowed',
      });
      expect(await refusal(vault.writer.apply(change(create(`${folder}/new.md`, 'mine'))))).toMatchObject({
        code: 'path_not_allowed',
      });
    }
    expect(vault.files()).toEqual({ '.obsidian/x.md': 'settings', 'b/x.md': 'b' });
  });

  it('is neither moved nor deleted in place of its target', async () => {
    const vault = makeVault({ 'target.md': 'old' });
    symlinkSync('target.md', join(vault.root, 'alias.md'));
    expect(await refusal(vault.writer.apply(change({ kind: 'delete', path: 'alias.md' })))).toMatchObject({
      code: 'path_not_allowed',
    });
    expect(await refusal(vault.writer.apply(change(move('alias.md', 'b.md'))))).toMatchObject({
      code: 'path_not_allowed',
    });
    expect(vault.read('alias.md')).toBe('old');
  });

  it('may lead nowhere, or in a circle, without harm', async () => {
    const vault = makeVault();
    symlinkSync('nowhere', join(vault.root, 'lost.md'));
    symlinkSync('circle.md', join(vault.root, 'circle.md'));
    for (const path of ['lost.md', 'circle.md']) {
      expect(await refusal(vault.writer.apply(change(edit(path, '', 'x'))))).toMatchObject({
        code: 'path_not_allowed',
      });
      expect(await refusal(vault.writer.apply(change(create(path, 'x'))))).toMatchObject({ code: 'note_exists' });
    }
  });
});

/**
 * macOS and Linux without /proc have no paths for open folders; that code path can be tested on any system but Windows.
 */
const waysToOpen = process.platform === 'linux' ? (['linux', 'darwin'] as const) : ([process.platform] as const);

describe.runIf(linksWork).each(waysToOpen)(
  `a folder swapped for a symlink ${SWAPS} times while notes are written in it, as on %s`,
  (platform) => {
    const real = Object.getOwnPropertyDescriptor(process, 'platform') as PropertyDescriptor;
    beforeEach(() => void Object.defineProperty(process, 'platform', { ...real, value: platform }));
    afterEach(() => void Object.defineProperty(process, 'platform', real));

    it(
      'never lets a write escape',
      async () => {
        const vault = makeVault(
          { 'folder/x.md': 'old' },
          { settings: () => Promise.resolve({ trashOption: 'none' } as never) },
        );
        const outside = outsideOf(vault);
        const { stop, swaps } = swapAgainAndAgain(join(vault.root, 'folder'), outside);
        let [written, refused] = [0, 0];
        // How often a write hits the folder and how often the symlink is up to the system: both must happen.
        const enough = (i: number): boolean => i >= SWAPS && ((written > 0 && refused > 0) || i >= SWAPS * 20);
        for (let i = 0; !enough(i); i++) {
          const results = await Promise.allSettled([
            vault.writer.apply(change(create(`folder/new ${i}.md`, 'mine'))),
            vault.writer.withPaths(['folder/x.md'], async (session) => {
              const { bytes: before } = await session.read('folder/x.md');
              await session.apply(change({ kind: 'edit', path: 'folder/x.md', before, after: bytes(`text ${i}`) }));
            }),
          ]);
          written += results.filter(({ status }) => status === 'fulfilled').length;
          refused += results.filter(({ status }) => status === 'rejected').length;
        }
        await stop();
        expect([written > 0, refused > 0, swaps() > SWAPS / 10]).toEqual([true, true, true]);
        expect(readFileSync(join(outside, 'x.md'), 'utf8')).toBe(OUTSIDE);
        const strays = readdirSync(outside).filter((name) => name !== 'x.md');
        if (platform === 'linux') expect(strays).toEqual([]);
        for (const name of strays) expect(readFileSync(join(outside, name), 'utf8')).toBe('');
      },
      30_000 + SWAPS * 200,
    );
  },
);

function swapAgainAndAgain(folder: string, outside: string): { stop: () => Promise<void>; swaps: () => number } {
  let [swapping, count] = [true, 0];
  const done = (async () => {
    while (swapping) {
      renameSync(folder, `${folder}-aside`);
      inPlaceOf(folder, () => symlinkSync(outside, folder));
      await new Promise((resolve) => setImmediate(resolve));
      rmSync(folder);
      inPlaceOf(folder, () => renameSync(`${folder}-aside`, folder));
      count += 1;
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 2));
    }
  })();
  return { stop: () => ((swapping = false), done), swaps: () => count };
}

/** The writer, working in other threads, may recreate the folder just while it is gone. */
function inPlaceOf(folder: string, place: () => void): void {
  for (;;) {
    try {
      return place();
    } catch (error) {
      if (!['EEXIST', 'ENOTEMPTY', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
      rmSync(folder, { recursive: true, force: true });
    }
  }
}

it.runIf(process.platform === 'linux')('finds names that the disk keeps in another Unicode form', async () => {
  const vault = makeVault({ 'Cafe\u0301/Re\u0301sume\u0301.md': 'old' });
  await vault.writer.apply(change(edit('Café/Résumé.md', 'old', 'new')));
  expect(await refusal(vault.writer.apply(change(create('Café/Résumé.md', 'other'))))).toMatchObject({
    code: 'note_exists',
  });
  await vault.writer.apply(change(create('Café/b.md', 'b')));
  expect(vault.files()).toEqual({ 'Cafe\u0301/Re\u0301sume\u0301.md': 'new', 'Cafe\u0301/b.md': 'b' });
});

describe.runIf(process.platform === 'linux')('a file whose name on disk is not in NFC', () => {
  const onDisk = 'Résumé'.normalize('NFD');

  it('keeps its spelling, and that of the folders that move with it, if only a folder above changes', async () => {
    const files = { [`old/${onDisk}/${onDisk}.md`]: 'text', [`old/${onDisk}.png`]: 'picture' };
    const vault = makeVault(files);
    const { id } = await vault.writer.apply(
      change(move('old/Résumé/Résumé.md', 'new/Résumé/Résumé.md'), move('old/Résumé.png', 'new/Résumé.png')),
    );
    expect(vault.files()).toEqual({ [`new/${onDisk}/${onDisk}.md`]: 'text', [`new/${onDisk}.png`]: 'picture' });
    await vault.writer.undo(id ?? '');
    expect(vault.files()).toEqual(files);
  });

  it('is followed by undos through names that an undo gave back', async () => {
    const vault = makeVault({ [`${onDisk}.md`]: 'text' });
    const first = await vault.writer.apply(change(move('Résumé.md', 'in/Résumé.md')));
    const edited = await vault.writer.apply(change(edit('in/Résumé.md', 'text', 'more text')));
    const second = await vault.writer.apply(change(move('in/Résumé.md', 'Life.md')));
    await vault.writer.undo(second.id ?? '');
    const third = await vault.writer.apply(change(move('in/Résumé.md', 'CV.md')));
    await vault.writer.undo(edited.id ?? '');
    expect(vault.files()).toEqual({ 'CV.md': 'text' });
    await vault.writer.undo(third.id ?? '');
    await vault.writer.undo(first.id ?? '');
    expect(vault.files()).toEqual({ [`${onDisk}.md`]: 'text' });
  });

  it('goes into a folder that is there, however that is spelled', async () => {
    const vault = makeVault({ [`old/${onDisk}/${onDisk}.md`]: 'text', 'new/Résumé/other.md': '' });
    await vault.writer.apply(change(move('old/Résumé/Résumé.md', 'new/Résumé/Résumé.md')));
    expect(vault.files()).toEqual({ [`new/Résumé/${onDisk}.md`]: 'text', 'new/Résumé/other.md': '' });
  });

  it('replaces none that is spelled in NFC', async () => {
    const vault = makeVault({ [`old/${onDisk}.md`]: 'text', 'new/Résumé.md': 'there' });
    expect(await refusal(vault.writer.apply(change(move('old/Résumé.md', 'new/Résumé.md'))))).toMatchObject({
      code: 'note_exists',
    });
  });

  it('gets a new name in NFC', async () => {
    const vault = makeVault({ [`${onDisk}.md`]: 'text' });
    await vault.writer.apply(change(move('Résumé.md', `${onDisk} 2.md`)));
    expect(vault.files()).toEqual({ 'Résumé 2.md': 'text' });
  });
});

it('refuses a folder where a note should be, and a note where a folder should be', async () => {
  const vault = makeVault({ 'a.md': 'a', 'folder.md/x.md': 'x' });
  expect(await refusal(vault.writer.apply(change(edit('folder.md', '', 'x'))))).toMatchObject({
    code: 'path_not_allowed',
  });
  expect(await refusal(vault.writer.apply(change(create('a.md/b.md', 'x'))))).toMatchObject({
    code: 'path_not_allowed',
  });
});
