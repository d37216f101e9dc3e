import { z } from 'zod';
import { noteOrStubRef, noteRef } from './common.ts';

/** A theme as a circle; units are those of the whole picture, around 0. */
export const mapCircle = z.looseObject({
  /** For `themeMap`; `unsorted` is the circle of the notes in no theme. */
  id: z.string(),
  label: z.string(),
  /** Its notes. */
  size: z.number().int(),
  x: z.number(),
  y: z.number(),
  radius: z.number(),
  /** Other circles, by how many links lead there either way, most first. */
  ties: z.array(z.looseObject({ id: z.string(), links: z.number() })),
});
export type MapCircle = z.infer<typeof mapCircle>;

export const mapDot = noteRef.extend({
  x: z.number(),
  y: z.number(),
  radius: z.number(),
  /** Other dots of the picture, by path. */
  ties: z.array(z.string()),
});
export type MapDot = z.infer<typeof mapDot>;

const picture = {
  /** Themes, largest first; absent where notes are shown themselves. */
  circles: z.array(mapCircle).optional(),
  notes: z.array(mapDot).optional(),
};

/** A list to act on: its first rows, and how many there are in all. */
const listOf = <Row extends z.ZodType>(row: Row) => z.looseObject({ rows: z.array(row), total: z.number().int() });

export const mapOutput = z.looseObject({
  ...picture,
  /** `links` counts the links to each. */
  unresolved: listOf(noteOrStubRef.extend({ links: z.number().int() })),
  unlinked: listOf(noteRef),
  hubs: z.array(noteOrStubRef),
  bridges: z.array(noteOrStubRef),
  copies: listOf(z.array(noteRef)),
  /** Links, or what is hidden, have changed since the circles were computed; they are being computed again. */
  stale: z.boolean().optional(),
  /** Notes are being compared by meaning, or circles computed with that: notes without links will find one. */
  comparing: z.boolean().optional(),
  /** Notes are compared by what was learned from them; it is done again once the model has read them. */
  improving: z.boolean().optional(),
  /**
   * Why notes have not been compared by meaning, or some of them not yet: it is `off`, their texts are `waiting` to be
   * embedded, the `model` does not work (`problem` says why), or they have too few `words` to learn from.
   */
  uncompared: z
    .looseObject({ reason: z.enum(['off', 'waiting', 'model', 'words']), problem: z.string().optional() })
    .optional(),
});
export type MapOutput = z.infer<typeof mapOutput>;

export const themeMapInput = z.object({ id: z.string().min(1).max(1_000) });
export type ThemeMapInput = z.output<typeof themeMapInput>;

export const themeMapOutput = z.looseObject({
  id: z.string(),
  label: z.string(),
  size: z.number().int(),
  ...picture,
  /** Notes that no circle holds, or that are too many to be shown: they are in the list alone. */
  more: z.array(noteRef).optional(),
});
export type ThemeMapOutput = z.infer<typeof themeMapOutput>;

export const mapPlacesInput = z.object({ paths: z.array(z.string().max(4_096)).max(10_000) });
export type MapPlacesInput = z.output<typeof mapPlacesInput>;

export const mapPlacesOutput = z.looseObject({
  /**
   * Where the map has these notes, in the order asked for: ids of the circles that hold each, the outermost first, as
   * far in as was looked already. Notes that the map leaves out are left out.
   */
  places: z.array(z.looseObject({ path: z.string(), circles: z.array(z.string()) })),
});
export type MapPlacesOutput = z.infer<typeof mapPlacesOutput>;

/** What a person looks for on the map: words, with the operators of the search box. */
export const mapFoundInput = z.object({ query: z.string().max(4_000) });
export type MapFoundInput = z.output<typeof mapFoundInput>;

/** The places of all notes found, in no order. */
export const mapFoundOutput = mapPlacesOutput.extend({
  /** The words looked for, without operators and what is left out. */
  words: z.string().optional(),
  /** There are more, or may be: they were too many, or looking for signs that are no word took too long. */
  isPart: z.boolean().optional(),
});
export type MapFoundOutput = z.infer<typeof mapFoundOutput>;

/** A missing note, by its path in `unresolved`. */
export const missingLinksInput = z.object({ path: z.string().min(1).max(4_096) });
export type MissingLinksInput = z.output<typeof missingLinksInput>;

/** Where the links to it are. */
export const missingLinksOutput = z.looseObject({
  /** The first of the notes and canvases with links to it, by path. */
  notes: z.array(
    noteRef.extend({
      /** The first of its lines with such links. Those of a canvas, which are its cards', have no number. */
      lines: z.array(z.looseObject({ text: z.string(), line: z.number().int().optional() })),
      lineCount: z.number().int(),
    }),
  ),
  total: z.number().int(),
});
export type MissingLinksOutput = z.infer<typeof missingLinksOutput>;
