import { expect, it } from 'vitest';
import { appear, readAppearance } from './appearance.ts';
import { obsidianModule } from './obsidian-module.ts';
import { startSandbox } from './test-kit.ts';

const read = (query: string): object => readAppearance(new URLSearchParams(query));

it('is read from an address; what is wrong counts as absent', () => {
  expect(read('theme=dark&rtl=1&accent=%23AA3300&font=20&lang=ar')).toEqual({
    theme: 'dark',
    isRightToLeft: true,
    accent: '#AA3300',
    fontSize: 20,
    language: 'ar',
  });
  expect(read('rtl=0&lang=pt-BR')).toEqual({ isRightToLeft: false, language: 'pt-BR' });
  expect(read('theme=pink&rtl=yes&accent=red;x&font=400&lang=..')).toEqual({});
});

it('is what the window then looks like, and nothing of it is saved', async () => {
  const { app, document } = await startSandbox({});
  appear(app, { theme: 'dark', isRightToLeft: true, accent: '#aa3300', fontSize: 20, language: 'ar' });
  expect(app.isDarkMode()).toBe(true);
  expect(document.documentElement.dir).toBe('rtl');
  expect(document.body.classList.contains('mod-rtl')).toBe(true);
  expect(document.body.style.getPropertyValue('--color-accent')).toBe('#aa3300');
  expect(document.body.style.getPropertyValue('--font-text-size')).toBe('20px');
  expect(obsidianModule.getLanguage()).toBe('ar');
  expect(await app.vault.adapter.exists('.obsidian/appearance.json')).toBe(false);
  appear(app, { isRightToLeft: false });
  expect([document.documentElement.dir, app.isDarkMode()]).toEqual(['ltr', true]);
});
