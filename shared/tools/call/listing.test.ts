import { describe, expect, it } from 'vitest';
import { ALL_TOOLS } from '../all-tools.ts';
import { listTool, MOST_LISTING_KB, type ToolListing } from './listing.ts';

const listings = ALL_TOOLS.map(listTool);

describe('the tools as clients see them', () => {
  it('is in a fixed order', () => {
    expect(listings.map(({ name }) => name)).toEqual([
      'search',
      'list_notes',
      'list_tasks',
      'describe_vault',
      'read_note',
      'find_connections',
      'find_path_between',
      'detect_themes',
      'rank_notes',
      'create_note',
      'edit_note',
      'apply_edit_preview',
      'link_notes',
      'move_note',
      'delete_note',
      'daily_note',
      'rename_tag',
      'list_changes',
      'undo_change',
      'active_note',
      'dql_query',
      'base_query',
      'reindex',
      'index_status',
    ]);
  });

  it('is short: a model reads all of it', () => {
    const inputs = listings.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
    expect(
      bytes(inputs),
      tooLong('Names, descriptions and inputs', inputs, MOST_LISTING_KB.withoutOutputs),
    ).toBeLessThanOrEqual(MOST_LISTING_KB.withoutOutputs * KB);
    expect(
      bytes({ tools: listings }),
      tooLong('The whole listing', listings, MOST_LISTING_KB.whole),
    ).toBeLessThanOrEqual(MOST_LISTING_KB.whole * KB);
  });

  it('names the longest parts first where it is too long', () => {
    const part = (name: string, words: number) => ({
      name,
      description: 'Finds. '.repeat(words),
      inputSchema: { type: 'object' as const, properties: { query: { description: 'a'.repeat(words) } } },
    });
    const [words, ...longest] = tooLong('The listing', [part('short', 1), part('long', 50)], 0.1).split('\n');
    expect(words).toBe('The listing: 0.6 KB, at most 0.1 KB. Shorten what is longest:');
    expect(longest).toEqual([
      '  352 bytes: description of long',
      '  68 bytes: argument query of long',
      '  19 bytes: argument query of short',
      '  9 bytes: description of short',
    ]);
  });

  it.each(listings)(
    'gives $name an object at the root of both schemas, and a type to every argument',
    ({ inputSchema, outputSchema }) => {
      expect(inputSchema.type).toBe('object');
      expect(outputSchema.type).toBe('object');
      expect(outputSchema).not.toHaveProperty('anyOf');
      for (const property of Object.values(inputSchema.properties ?? {})) {
        expect(property).toHaveProperty('type');
        expect(property).toHaveProperty('description');
      }
    },
  );

  it.each(listings)('leaves the noise out of $name', (listing) => {
    const text = JSON.stringify(listing);
    expect(text).not.toContain('$schema');
    expect(text).not.toContain('additionalProperties');
    expect(text).not.toContain(String(Number.MAX_SAFE_INTEGER));
  });

  it('states defaults, what is required, and bounds that a call may reach', () => {
    const search = listings.find(({ name }) => name === 'search');
    expect(search?.inputSchema.properties?.limit).toEqual({ type: 'integer', default: 20, description: 'Most rows' });
    const connections = listings.find(({ name }) => name === 'find_connections');
    expect(connections?.inputSchema.required).toEqual(['name']);
    expect(connections?.inputSchema.properties?.depth).toMatchObject({ type: 'integer', default: 1, maximum: 3 });
  });

  it.each(listings)(
    'says within the first words of $name what it is about, for clients that look tools up',
    (listing) => {
      expect(listing.description.slice(0, 60)).toMatch(/\bnotes?\b|\bvault\b|\bObsidian\b/iu);
    },
  );

  it('marks the tools that write, and those that replace or remove what was there', () => {
    const that = (hint: 'readOnlyHint' | 'destructiveHint', value: boolean): string[] =>
      listings.filter(({ annotations }) => annotations[hint] === value).map(({ name }) => name);
    expect(that('readOnlyHint', false)).toEqual([
      'create_note',
      'edit_note',
      'apply_edit_preview',
      'link_notes',
      'move_note',
      'delete_note',
      'daily_note',
      'rename_tag',
      'undo_change',
    ]);
    expect(that('destructiveHint', true)).toEqual([
      'edit_note',
      'apply_edit_preview',
      'move_note',
      'delete_note',
      'rename_tag',
      'undo_change',
    ]);
  });
});

type Part = Pick<ToolListing, 'name' | 'description' | 'inputSchema'> & Partial<ToolListing>;

/** Which descriptions, arguments and results of the listing take up most. */
function tooLong(what: string, listing: readonly Part[], mostKb: number): string {
  const parts = listing.flatMap(({ name, description, inputSchema, outputSchema }) => [
    { part: `description of ${name}`, size: bytes(description) },
    ...Object.entries(inputSchema.properties ?? {}).map(([argument, schema]) => ({
      part: `argument ${argument} of ${name}`,
      size: bytes(schema),
    })),
    ...(outputSchema === undefined ? [] : [{ part: `output schema of ${name}`, size: bytes(outputSchema) }]),
  ]);
  const longest = parts.sort((a, b) => b.size - a.size).slice(0, SHOWN_PARTS);
  const words = `${what}: ${(bytes(listing) / KB).toFixed(1)} KB, at most ${mostKb} KB. Shorten what is longest:`;
  return [words, ...longest.map(({ part, size }) => `  ${size} bytes: ${part}`)].join('\n');
}

const KB = 1024;
const SHOWN_PARTS = 12;

function bytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}
