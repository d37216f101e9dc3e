/** What a version brings, as the changelog has it. */
export interface Changes {
  /** The day of the release, as `YYYY-MM-DD`; null if it has not been released. */
  date: string | null;
  /** Markdown, without the heading. */
  text: string;
}

/**
 * A version's section of a changelog, which begins with `## 1.2.3, 2026-01-31` or `## 1.2.3, not released`; null if
 * there is none.
 */
export function changesOf(changelog: string, version: string): Changes | null {
  const sections = changelog.split(/^## /mu).slice(1);
  const section = sections.find((text) => text.startsWith(`${version}, `));
  if (section === undefined) return null;
  const [heading = '', ...lines] = section.split('\n');
  const [, date = null] = /, (\d{4}-\d{2}-\d{2})$/u.exec(heading.trim()) ?? [];
  return { date, text: lines.join('\n').trim() };
}
