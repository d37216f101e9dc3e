export type SearchMatches = [from: number, to: number][];

export interface SearchResult {
  /** At most 0; higher is better. */
  score: number;
  matches: SearchMatches;
}

export type Search = (text: string) => SearchResult | null;

/** Finds texts that hold all characters of the query in order. */
export function prepareFuzzySearch(query: string): Search {
  const wanted = [...query.toLowerCase()].filter((char) => char.trim() !== '');
  return (text) => {
    const lower = text.toLowerCase();
    const whole = query === '' ? -1 : lower.indexOf(query.toLowerCase());
    if (whole >= 0) return { score: -whole / 100 - text.length / 1000, matches: [[whole, whole + query.length]] };
    const matches: SearchMatches = [];
    let at = 0;
    let gaps = 0;
    for (const char of wanted) {
      const found = lower.indexOf(char, at);
      if (found < 0) return null;
      const last = matches[matches.length - 1];
      if (last?.[1] === found) last[1] = found + char.length;
      else {
        if (last !== undefined) gaps += found - last[1];
        matches.push([found, found + char.length]);
      }
      at = found + char.length;
    }
    return { score: -matches.length - gaps / 10 - text.length / 1000, matches };
  };
}

/** Finds texts that hold every word of the query. */
export function prepareSimpleSearch(query: string): Search {
  const words = query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  return (text) => {
    const lower = text.toLowerCase();
    const matches: SearchMatches = [];
    for (const word of words) {
      let found = lower.indexOf(word);
      if (found < 0) return null;
      for (; found >= 0; found = lower.indexOf(word, found + word.length)) matches.push([found, found + word.length]);
    }
    matches.sort((a, b) => a[0] - b[0]);
    return { score: -(matches[0]?.[0] ?? 0) / 100 - text.length / 1000, matches };
  };
}

export function sortSearchResults(results: { match: SearchResult }[]): void {
  results.sort((a, b) => b.match.score - a.match.score);
}

/** Writes a text with its matches highlighted. `offset` is taken from the matches' places. */
export function renderMatches(
  element: HTMLElement | DocumentFragment,
  text: string,
  matches: SearchMatches | null,
  offset = 0,
): void {
  let at = 0;
  for (const [from, to] of matches ?? []) {
    const start = Math.max(at, from + offset);
    const end = Math.min(text.length, to + offset);
    if (end <= start) continue;
    element.appendText(text.slice(at, start));
    element.createSpan({ cls: 'suggestion-highlight', text: text.slice(start, end) });
    at = end;
  }
  element.appendText(text.slice(at));
}

export function renderResults(element: HTMLElement, text: string, result: SearchResult, offset?: number): void {
  renderMatches(element, text, result.matches, offset);
}
