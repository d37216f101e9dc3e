import type { FrontmatterValue } from '../markdown/parsed-note.ts';
import { isTagName } from '../markdown/inline/tag-text.ts';

/** One value of a property, as text. */
export interface PropertyText {
  /** The property's name; below it, names joined by dots. Places in lists are left out. */
  key: string;
  text: string;
}

/**
 * The values of a note's properties as text, in order: texts, numbers and dates, also in lists and maps; neither `true` and
 * `false` nor empty values. The note's title, aliases and tags are left out.
 */
export function propertyTexts(frontmatter: Readonly<Record<string, FrontmatterValue>>): PropertyText[] {
  const texts: PropertyText[] = [];
  for (const [key, value] of Object.entries(frontmatter)) addTexts(key, value, knownOtherwise(key), texts);
  return texts;
}

type Test = (text: string) => boolean;

function addTexts(key: string, value: FrontmatterValue, isKnown: Test, texts: PropertyText[]): void {
  if (Array.isArray(value)) for (const item of value) addTexts(key, item, isKnown, texts);
  else if (typeof value === 'object' && value !== null)
    for (const [name, item] of Object.entries(value)) addTexts(`${key}.${name}`, item, NEVER, texts);
  else if (typeof value === 'string' || typeof value === 'number') {
    const text = String(value).trim();
    if (text !== '' && !isKnown(text)) texts.push({ key, text });
  }
}

/** Whether a text below this property counts as a title, an alias or a tag. */
function knownOtherwise(key: string): Test {
  if (key === 'title') return ALWAYS;
  const name = key.toLowerCase();
  if (name === 'aliases') return ALWAYS;
  return name === 'tags' ? (text) => isTagName(text.replace(/^#+/, '')) : NEVER;
}

const ALWAYS: Test = () => true;
const NEVER: Test = () => false;
