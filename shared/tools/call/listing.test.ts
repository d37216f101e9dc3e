import { describe, expect, it } from 'vitest';
import { ALL_TOOLS } from '../all-tools.ts';
import { listTool } from './listing.ts';

const listings = ALL_TOOLS.map(listTool);

describe('the tools as clients see them', () => {
  it('is in a fixed order', () => {
    expect(listings.map(({ name }) => name)).toEqual([
      'search',
      'list_notes',
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
      'active_note',
      'dql_query',
      'base_query',
      'reindex',
      'index_status',
    ]);
  });

  it('is short: a model reads all of it', () => {
    expect(bytes({ tools: listings })).toBeLessThan(32_768);
    expect(bytes(listings.map(({ name, description, inputSchema }) => ({ name, description, inputSchema })))).toBeLessThan(12_288);
  });

  it.each(listings)('gives $name an object at the root of both schemas, and a type to every argument', ({ inputSchema, outputSchema }) => {
    expect(inputSchema.type).toBe('object');
    expect(outputSchema.type).toBe('object');
    expect(outputSchema).not.toHaveProperty('anyOf');
    for (const property of Object.values(inputSchema.properties ?? {})) {
      expect(property).toHaveProperty('type');
      expect(property).toHaveProperty('description');
    }
  });

  it.each(listings)('leaves the noise out of $name', (listing) => {
    const text = JSON.stringify(listing);
    expect(text).not.toContain('$schema');
    expect(text).not.toContain('additionalProperties');
    expect(text).not.toContain(String(Number.MAX_SAFE_INTEGER));
  });

  it('states defaults and bounds', () => {
    const search = listings.find(({ name }) => name === 'search');
    expect(search?.inputSchema.properties?.limit).toMatchObject({ type: 'integer', default: 20, minimum: 1, maximum: 10_000 });
    expect(search?.inputSchema.required).toEqual(['query']);
  });

  it('marks the six tools that write, and those that replace or remove what was there', () => {
    const that = (hint: 'readOnlyHint' | 'destructiveHint', value: boolean): string[] =>
      listings.filter(({ annotations }) => annotations[hint] === value).map(({ name }) => name);
    expect(that('readOnlyHint', false)).toEqual(['create_note', 'edit_note', 'apply_edit_preview', 'link_notes', 'move_note', 'delete_note']);
    expect(that('destructiveHint', true)).toEqual(['edit_note', 'apply_edit_preview', 'delete_note']);
  });
});

function bytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}
