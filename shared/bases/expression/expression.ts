import type { Place } from '../base-errors.ts';
import type { BaseValue } from '../values/base-value.ts';
import type { FileMethod, FileProperty } from './file-members.ts';
import type { CompareOperator } from './syntax.ts';

/** An expression inside the supported subset: all names resolved, nothing left that could fail for want of meaning. */
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

/** A value of the frontmatter, below as many keys as are given. */
export interface PropertyReference {
  kind: 'property';
  keys: readonly [string, ...string[]];
  /** Its text and position, for messages. */
  written: string;
  place: Place;
}

/** What can be sorted by and shown in a column. */
export type Reference = FileReference | PropertyReference;
