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
  /** If no exact match is found, the most similar window of whole lines is used. */
  fuzzy: boolean;
  /** 0 to 1; higher is stricter. */
  fuzzyThreshold: number;
}

export interface PatchHeadingEdit {
  mode: 'patch_heading';
  heading: string;
  content: string;
  headingOp: 'replace' | 'before' | 'after';
  scope: 'section' | 'body';
  /** Which of several headings with that text, from 0, top to bottom. */
  headingIndex?: number;
}

export interface PatchFrontmatterEdit {
  mode: 'patch_frontmatter';
  /** A key, or a path of keys with dots. */
  key: string;
  /** Any JSON value; `null` removes the key. */
  value: JsonValue;
}

export interface AtLineEdit {
  mode: 'at_line';
  /** From 1, over the whole file. */
  line: number;
  lineOp: 'replace' | 'before' | 'after' | 'delete';
  content: string;
}

export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue };

/** The result of an edit of a text. */
export interface EditResult {
  text: string;
  /** `patch_heading`: UTF-16 units of the replaced passage; 0 if text was only inserted. */
  removedLen?: number;
}
