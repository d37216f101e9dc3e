import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { VaultLoomError } from '../../protocol/errors.ts';
import { ALL_TOOLS } from '../all-tools.ts';
import { parseArguments } from './arguments.ts';
import { editNote } from '../write/edit-note.ts';
import { findConnections } from '../read/find-connections.ts';
import { indexStatus } from '../read/index-status.ts';
import { rankNotes } from '../read/rank-notes.ts';
import { search } from '../read/search.ts';

describe('arguments of a call', () => {
  it('fill in the defaults of the spec', () => {
    expect(parseArguments(search, { query: 'tea' })).toEqual({
      query: 'tea',
      mode: 'hybrid',
      limit: 20,
      unique: 'notes',
    });
    expect(parseArguments(rankNotes, undefined)).toEqual({
      metric: 'both',
      limit: 20,
      includeStubs: false,
      minIncomingLinks: 2,
    });
  });

  it('treat an optional argument given as null as absent', () => {
    expect(parseArguments(search, { query: 'tea', limit: null, tag: null })).toMatchObject({ limit: 20 });
  });

  it('keep a null that means something', () => {
    expect(
      parseArguments(editNote, { name: 'A', mode: 'patch_frontmatter', key: 'due', value: null, content: null }),
    ).toEqual({
      name: 'A',
      mode: 'patch_frontmatter',
      key: 'due',
      value: null,
      dryRun: false,
    });
  });

  it('are checked in the items of a list, too', () => {
    const call = { name: 'A', edits: [{ mode: 'append', content: 'x', heading: null }] };
    expect(parseArguments(editNote, call)).toMatchObject({ edits: [{ mode: 'append', content: 'x' }] });
    const slip = refusal(editNote, {
      name: 'A',
      edits: [
        { mode: 'append', content: 'x' },
        { mode: 'append', contents: 'x' },
      ],
    });
    expect(slip.message).toBe('Unknown argument `edits[1].contents`; did you mean `content`?');
  });

  it('refuse null for a required one', () => {
    expect(refusal(findConnections, { name: null }).message).toBe('`name` must be a string; given null.');
  });

  it('name what is missing', () => {
    const error = refusal(findConnections, {});
    expect(error.message).toBe('`name` must be a string; it is missing.');
    expect(error.hint).toContain('name (required)');
    expect(refusal(search, {}).message).toBe('`query` is missing: give it, or `like`.');
  });

  it('name a blank query, which is a pattern in a regex search', () => {
    expect(refusal(search, { query: ' \n\u00a0' })).toMatchObject({
      code: 'invalid_arguments',
      message: expect.stringMatching(/^`query` is not valid \(it is blank; give the words to find\)/),
    });
    expect(parseArguments(search, { query: '  ', mode: 'regex' })).toMatchObject({ query: '  ' });
  });

  it.each([
    [{ query: 'a', limit: 0 }, '`limit` must be at least 1; given 0.'],
    [{ query: 'a', limit: 10_001 }, '`limit` must be at most 10000; given 10001.'],
    [{ query: 'a', limit: 1.5 }, '`limit` must be an integer; given 1.5.'],
    [{ query: 'a', limit: '5' }, '`limit` must be a number; given "5".'],
    [{ query: '' }, '`query` must have at least 1 character; given "".'],
    [{ query: 'a', mode: 'magic' }, '`mode` must be one of "hybrid", "semantic", "fulltext", "regex"; given "magic".'],
    [
      { query: 'a', where: 'status = active' },
      '`where` must be an object, such as {"status": "active", "rating": {">=": 3}}; given "status = active".',
    ],
    [{ query: 'a', Limit: 3 }, 'Unknown argument `Limit`; did you mean `limit`?'],
    [{ query: 'a', colour: 3 }, 'Unknown argument `colour`.'],
  ])('say of %j: %s', (args, message) => {
    expect(refusal(search, args).message).toBe(message);
  });

  it('list every problem together', () => {
    const error = refusal(findConnections, { depth: 'a', colour: 'red' });
    expect(error.details?.problems).toEqual([
      { argument: 'colour', message: 'Unknown argument `colour`.' },
      { argument: 'name', message: '`name` must be a string; it is missing.' },
      { argument: 'depth', message: '`depth` must be a number; given "a".' },
    ]);
  });

  it('name a field inside a list by its position', () => {
    const tool = {
      name: 'edit',
      input: z.object({ edits: z.array(z.object({ mode: z.enum(['append', 'prepend']) })) }),
    };
    expect(refusal(tool, { edits: [{ mode: 'append' }, { mode: 'x' }] }).message).toBe(
      '`edits[1].mode` must be one of "append", "prepend"; given "x".',
    );
  });

  it('ignore the extras some clients send to tools without arguments', () => {
    expect(parseArguments(indexStatus, { random_string: 'dummy' })).toEqual({});
  });

  it.each([[[]], ['text'], [7]])('refuse %j as the arguments', (args) => {
    expect(refusal(search, args).message).toContain('must be one JSON object');
  });

  it('never throw anything but invalid_arguments, for any input', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...ALL_TOOLS),
        fc.jsonValue(),
        fc.dictionary(fc.constantFrom('query', 'name', '__proto__', 'constructor', 'limit'), fc.jsonValue()),
        (tool, value, args) => {
          for (const given of [value, args]) {
            const outcome = attempt(() => parseArguments(tool, given));
            if (outcome instanceof Error) expect(outcome).toMatchObject({ code: 'invalid_arguments' });
          }
        },
      ),
      { numRuns: 200, seed: 7 },
    );
  });
});

function refusal(tool: Parameters<typeof parseArguments>[0], args: unknown): VaultLoomError {
  const outcome = attempt(() => parseArguments(tool, args));
  if (!(outcome instanceof VaultLoomError)) throw new Error(`Expected a refusal of ${JSON.stringify(args)}`);
  expect(outcome.code).toBe('invalid_arguments');
  return outcome;
}

function attempt(action: () => unknown): unknown {
  try {
    return action();
  } catch (error) {
    return error;
  }
}
