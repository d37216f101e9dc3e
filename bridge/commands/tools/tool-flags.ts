import { z } from 'zod';
import { isRecord } from '../../../shared/kit/json/is-record.ts';
import { LONGEST_CONTENT } from '../../../shared/protocol/schemas/common.ts';
import type { Tool } from '../../../shared/tools/tool.ts';

/** What a value on the command line is read as. `any` is JSON, or text if it is not valid JSON. */
export type ValueKind = 'switch' | 'text' | 'number' | 'json' | 'any';

/** One argument of a tool, as a flag of its command. */
export interface ToolFlag {
  /** As the tool names it. */
  argument: string;
  /** Without dashes: `max-content-length`. */
  name: string;
  kind: ValueKind;
  /** Whether it may be given again, for a list. */
  isList: boolean;
  choices: readonly string[];
  about: string;
  /** What the tool takes if nothing is given; undefined if nothing. */
  byDefault: unknown;
  isRequired: boolean;
  /** A whole text, which may come from stdin. */
  isContent: boolean;
}

/** The arguments of a tool as flags, in its own order. */
export function flagsOf({ input }: Pick<Tool, 'input'>): ToolFlag[] {
  const { properties = {}, required = [] } = z.toJSONSchema(input, { io: 'input' });
  return Object.entries(properties).map(([argument, schema]) =>
    flagOf(argument, isRecord(schema) ? schema : {}, required.includes(argument)),
  );
}

/**
 * The flags that may also be given by their place: the texts that are required, else the first argument if it is a
 * text.
 */
export function placesOf(flags: readonly ToolFlag[]): ToolFlag[] {
  const isText = ({ kind, isList }: ToolFlag): boolean => kind === 'text' && !isList;
  const required = flags.filter((flag) => flag.isRequired && isText(flag));
  return required.length > 0 ? required : flags.slice(0, 1).filter(isText);
}

/** `maxContentLength` and `from_buffer` as words of a command line: `max-content-length`, `from-buffer`. */
export function kebabCase(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/gu, '$1-$2')
    .replaceAll('_', '-')
    .toLowerCase();
}

function flagOf(argument: string, schema: Record<string, unknown>, isRequired: boolean): ToolFlag {
  const items = schema['type'] === 'array' ? schema['items'] : undefined;
  const value = isRecord(items) ? items : schema;
  const kind = kindOf(value);
  return {
    argument,
    name: kebabCase(argument),
    kind,
    isList: schema['type'] === 'array',
    choices: Array.isArray(value['enum']) ? value['enum'].filter((choice) => typeof choice === 'string') : [],
    about: typeof schema['description'] === 'string' ? schema['description'] : '',
    byDefault: schema['default'],
    // A default makes it optional, whatever the schema of the input says.
    isRequired: isRequired && schema['default'] === undefined,
    isContent: kind === 'text' && value['maxLength'] === LONGEST_CONTENT,
  };
}

const KINDS: Readonly<Record<string, ValueKind>> = {
  boolean: 'switch',
  string: 'text',
  number: 'number',
  integer: 'number',
};

function kindOf({ type, ...schema }: Record<string, unknown>): ValueKind {
  if (Array.isArray(type)) return 'any';
  const kind = typeof type === 'string' ? KINDS[type] : undefined;
  return kind ?? (Array.isArray(schema['enum']) ? 'text' : 'json');
}
