import fc from 'fast-check';
import { VaultLoomError } from '../protocol/errors.ts';

/** Runs properties with the same cases every time. */
export const SETTINGS = { numRuns: 200, seed: 27_182 };

/** The error a call must throw. */
export function errorOf(run: () => unknown): VaultLoomError {
  try {
    run();
  } catch (error) {
    if (error instanceof VaultLoomError) return error;
    throw error;
  }
  throw new Error('no error was thrown');
}

const LINES = [
  '',
  '  ',
  'word',
  'some words, more.',
  'naïve 漢字 🙂',
  'e\u0301',
  '# One',
  '## Two',
  '## Two',
  '### Three ###',
  'Setext',
  '===',
  '---',
  '- item',
  '- [ ] task',
  '```',
  '| a | b |',
  '> quote',
  '%%',
  '\t- deep',
  'key: value',
  '\u00a0',
  'x\u2028y',
];

export const lineEnding = fc.constantFrom('\n', '\r\n', '\r');

/** Lines likely in a note. */
export const noteLine = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...LINES) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 12 }).map((text) => text.replace(/[\r\n]/g, '')) },
);

/** Any note, with or without byte order mark, frontmatter and final line end; line ends may be mixed. */
export const anyNote = fc
  .record({
    hasMark: fc.boolean(),
    matter: fc.constantFrom('', '', '---\na: 1 # one\nb: [x]\n---\n', '---\n---\n'),
    lines: fc.array(noteLine, { maxLength: 14 }),
    endings: fc.oneof(
      lineEnding.map((ending) => [ending]),
      fc.array(fc.constantFrom('\n', '\r\n'), { minLength: 2, maxLength: 5 }),
    ),
    isClosed: fc.boolean(),
  })
  .map(({ hasMark, matter, lines, endings, isClosed }) => {
    let count = 0;
    const text = matter + lines.join('\n') + (isClosed && lines.length > 0 ? '\n' : '');
    return (hasMark ? '\uFEFF' : '') + text.replace(/\n/g, () => endings[count++ % endings.length] ?? '\n');
  });
