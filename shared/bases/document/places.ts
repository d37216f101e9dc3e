import { isNode, type Document } from 'yaml';
import { VaultLoomError } from '../../protocol/errors.ts';
import { oneLine, shorten } from '../../kit/text/shorten.ts';
import { positionIn } from '../base-errors.ts';

/** Keys and numbers of items, from the top of the base. */
export type YamlPath = readonly (string | number)[];

/** Where errors come from, until the whole path is known. */
const paths = new WeakMap<VaultLoomError, { path: YamlPath; isWhole: boolean }>();

/** Reads a part of the base; an error from it remembers which part. */
export function inPart<T>(path: YamlPath, read: () => T): T {
  return remembering(path, false, read);
}

/** The same for a part that is not inside the one being read, such as a formula: `path` is from the top of the base. */
export function fromTop<T>(path: YamlPath, read: () => T): T {
  return remembering(path, true, read);
}

function remembering<T>(path: YamlPath, isWhole: boolean, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof VaultLoomError) {
      const inner = paths.get(error);
      if (inner === undefined) paths.set(error, { path, isWhole });
      else if (!inner.isWhole) paths.set(error, { path: [...path, ...inner.path], isWhole });
    }
    throw error;
  }
}

/** The error with the fragment of the base that it is about, and its line and column there. */
export function located(error: unknown, yaml: string, document: Document | null): unknown {
  if (!(error instanceof VaultLoomError)) return error;
  const part = partAt(document, paths.get(error)?.path ?? [], yaml);
  const { expression, fragment, line, column } = error.details ?? {};
  if (typeof expression === 'string' && typeof fragment === 'string' && line === 1 && typeof column === 'number') {
    const at = yaml.indexOf(expression, part?.start ?? 0);
    if (at >= 0) return withPlace(error, positionIn(yaml, at + column - 1), fragment);
  }
  if (part === null) return error;
  return withPlace(
    error,
    positionIn(yaml, part.start),
    typeof fragment === 'string'
      ? fragment
      : shorten(oneLine(yaml.slice(part.start, part.end).trim()), LONGEST_FRAGMENT),
  );
}

const LONGEST_FRAGMENT = 160;

/** The range of a part, or of the nearest that is there; null for the base as a whole. */
function partAt(document: Document | null, path: YamlPath, yaml: string): { start: number; end: number } | null {
  for (let length = path.length; document !== null && length > 0; length--) {
    const node = document.getIn(path.slice(0, length), true);
    const range = isNode(node) ? node.range : null;
    if (range === null || range === undefined) continue;
    const [start, end] = range;
    // An empty value stands after its key.
    return end > start ? { start, end } : { start: yaml.lastIndexOf('\n', Math.max(0, start - 1)) + 1, end };
  }
  return null;
}

function withPlace(error: VaultLoomError, place: { line: number; column: number }, fragment: string): VaultLoomError {
  return new VaultLoomError(
    error.code,
    `${error.message.replace(/\.$/, '')}, at line ${String(place.line)}, column ${String(place.column)}.`,
    { ...(error.hint === undefined ? {} : { hint: error.hint }), details: { ...error.details, fragment, ...place } },
  );
}
