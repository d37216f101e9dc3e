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
  dropRepeatedChoices(plain);
  return plain;
}

/** Drops the choices of a list item's property that the property of the same name above it lists. */
function dropRepeatedChoices({ properties = {} }: ObjectSchema): void {
  for (const { items } of Object.values(properties)) {
    if (!isRecord(items) || !isRecord(items.properties)) continue;
    for (const [name, property] of Object.entries(items.properties)) {
      if (!isRecord(property) || property.enum === undefined) continue;
      if (JSON.stringify(property.enum) === JSON.stringify(properties[name]?.enum)) delete property.enum;
    }
  }
}

const objectSchema = z.custom<ObjectSchema>((schema) => isRecord(schema) && schema.type === 'object');

/** Beyond what a model writes here, so not listed. Arguments are checked against it all the same. */
const ENDLESS = 40;
const MANY = 50;

/**
 * Drops what every reader assumes: open objects, safe integers, counts and names that are not empty, no for a switch.
 */
function dropNoise(schema: Record<string, unknown>, isRoot: boolean): void {
  if (!isRoot && isEmptyObject(schema.properties)) delete schema.properties;
  if (isEmptyObject(schema.additionalProperties)) delete schema.additionalProperties;
  if (isEmptyObject(schema.propertyNames) || isPlainString(schema.propertyNames)) delete schema.propertyNames;
  if (typeof schema.maximum === 'number' && schema.maximum >= MANY) delete schema.maximum;
  if (typeof schema.maxItems === 'number' && schema.maxItems >= MANY) delete schema.maxItems;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.minimum === 0 || schema.minimum === 1) delete schema.minimum;
  if (schema.minItems === 1) delete schema.minItems;
  if (schema.default === false) delete schema.default;
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
