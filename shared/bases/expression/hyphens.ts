import type { Token } from './lexer.ts';

/** A name with hyphens: a property of the note, or of what `this` is. */
export interface HyphenatedName {
  readonly name: string;
  /** What is between the hyphens. */
  readonly parts: readonly string[];
  readonly isOfThis: boolean;
}

/** Tokens with hyphenated names, each as one token. */
export interface Joined {
  tokens: Token[];
  /** The properties among them, which may be subtractions instead. */
  names: HyphenatedName[];
}

/**
 * Joins the parts of names with hyphens: `due-date`, also after `note.`, `frontmatter.`, `this.` and `formula.`. A
 * formula's is joined if there is such a formula, a property's if `withProperties` says so. What comes before a
 * parenthesis is the name of a function, not part of another name.
 */
export function joinHyphens(
  text: string,
  tokens: readonly Token[],
  isFormula: (name: string) => boolean,
  withProperties: boolean,
): Joined {
  const joined: Joined = { tokens: [], names: [] };
  const joins = (holder: Holder | null, name: string): boolean =>
    holder === 'formula' ? isFormula(name) : holder !== null && withProperties;
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at] as Token;
    const last = token.kind === 'name' ? lastPart(tokens, at) : at;
    const end = tokens[last]?.end ?? token.end;
    const name = text.slice(token.start, end);
    const holder = holderOf(joined.tokens);
    if (token.kind !== 'name' || last === at || !joins(holder, name)) {
      joined.tokens.push(token);
      continue;
    }
    joined.tokens.push({ kind: 'name', name, start: token.start, end });
    if (holder !== 'formula') joined.names.push({ name, parts: name.split('-'), isOfThis: holder === 'this' });
    at = last;
  }
  return joined;
}

type Holder = 'note' | 'this' | 'formula';

const HOLDERS: ReadonlyMap<string, Holder> = new Map([
  ['note', 'note'],
  ['frontmatter', 'note'],
  ['this', 'this'],
  ['formula', 'formula'],
]);

/**
 * What a name after these tokens belongs to; null if it is a member of something else, or of a part of one of these.
 */
function holderOf(before: readonly Token[]): Holder | null {
  if (!isMark(before.at(-1), '.')) return 'note';
  const holder = before.at(-2);
  if (holder?.kind !== 'name' || isMark(before.at(-3), '.')) return null;
  return HOLDERS.get(holder.name) ?? null;
}

/** Where the hyphenated name that begins at a token ends: at that token itself if it has no hyphens. */
function lastPart(tokens: readonly Token[], first: number): number {
  let last = first;
  for (let at = first + 1; isMark(tokens[at], '-') && adjoins(tokens, at); at++) {
    let end = at;
    while (isPart(tokens[end + 1]) && adjoins(tokens, end + 1)) end++;
    if (end === at || isMark(tokens[end + 1], '(')) break;
    last = at = end;
  }
  return last;
}

/** A part may begin with digits, which are a token of their own. */
function isPart(token: Token | undefined): boolean {
  return token?.kind === 'name' || (token?.kind === 'number' && Number.isInteger(token.value));
}

function adjoins(tokens: readonly Token[], at: number): boolean {
  return tokens[at - 1]?.end === tokens[at]?.start;
}

function isMark(token: Token | undefined, mark: string): boolean {
  return token?.kind === 'mark' && token.mark === mark;
}
