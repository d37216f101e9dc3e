import { expect, it } from 'vitest';
import { obsidianModule } from './obsidian-module.ts';
import { startSandbox } from './test-kit.ts';

it('speaks English, or the language that was chosen', async () => {
  const { window } = await startSandbox({});
  expect(obsidianModule.getLanguage()).toBe('en');
  window.localStorage.setItem('language', 'ar');
  expect(obsidianModule.getLanguage()).toBe('ar');
});
