import { withStop } from '../../kit/text/with-stop.ts';
import { isRecord } from '../../kit/json/is-record.ts';
import { nameKey } from '../../kit/text/name-key.ts';
import { oneLine, shorten } from '../../kit/text/shorten.ts';
import { VaultLoomError } from '../../protocol/errors.ts';
import type { BaseFile, BaseVault } from '../base-source.ts';
import { CONDITION_OPERATORS, conditionOperator, testOf, type ConditionOperator } from '../document/conditions.ts';
import { nearest } from '../expression/nearest.ts';
import { Failure, Meter, type Scope } from '../expression/scope.ts';
import { FILE_FIELDS, propertyOf } from '../functions/file-members.ts';
import { dateOperand, dateTest } from './date-test.ts';
import { linkTest } from './link-test.ts';
import { patternOf } from './pattern-operand.ts';
import { isTags, spellingsOf, tagTest } from './tag-test.ts';
import { composed, inEitherForm } from './text-forms.ts';
import { BaseLink, isMap, type BaseMap, type BaseValue } from '../values/base-value.ts';
import { toBaseValue } from '../values/read-value.ts';

/** A `where` from a tool's arguments, read once and applied to any number of files. */
export interface Where {
  /**
   * Whether a file meets it.
   * @throws VaultLoomError `invalid_arguments` if a pattern would take too long on this file's text
   */
  meets(file: BaseFile): boolean;
  /** Whether it asks which files link to a file: then {@link BaseVault.prepareBacklinks} has to come first. */
  readonly needsBacklinks: boolean;
}

export interface WhereOptions {
  /** Epoch milliseconds. */
  now?: number;
  /** Reads a property, as {@link propertyOf} does: for a caller that keeps what it read. */
  property?: ReadProperty;
}

export type ReadProperty = (file: BaseFile, name: string) => BaseValue;

interface Context {
  conditions: number;
  /** What `today` is. */
  readonly now: Date;
  readonly property: ReadProperty;
}

/**
 * Reads a `where`: `{property: value}` (equals; in a list: contains), `{property: {">=": 3}}`, several keys joined by
 * and, `{and: […]}`, `{or: […]}`, `{not: …}`. Days (`2026-11-03`, `today`, `yesterday`, `tomorrow`, `+3`, `-7d`), ISO
 * weeks (`2026-W47`), months (`2026-11`) and years (`2026`) are the whole of their time. `tags` and `file.tags` find
 * nested tags, `file.<name>` the properties of the file.
 * @throws VaultLoomError `invalid_arguments` that names the fragment in question
 */
export function readWhere(
  where: unknown,
  vault: BaseVault,
  { now = Date.now(), property = propertyOf }: WhereOptions = {},
): Where {
  const context = { conditions: 0, property, now: new Date(now) };
  const test = readAll(where, '', 0, context);
  const base = {
    vault,
    self: null,
    now,
    locale: 'en',
    meter: new Meter(),
    cells: [],
    warn: () => undefined,
    frame: null,
  };
  let scope: (Omit<Scope, 'file'> & { file: BaseFile }) | null = null;
  return {
    needsBacklinks: JSON.stringify(where)?.includes('file.backlinks') ?? false,
    meets: (file) => {
      base.meter.reset();
      base.meter.goSlowly();
      // One object for all files: nothing keeps a scope after its test.
      if (scope === null) scope = { ...base, file };
      else scope.file = file;
      try {
        return test(scope);
      } catch (error) {
        if (error instanceof Failure) throw refused(`${error.message} (${file.path}).`, 'where');
        throw error;
      }
    },
  };
}

type Test = (scope: Scope) => boolean;

const MOST_DEPTH = 32;
const MOST_CONDITIONS = 1_000;
const HINT =
  'Such as {"status": "active"}, {"pages": {">=": 100}}, {"or": [{"tags": "book"}, {"not": {"file.folder": "Archive"}}]}.';

function readAll(where: unknown, place: string, depth: number, context: Context): Test {
  if (depth > MOST_DEPTH) throw refused(`\`where\` is nested deeper than ${String(MOST_DEPTH)} levels.`, place);
  if (!isRecord(where)) throw refused(`${placeName(place)} is ${kindOf(where)}, where an object is expected.`, place);
  const tests = Object.entries(where).map(([key, value]) => {
    const inner = place === '' ? key : `${place}.${key}`;
    if (key === 'and' || key === 'or') return readGroup(key, value, inner, depth, context);
    if (key === 'not') return readNot(value, inner, depth, context);
    if (++context.conditions > MOST_CONDITIONS)
      throw refused(`\`where\` has more than ${String(MOST_CONDITIONS)} conditions.`, inner);
    return readCondition(key, value, inner, context);
  });
  return (scope) => tests.every((test) => test(scope));
}

function readGroup(kind: 'and' | 'or', value: unknown, place: string, depth: number, context: Context): Test {
  if (!Array.isArray(value)) throw refused(`${placeName(place)} is ${kindOf(value)}, where a list is expected.`, place);
  const tests = value.map((item, at) => readAll(item, `${place}[${String(at)}]`, depth + 1, context));
  if (kind === 'and' || tests.length === 0) return (scope) => tests.every((test) => test(scope));
  return (scope) => tests.some((test) => test(scope));
}

/** `not` of a list means none of these. Without conditions it always holds, as in the filters of a base. */
function readNot(value: unknown, place: string, depth: number, context: Context): Test {
  const test = Array.isArray(value)
    ? readGroup('or', value, place, depth, context)
    : readAll(value, place, depth + 1, context);
  const isEmpty = Array.isArray(value) ? value.length === 0 : isRecord(value) && Object.keys(value).length === 0;
  return isEmpty ? () => true : (scope) => !test(scope);
}

function readCondition(key: string, value: unknown, place: string, context: Context): Test {
  const read = readerOf(key, place, context.property);
  if (!isRecord(value)) return oneTest(key, read, '==', value, place, context);
  const entries = Object.entries(value);
  if (entries.length === 0)
    throw refused(`${placeName(place)} compares with nothing.`, place, `The operators are ${operators()}.`);
  const tests = entries.map(([written, operand]) => {
    const operator = conditionOperator(written);
    if (operator !== null) return oneTest(key, read, operator, operand, `${place}.${written}`, context);
    throw refused(
      `${placeName(place)} has the unknown operator "${shown(written)}".`,
      `${place}.${written}`,
      written === 'in'
        ? `For one of several values: {"or": [{"${shown(key)}": …}, {"${shown(key)}": …}]}.`
        : `The operators are ${operators()}. A property within a property is written {"outer.inner": …}.`,
    );
  });
  return (scope) => tests.every((test) => test(scope));
}

type Reader = (scope: Scope) => BaseValue;

/** What a key means: a property of the file, or of the note. */
function readerOf(key: string, place: string, property: ReadProperty): Reader {
  const name = key.trim();
  if (/^\$(?:and|or|not|nor)$/i.test(name))
    throw refused(
      `${placeName(place)} is not a property.`,
      place,
      `and, or and not, without $, join conditions. ${HINT}`,
    );
  if (name === '') throw refused(`${placeName(place)} names no property.`, place);
  if (name.startsWith('file.')) {
    const field = FILE_FIELDS.get(name.slice('file.'.length));
    if (field !== undefined) return (scope) => field(scope.file, scope);
    const names = [...FILE_FIELDS.keys()].filter((known) => known !== 'file');
    const near = nearest(name.slice('file.'.length), names);
    throw refused(
      `${placeName(place)}: a file has no such property.`,
      place,
      near === null ? `There are ${names.map((known) => `file.${known}`).join(', ')}.` : `Did you mean file.${near}?`,
    );
  }
  const own = name.replace(/^(?:note|frontmatter)\./, '');
  if (!own.includes('.')) return ({ file }) => property(file, own);
  const [first = '', ...deeper] = own.split('.');
  // `size.width`, for a note without a property of just this name.
  return ({ file }) =>
    property(file, own) ??
    deeper.reduce<BaseValue>((value, key) => (isMap(value) ? within(value, key) : null), property(file, first));
}

/** A value in a map, by a key that may be in another letter case or Unicode form, as properties may. */
function within(map: BaseMap, key: string): BaseValue {
  const exact = map.get(key);
  if (exact !== undefined) return exact;
  const wanted = nameKey(key);
  for (const [own, value] of map) if (nameKey(own) === wanted) return value;
  return null;
}

function oneTest(
  key: string,
  read: Reader,
  operator: ConditionOperator,
  operand: unknown,
  place: string,
  { now }: Context,
): Test {
  if (operator === 'exists' && typeof operand !== 'boolean')
    throw refused(`${placeName(place)} is ${kindOf(operand)}, where true or false is expected.`, place);
  if (operator === 'matches' && typeof operand !== 'string')
    throw refused(`${placeName(place)} is ${kindOf(operand)}, where a regular expression is expected.`, place);
  const value = operator === 'matches' ? null : composed(key, operandOf(key, operand));
  if (isTags(key) && (operator === '==' || operator === '!=' || operator === 'contains'))
    return tagTest(operator, value);
  const isTagged = isTags(key);
  try {
    const bound = dateOperand(operand, operator, key, now);
    if (bound === 'impossible')
      throw refused(
        `${placeName(place)} is "${shown(String(operand))}", which is not a date.`,
        place,
        'A day is written 2026-11-30, a week 2026-W47, a month 2026-11, a year 2026, a time 2026-11-30T14:30.',
      );
    if (bound === 'unclear')
      throw refused(
        `${placeName(place)} is "${shown(String(operand))}", which may be in the past or in the future.`,
        place,
        `Write "-${shown(String(operand))}" or "+${shown(String(operand))}".`,
      );
    const wanted = operator === 'matches' ? patternOf(key, operand as string) : value;
    const test = dateTest(operator, bound, testOf(operator, wanted, true));
    if (operator === 'contains' && OWN_LINKS.has(key.trim()) && value instanceof BaseLink)
      return linkTest(value, (scope) => test(read(scope), scope));
    if (isTagged && operator === 'exists') return ({ file }) => file.tags.length > 0 === operand;
    if (isTagged && operator === 'matches') return (scope) => test(scope.file.tags.flatMap(spellingsOf), scope);
    if (operator === 'matches')
      return (scope) => inEitherForm(key, isTagged ? scope.file.tags : read(scope), scope, test);
    return (scope) => test(isTagged ? scope.file.tags : composed(key, read(scope)), scope);
  } catch (error) {
    if (error instanceof VaultLoomError) throw error;
    const problem = error instanceof Error ? error.message : 'invalid';
    throw refused(
      withStop(`${placeName(place)} is not a usable regular expression: ${problem}`),
      place,
      'For plain text use "contains". A sign that means something in patterns, such as ( [ + . *, is written with a backslash before it.',
    );
  }
}

const LINK_FIELDS: ReadonlySet<string> = new Set(['file.links', 'file.embeds', 'file.backlinks']);

/** Those whose links the graph has. */
const OWN_LINKS: ReadonlySet<string> = new Set(['file.links', 'file.embeds']);

/** What a condition compares with. Links are compared with links: a name without brackets is one, too. */
function operandOf(key: string, operand: unknown): BaseValue {
  const isName = typeof operand === 'string' && LINK_FIELDS.has(key.trim()) && !operand.startsWith('[[');
  return toBaseValue(isName ? `[[${operand}]]` : operand, '');
}

function operators(): string {
  return ['=', ...CONDITION_OPERATORS].join(' ');
}

function placeName(place: string): string {
  return place === '' ? '`where`' : `\`where.${shown(place)}\``;
}

function shown(text: string): string {
  return shorten(oneLine(text), 120);
}

function kindOf(value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'an object';
  return `the ${typeof value === 'string' ? 'text' : typeof value} ${JSON.stringify(value).slice(0, 80)}`;
}

function refused(message: string, place: string, hint = HINT): VaultLoomError {
  return new VaultLoomError('invalid_arguments', message, { hint, details: { fragment: shown(place || 'where') } });
}
