import { isNode, type Document } from 'yaml';
import { VaultLoomError } from '../../protocol/errors.ts';
import { escapePattern } from '../../kit/text/escape-pattern.ts';
import { oneLine, shorten } from '../../kit/text/shorten.ts';
import { originOf, positionIn, type Origin } from '../base-errors.ts';

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
  const origin = originOf(error);
  const known = error.details?.['fragment'];
  const { start, end } = part ?? { start: 0, end: yaml.length };
  const at = origin === undefined ? null : offsetOf(origin, yaml, start, end);
  const fragment = typeof known === 'string' ? known : part === null ? firstLine(yaml) : yaml.slice(start, end);
  return placed(error, yaml, at ?? start, fragment);
}

/** The error with this fragment, at this offset of the base. */
export function placed(error: VaultLoomError, yaml: string, offset: number, fragment: string): VaultLoomError {
  const { line, column } = positionIn(yaml, offset);
  return new VaultLoomError(
    error.code,
    `${error.message.replace(/\.$/, '')}, at line ${String(line)}, column ${String(column)}.`,
    {
      ...(error.hint === undefined ? {} : { hint: error.hint }),
      details: { ...error.details, fragment: shorten(oneLine(fragment.trim()), LONGEST_FRAGMENT), line, column },
    },
  );
}

/** Where the fragment of an expression is in the YAML, which may fold lines and double quotation marks. */
function offsetOf({ expression, fragment, offset }: Origin, yaml: string, start: number, end: number): number | null {
  const whole = yaml.indexOf(expression, start);
  if (whole >= 0 && whole + expression.length <= Math.max(end, start + 1)) return whole + offset;
  const pattern = asInYaml(fragment);
  if (pattern === null) return null;
  const isAtEnd = offset >= expression.length;
  const before = isAtEnd ? 0 : [...expression.slice(0, offset).matchAll(pattern)].length;
  const found = [...yaml.slice(start, end).matchAll(pattern)][before];
  return found === undefined ? null : start + found.index + (isAtEnd ? found[0].length : 0);
}

function asInYaml(text: string): RegExp | null {
  if (text.trim() === '') return null;
  const source = text
    .trim()
    .split(/(\s+|["'])/)
    .map((part) => {
      if (part === '"') return '\\\\?"';
      if (part === "'") return "''?";
      return /^\s/.test(part) ? '\\s+' : escapePattern(part);
    });
  return new RegExp(source.join(''), 'g');
}

function firstLine(yaml: string): string {
  return yaml.split('\n', 1)[0] ?? '';
}

const LONGEST_FRAGMENT = 160;

/** The range of a part, or of the nearest that is there; null for the base as a whole. */
function partAt(document: Document | null, path: YamlPath, yaml: string): { start: number; end: number } | null {
  for (let length = path.length; document !== null && length > 0; length--) {
    const node = document.getIn(path.slice(0, length), true);
    const range = isNode(node) ? node.range : null;
    if (range === null || range === undefined) continue;
    const [start, end] = range;
    // An empty value comes after its key.
    return end > start ? { start, end } : { start: yaml.lastIndexOf('\n', Math.max(0, start - 1)) + 1, end };
  }
  return null;
}
