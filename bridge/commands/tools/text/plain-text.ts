import { isRecord } from '../../../../shared/kit/json/is-record.ts';
import type { Screen } from '../../terminal.ts';
import { inColour } from './diff-text.ts';

const INDENT = '  ';
/** For assistants: what to call next. */
const FOR_ASSISTANTS = new Set(['context', 'next_actions', 'uri']);

/** Any result, field by field. What is for assistants alone is left out. */
export function plainText(result: Record<string, unknown>, screen: Screen): string {
  const { data } = result;
  if (isRecord(data)) return plainText({ ...result, ...data, data: undefined }, screen);
  return fieldsOf(result)
    .flatMap(([name, value]) => fieldLines(name, value, screen))
    .join('\n');
}

/** A field's name in words: `linksRewritten` is "links rewritten". */
function inWords(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/gu, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();
}

/** A value on one line. */
export function onOneLine(value: unknown): string {
  if (typeof value === 'string') return /\p{Cc}/u.test(value) ? JSON.stringify(value) : value;
  if (Array.isArray(value)) return value.map(onOneLine).join(', ');
  if (!isRecord(value)) return String(value);
  return fieldsOf(value)
    .map(([name, one]) => `${inWords(name)} ${onOneLine(one)}`)
    .join(', ');
}

function fieldsOf(record: Record<string, unknown>): [string, unknown][] {
  return Object.entries(record).filter(([name, value]) => value !== undefined && !FOR_ASSISTANTS.has(name));
}

function fieldLines(name: string, value: unknown, screen: Screen): string[] {
  const label = screen.style.bold(inWords(name));
  if (typeof value === 'string' && value.includes('\n')) {
    const block = name === 'diff' ? inColour(value.replace(/\n$/u, ''), screen.style) : value.replace(/\n$/u, '');
    return [`${label}:`, ...block.split('\n')];
  }
  if (Array.isArray(value) && value.some((one) => isRecord(one)))
    return [`${label}:`, ...value.flatMap((one) => itemLines(one, screen)).map((line) => INDENT + line)];
  if (isRecord(value) && fieldsOf(value).some(([, one]) => isDeep(one)))
    return [
      `${label}:`,
      ...fieldsOf(value)
        .flatMap(([field, one]) => fieldLines(field, one, screen))
        .map((line) => INDENT + line),
    ];
  return [`${label}: ${onOneLine(value)}`];
}

/** An item of a list: what it is called, then the rest of its fields. */
function itemLines(item: unknown, screen: Screen): string[] {
  if (!isRecord(item)) return [onOneLine(item)];
  const [[, first] = ['', ''], ...rest] = fieldsOf(item);
  const flat = rest.filter(([name, value]) => !isDeep(value) && !(name === 'title' && isTitleOf(value, first)));
  const notes = flat.map(([name, value]) => `${inWords(name)}: ${onOneLine(value)}`).join('  ');
  return [
    `${onOneLine(first)}${notes === '' ? '' : `  ${screen.style.dim(notes)}`}`,
    ...rest
      .filter(([, value]) => isDeep(value))
      .flatMap(([name, value]) => fieldLines(name, value, screen))
      .map((line) => INDENT + line),
  ];
}

function isDeep(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\n');
  return Array.isArray(value) ? value.some((one) => isRecord(one)) : isRecord(value);
}

/** Whether a title says no more than the path. */
export function isTitleOf(title: unknown, path: unknown): boolean {
  return typeof path === 'string' && path.replace(/^.*\//u, '').replace(/\.md$/u, '') === title;
}
