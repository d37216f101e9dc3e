import type { TFile } from 'obsidian';
import { expect, it } from 'vitest';
import { appBaseVault, type EntryApp } from './app-base-vault.ts';

it('takes in the files of a large vault in steps', () => {
  let taken = 0;
  const fileAt = (i: number): TFile =>
    ({
      get path() {
        taken++;
        return `Note ${i}.md`;
      },
    }) as TFile;
  const files = Array.from({ length: 2_000 }, (_, i) => fileAt(i));
  const app = { vault: { getFiles: () => files } } as unknown as EntryApp;
  const steps = appBaseVault(app, () => false);
  let most = 0;
  let step = steps.next();
  for (let before = 0; step.done !== true; step = steps.next()) {
    most = Math.max(most, taken - before);
    before = taken;
  }
  expect(taken).toBe(2_000);
  expect(most).toBeLessThan(100);
  expect(step.value.file('Note 7.md')?.path).toBe('Note 7.md');
});
