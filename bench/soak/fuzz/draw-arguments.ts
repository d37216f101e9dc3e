import type { Random } from '../../../shared/kit/random.ts';
import { mutate } from './draw-text.ts';

/** The part of JSON Schema that the tools' inputs use. */
export interface JsonSchema {
  const?: unknown;
  enum?: unknown[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  type?: string | string[];
  minimum?: number;
  maximum?: number;
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: boolean | JsonSchema;
}

/** What arguments are about. */
export interface Subjects {
  /** Paths in the vault. */
  paths: readonly string[];
  /** Lines of notes. */
  lines: readonly string[];
}

const ODD = [
  '',
  ' ',
  '.',
  '..',
  '../x',
  '/etc/passwd',
  'C:\\x',
  'a\0b',
  '💥',
  '\ud800',
  'e\u0301',
  '日本語',
  '*',
  '$',
  '\\',
  '(',
  '[[',
  '{{',
  '"',
  '%41',
  '#',
  '^',
  '->',
  'Wi-Fi',
  '2026-01-01',
  '7d',
  'constructor',
  '__proto__',
  '-1',
  'null',
  'line\r\nline',
  '---\na: 1\n---\n',
  'a'.repeat(450),
  '.obsidian/app.json',
];
const NUMBERS = [0, 1, 2, 3, 5, 10, 100, 1_000];
const WRONG_NUMBERS = [-1, 1.5, 1e12];
const DEEPEST = 4;
/** One value in this many is wrong, or is an optional argument. */
const SELDOM = 30;
const NOW_AND_THEN = 6;

/** A value that a schema allows, or now and then one that it does not. */
export function drawValue(schema: JsonSchema, random: Random, subjects: Subjects, depth = 0): unknown {
  const { anyOf, oneOf, type } = schema;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return random.below(SELDOM) === 0 ? random.pick(ODD) : random.pick(schema.enum);
  const either = anyOf ?? oneOf;
  if (either !== undefined) return drawValue(random.pick(either), random, subjects, depth);
  const kind = Array.isArray(type) ? random.pick(type) : type;
  if (kind === 'string') return drawString(random, subjects);
  if (kind === 'integer' || kind === 'number') return drawNumber(schema, random);
  if (kind === 'boolean') return random.below(2) === 0;
  if (kind === 'array' && depth < DEEPEST)
    return Array.from({ length: random.below(4) }, () => drawValue(schema.items ?? {}, random, subjects, depth + 1));
  if (kind === 'object' && depth < DEEPEST) return drawObject(schema, random, subjects, depth);
  return random.pick([null, 1, 'x', true, random.pick(ODD)]);
}

function drawObject(schema: JsonSchema, random: Random, subjects: Subjects, depth: number): Record<string, unknown> {
  const { properties = {}, required = [], additionalProperties = false } = schema;
  const drawn: [string, unknown][] = [];
  for (const [key, of] of Object.entries(properties)) {
    const isGiven = required.includes(key) ? random.below(SELDOM) > 0 : random.below(NOW_AND_THEN) === 0;
    if (isGiven) drawn.push([key, drawValue(of, random, subjects, depth + 1)]);
  }
  const others = typeof additionalProperties === 'object' ? additionalProperties : {};
  if (additionalProperties !== false)
    for (let left = random.below(3); left > 0; left--)
      drawn.push([
        random.pick(['status', 'tags', 'file.name', ...ODD]),
        drawValue(others, random, subjects, depth + 1),
      ]);
  return Object.fromEntries(drawn);
}

function drawNumber({ minimum = 0, maximum = Infinity }: JsonSchema, random: Random): number {
  if (random.below(SELDOM) === 0) return random.pick(WRONG_NUMBERS);
  return Math.min(maximum, Math.max(minimum, random.pick(NUMBERS)));
}

function drawString(random: Random, { paths, lines }: Subjects): string {
  const kind = random.below(10);
  const path = random.pick(paths);
  if (kind < 4)
    return random.pick([path, path.replace(/\.md$/, ''), path.split('/').at(-1) ?? '', path.split('/')[0] ?? '']);
  const line = random.pick(lines);
  if (kind < 7) return random.pick([line, line.slice(0, 30), line.replace(/^#+ /, ''), line.split(' ')[0] ?? '']);
  return kind < 9 ? random.pick(ODD) : mutate(line, random);
}
