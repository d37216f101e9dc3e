import { z } from 'zod';
import type { PageRequest } from './protocol.ts';

const id = z.number().int().nonnegative();
const pair = z.tuple([z.number(), z.number()]);
const words = z.record(z.string(), z.string());

const pageEvent = z.strictObject({
  seq: id,
  type: z.string().regex(/^[a-z]+$/),
  target: id,
  related: id.optional(),
  init: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).optional(),
  live: z
    .strictObject({
      value: z.string().optional(),
      checked: z.boolean().optional(),
      indeterminate: z.boolean().optional(),
      selected: z.array(id).optional(),
      selection: z.tuple([id, id, z.enum(['forward', 'backward', 'none'])]).optional(),
      scroll: pair.optional(),
    })
    .optional(),
  text: z.string().optional(),
  data: words.optional(),
  range: z.tuple([z.tuple([id, id]), z.tuple([id, id])]).optional(),
  size: pair.optional(),
  boxes: z
    .array(
      z.tuple([
        id,
        z.tuple([z.number(), z.number(), z.number(), z.number(), z.number(), z.number(), z.number(), z.number()]),
      ]),
    )
    .optional(),
});

const pageRequest = z.strictObject({ session: z.string(), applied: id, event: pageEvent });

/** Reads a message of the page. Null where it is not one: the socket is open to whoever knows the address. */
export function parsePageRequest(text: string): PageRequest | null {
  try {
    return pageRequest.parse(JSON.parse(text)) as PageRequest;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError) return null;
    throw error;
  }
}
