/** One edit of a note, with everything its mode needs. */
export type NoteEdit =
  | AppendEdit
  | PrependEdit
  | ReplaceWindowEdit
  | PatchHeadingEdit
  | PatchFrontmatterEdit
  | AtLineEdit;

export interface AppendEdit {
  mode: 'append';
  content: string;
}

export interface PrependEdit {
  mode: 'prepend';
  content: string;
}

export interface ReplaceWindowEdit {
  mode: 'replace_window';
  search: string;
  content: string;
  /** Without an exact match, takes the most similar window of whole lines. */
  fuzzy: boolean;
  /** 0 to 1; higher is stricter. */
  fuzzyThreshold: number;
}

export interface PatchHeadingEdit {
  mode: 'patch_heading';
  heading: string;
  content: string;
  headingOp: 'replace' | 'before' | 'after' | 'append' | 'prepend';
  /** Only for `append`, `default`: where it ends depends on `content`. */
  scope: 'section' | 'body' | 'default';
  /** Which of several such headings, from 0. */
  headingIndex?: number;
}

export interface PatchFrontmatterEdit {
  mode: 'patch_frontmatter';
  /** A key, or a dotted path of keys. */
  key: string;
  /** `null` removes the key. */
  value: JsonValue;
  /** The app has the property as a date. */
  isDate?: true;
}

export interface AtLineEdit {
  mode: 'at_line';
  /** From 1, over the whole file. */
  line: number;
  lineOp: 'replace' | 'before' | 'after' | 'delete';
  content: string;
  /** What must be there: this line, or several from it on. */
  expect?: string;
}

export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue };

export interface EditResult {
  text: string;
  /** `patch_heading`: UTF-16 units of the replaced passage; 0 for an insertion. */
  removedLen?: number;
}
