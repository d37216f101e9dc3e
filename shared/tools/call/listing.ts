import { z } from 'zod';
import { isRecord } from '../../kit/json/is-record.ts';
import type { Tool, ToolAnnotations } from '../tool.ts';

type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** JSON Schema, draft 2020-12, of an object. */
export interface ObjectSchema {
  [keyword: string]: unknown;
  type: 'object';
  properties?: { [name: string]: { [keyword: string]: Json } };
  required?: string[];
}

/** A tool as `tools/list` lists it. */
export interface ToolListing {
  name: string;
  title: string;
  description: string;
  inputSchema: ObjectSchema;
  outputSchema: ObjectSchema;
  annotations: ToolAnnotations;
}

/**
 * Most KB (1024 bytes) of JSON for all tools together. Models pay for names, descriptions and inputs; clients load all
 * of it.
 */
export const MOST_LISTING_KB = { withoutOutputs: 17, whole: 40 };

/** What clients are told of a tool. Every conversation pays for it, so the schemas say nothing twice. */
export function listTool(tool: Tool): ToolListing {
  return {
    name: tool.name,
    title: tool.title,
    description: tool.description,
    inputSchema: compactSchema(tool.input, 'input'),
    outputSchema: compactSchema(tool.output, 'output'),
    annotations: tool.annotations,
  };
}

function compactSchema(schema: z.ZodObject, io: 'input' | 'output'): ObjectSchema {
  const full = z.toJSONSchema(schema, {
    io,
    override: ({ jsonSchema, path }) => {
      dropNoise(jsonSchema, path.length === 0);
      // Of a map in an answer, readers see what its values are.
      if (io === 'output') delete jsonSchema.additionalProperties;
    },
  });
  const plain = objectSchema.parse(JSON.parse(JSON.stringify(full)));
  delete plain.$schema;
  return plain;
}

const objectSchema = z.custom<ObjectSchema>((schema) => isRecord(schema) && schema.type === 'object');

/** Longer than what a model writes here, so not listed. Arguments are checked against it all the same. */
const ENDLESS = 40;

/** Drops what every reader assumes: open objects, safe integers, names that are not empty. */
function dropNoise(schema: Record<string, unknown>, isRoot: boolean): void {
  if (!isRoot && isEmptyObject(schema.properties)) delete schema.properties;
  if (isEmptyObject(schema.additionalProperties)) delete schema.additionalProperties;
  if (isEmptyObject(schema.propertyNames) || isPlainString(schema.propertyNames)) delete schema.propertyNames;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.minLength === 1) delete schema.minLength;
  if (typeof schema.maxLength === 'number' && schema.maxLength >= ENDLESS) delete schema.maxLength;
}

function isEmptyObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

function isPlainString(value: unknown): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.keys(value).length === 1 &&
    'type' in value &&
    value.type === 'string'
  );
}
