import { z } from 'zod';
import { VaultLoomError } from '../../protocol/errors.ts';
import { isRecord } from '../../kit/json/is-record.ts';
import { DEEPEST_JSON, isTooDeep } from '../../kit/json/json-size.ts';
import { shorten } from '../../kit/text/shorten.ts';
import type { Tool } from '../tool.ts';

const LONGEST_QUOTE = 60;
const MOST_PROBLEMS = 10;
/** Types by the names that JSON has for them. */
const TYPES = new Map([
  ['int', 'integer'],
  ['record', 'object'],
]);

/** Of arguments that are more than a plain value, for those who give one as text. */
const EXAMPLES: ReadonlyMap<string, string> = new Map([
  ['where', '{"status": "active", "rating": {">=": 3}}'],
  ['frontmatter', '{"status": "active"}'],
  ['edits', '[{"mode": "append", "content": "New text"}]'],
]);

/** `, such as …` for an argument that is an object or a list of them; else nothing. */
export function suchAs(argument: string): string {
  const example = EXAMPLES.get(argument);
  return example === undefined ? '' : `, such as ${example}`;
}

/**
 * Checks a call's arguments and fills in defaults. Some clients send every argument, so `null` for an optional one
 * counts as absent unless null means something there; the same goes for items of a list. Throws `invalid_arguments`:
 * its message, and `details.problems`, name each wrong argument, what was given and what is allowed.
 */
export function parseArguments<Input extends z.ZodObject>(
  tool: Pick<Tool<Input>, 'name' | 'input'>,
  args: unknown,
): z.output<Input> {
  const given = asObject(tool.name, args);
  const known = Object.keys(tool.input.shape);
  refuseDeep(given);
  const present = withoutOptionalNulls(tool.input, given);
  const unknown = known.length === 0 ? [] : unknownArguments(tool.input, present);
  const parsed = tool.input.safeParse(present);
  if (parsed.success && unknown.length === 0) return parsed.data;

  const problems = [
    ...unknown,
    ...(parsed.success ? [] : parsed.error.issues.map((issue) => describeIssue(issue, present))),
  ];
  const told = problems.slice(0, MOST_PROBLEMS);
  const more = problems.length - told.length;
  throw new VaultLoomError(
    'invalid_arguments',
    `${told.map((problem) => problem.message).join(' ')}${more === 0 ? '' : ` And ${more} more.`}`,
    {
      hint:
        known.length === 0
          ? `${tool.name} takes no arguments.`
          : `${tool.name} takes: ${known.map((name) => nameWithNeed(tool.input, name)).join(', ')}.`,
      details: { problems: told, ...(more === 0 ? {} : { problemsTotal: problems.length }) },
    },
  );
}

function asObject(tool: string, args: unknown): Record<string, unknown> {
  if (args === undefined || args === null) return {};
  if (typeof args === 'object' && !Array.isArray(args)) return { ...args };
  throw new VaultLoomError(
    'invalid_arguments',
    `The arguments of ${tool} must be one JSON object; given ${Array.isArray(args) ? 'a list' : quote(args)}.`,
  );
}

/** Checked first: walking a value nested a hundred thousand deep would overflow the stack. */
function refuseDeep(given: Record<string, unknown>): void {
  const deep = Object.keys(given).find((name) => isTooDeep(given[name]));
  if (deep === undefined) return;
  throw new VaultLoomError(
    'invalid_arguments',
    `\`${shorten(deep, LONGEST_QUOTE)}\` is nested deeper than ${DEEPEST_JSON} levels.`,
    { hint: 'Give a plain value.' },
  );
}

function withoutOptionalNulls(input: z.ZodObject, given: Record<string, unknown>): Record<string, unknown> {
  const present = Object.entries(given).filter(
    ([name, value]) => value !== null || !isOptional(input, name) || takesNull(input, name),
  );
  return Object.fromEntries(
    present.map(([name, value]) => {
      const item = itemOf(input, name);
      if (item === null || !Array.isArray(value)) return [name, value];
      return [name, value.map((one: unknown) => (isRecord(one) ? withoutOptionalNulls(item, one) : one))];
    }),
  );
}

function unknownArguments(
  input: z.ZodObject,
  given: Record<string, unknown>,
  prefix = '',
): { argument: string; message: string }[] {
  const known = Object.keys(input.shape);
  return Object.entries(given).flatMap(([name, value]) => {
    if (!known.includes(name))
      return { argument: prefix + shorten(name, LONGEST_QUOTE), message: unknownArgument(prefix, name, known) };
    const item = itemOf(input, name);
    if (item === null || !Array.isArray(value)) return [];
    return value.flatMap((one: unknown, index) =>
      isRecord(one) ? unknownArguments(item, one, `${prefix}${name}[${index}].`) : [],
    );
  });
}

/** The schema of the objects in a list argument; null for others. */
function itemOf(input: z.ZodObject, name: string): z.ZodObject | null {
  let schema: unknown = schemaOf(input, name);
  while (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) schema = schema.unwrap();
  return schema instanceof z.ZodArray && schema.element instanceof z.ZodObject ? schema.element : null;
}

function takesNull(input: z.ZodObject, name: string): boolean {
  return schemaOf(input, name)?.safeParse(null).success === true;
}

function isOptional(input: z.ZodObject, name: string): boolean {
  return schemaOf(input, name)?.safeParse(undefined).success !== false;
}

function schemaOf(input: z.ZodObject, name: string): z.ZodType | null {
  const schema: unknown = Object.hasOwn(input.shape, name) ? input.shape[name] : undefined;
  return schema instanceof z.ZodType ? schema : null;
}

function nameWithNeed(input: z.ZodObject, name: string): string {
  return isOptional(input, name) ? name : `${name} (required)`;
}

function unknownArgument(prefix: string, name: string, known: readonly string[]): string {
  const near = known.find((candidate) => looksLike(candidate, name));
  return `Unknown argument \`${prefix}${shorten(name, LONGEST_QUOTE)}\`${near === undefined ? '.' : `; did you mean \`${near}\`?`}`;
}

/** Equal up to case and separators, or one name in the other. */
function looksLike(a: string, b: string): boolean {
  const [x, y] = [plain(a), plain(b)];
  return x === y || (Math.min(x.length, y.length) >= 3 && (x.includes(y) || y.includes(x)));
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

function describeIssue(issue: z.core.$ZodIssue, args: Record<string, unknown>): { argument: string; message: string } {
  const argument = argumentName(issue.path);
  const value = valueAt(args, issue.path);
  if (issue.code === 'custom' && value === undefined)
    return { argument, message: `\`${argument}\` is missing: ${issue.message}.` };
  const given = value === undefined ? 'it is missing' : `given ${quote(value)}`;
  const example = issue.code === 'invalid_type' && typeof value === 'string' ? suchAs(argument) : '';
  return { argument, message: `\`${argument}\` ${requirement(issue)}${example}; ${given}.` };
}

/** `edits[2].mode` for `['edits', 2, 'mode']`. */
function argumentName(path: readonly PropertyKey[]): string {
  return path
    .map((part, index) =>
      typeof part === 'number' ? `[${part}]` : `${index === 0 ? '' : '.'}${shorten(String(part), LONGEST_QUOTE)}`,
    )
    .join('');
}

function valueAt(args: unknown, path: readonly PropertyKey[]): unknown {
  let value = args;
  for (const key of path) value = typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
  return value;
}

function requirement(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${withArticle(TYPES.get(issue.expected) ?? issue.expected)}`;
    case 'invalid_value':
      return `must be ${issue.values.length === 1 ? '' : 'one of '}${issue.values.map(quote).join(', ')}`;
    case 'too_small':
      return `must ${bound(issue.origin, 'at least', Number(issue.minimum))}`;
    case 'too_big':
      return `must ${bound(issue.origin, 'at most', Number(issue.maximum))}`;
    case 'unrecognized_keys':
      return `has unknown fields ${issue.keys.join(', ')}`;
    default:
      return `is not valid (${issue.message})`;
  }
}

function bound(origin: string, comparison: string, limit: number): string {
  if (origin === 'string') return `have ${comparison} ${limit} character${limit === 1 ? '' : 's'}`;
  if (origin === 'array') return `have ${comparison} ${limit} item${limit === 1 ? '' : 's'}`;
  return `be ${comparison} ${limit}`;
}

function withArticle(noun: string): string {
  return `${/^[aeiou]/u.test(noun) ? 'an' : 'a'} ${noun}`;
}

function quote(value: unknown): string {
  const text =
    (typeof value === 'string' ? JSON.stringify(value.slice(0, LONGEST_QUOTE + 1)) : JSON.stringify(value)) ??
    String(value);
  return shorten(text, LONGEST_QUOTE);
}
