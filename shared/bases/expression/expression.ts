import type { Place } from '../base-errors.ts';
import type { BaseValue } from '../values/base-value.ts';
import type { FileMethod, FileProperty } from './file-members.ts';
import type { CompareOperator } from './syntax.ts';

/** An expression in the supported subset, all names resolved. */
export type Expression =
  | { kind: 'literal'; value: BaseValue }
  | FileReference
  | PropertyReference
  | { kind: 'call'; method: FileMethod; args: readonly Expression[] }
  | { kind: 'bound call'; answer: FileProperty }
  | { kind: 'not'; operand: Expression }
  | { kind: 'compare'; operator: CompareOperator; left: Expression; right: Expression }
  | { kind: 'and' | 'or'; operands: readonly Expression[] };

export interface FileReference {
  kind: 'file';
  property: FileProperty;
}

/** A value of the frontmatter, nested as deep as there are keys. */
export interface PropertyReference {
  kind: 'property';
  keys: readonly [string, ...string[]];
  /** As written, for messages. */
  written: string;
  place: Place;
}

/** What sort entries and columns can name. */
export type Reference = FileReference | PropertyReference;
