import type { FrontmatterValue } from '../markdown/parsed-note.ts';
import { isTagName } from '../markdown/inline/tag-text.ts';

/** One value of a property, as text. */
export interface PropertyText {
  /** The property's name; for nested ones, names joined by dots. Without list positions. */
  key: string;
  text: string;
}

/**
 * The values of a note's properties as text, in order: texts, numbers and dates, also from lists and maps, but neither
 * booleans nor empty values. Without the title, aliases and tags.
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

/** Tells whether a text of this property is already known as a title, alias or tag. */
function knownOtherwise(key: string): Test {
  if (key === 'title') return ALWAYS;
  const name = key.toLowerCase();
  if (name === 'aliases') return ALWAYS;
  return name === 'tags' ? (text) => isTagName(text.replace(/^#+/, '')) : NEVER;
}

const ALWAYS: Test = () => true;
const NEVER: Test = () => false;
