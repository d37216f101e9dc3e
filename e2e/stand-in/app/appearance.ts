import type { App } from './app.ts';

/** How the window looks. What is absent stays as it is; nothing of it is saved in the vault. */
export interface Appearance {
  theme?: 'dark' | 'light';
  isRightToLeft?: boolean;
  /** As `#rrggbb`. */
  accent?: string;
  /** Of notes, in pixels. */
  fontSize?: number;
  /** What `getLanguage` answers, such as `ar`; plugins that ask as they load have to be loaded again. */
  language?: string;
}

/** Reads `?theme=dark&rtl=1&accent=%23aa3300&font=20&lang=ar`. What is wrong counts as absent. */
export function readAppearance(query: URLSearchParams): Appearance {
  const [theme, rtl, accent, language] = ['theme', 'rtl', 'accent', 'lang'].map((name) => query.get(name) ?? '');
  const fontSize = Number(query.get('font') ?? '');
  return {
    ...((theme === 'dark' || theme === 'light') && { theme }),
    ...((rtl === '0' || rtl === '1') && { isRightToLeft: rtl === '1' }),
    ...(accent !== undefined && /^#[\da-f]{6}$/i.test(accent) && { accent }),
    ...(fontSize >= 10 && fontSize <= 30 && { fontSize }),
    ...(language !== undefined && /^[a-z]{2,3}(?:-[A-Za-z]{2,4})?$/.test(language) && { language }),
  };
}

/** Has the main window look like this. */
export function appear(app: App, { theme, isRightToLeft, accent, fontSize, language }: Appearance): void {
  const { document, window } = app.realm;
  if (theme !== undefined) app.changeTheme(theme === 'dark' ? 'obsidian' : 'moonstone');
  if (isRightToLeft !== undefined) {
    document.documentElement.dir = isRightToLeft ? 'rtl' : 'ltr';
    document.body.classList.toggle('mod-rtl', isRightToLeft);
  }
  if (accent !== undefined) document.body.style.setProperty('--color-accent', accent);
  if (fontSize !== undefined) document.body.style.setProperty('--font-text-size', `${fontSize}px`);
  if (language !== undefined) window.localStorage.setItem('language', language);
}
