import fc from 'fast-check';

/** A note as it was made up, of which it is known what is in it without reading it. */
export interface MadeNote {
  path: string;
  text: string;
  /** What counts as a tag, without `#`. */
  tags: string[];
  /** Runs of words that stand next to each other, in NFC and lower case. */
  runs: string[][];
}

/** One condition of a query, and which notes meet it. */
interface Condition {
  query: string;
  meets: (note: MadeNote) => boolean;
}

/** Words of texts: none is the beginning of another, or nearly the same. */
const WORDS = [
  'zorvak mivelum quéltra Ångrist Straxöl',
  'θαλασσινός κρουνομάτι вельтаник Журмоль',
  'מספריה مكتبتان',
  '図書館 自転車 水彩画 도서관 자전거',
]
  .join(' ')
  .split(' ');
/** Words that look as if texts had them. */
const ABSENT = ['水彩色', '自転車道路', 'MivelumZorvak', 'zorvak-absent', '도서관장'];
/** Between the words of two paragraphs, which count as next to each other. */
const STOPPER = 'stopper';
const TAGS =
  'garden Garden/water garden/Water/deep gardening garden-x water 旅行 旅行/京都 тег/Внутри Тег café a_b 2024plan'.split(
    ' ',
  );
const NAMES = [
  'Alpha',
  'alpha beta',
  'Été',
  'Don\u2019t',
  "Don't",
  '港町',
  'Дом',
  'ΟΔΟΣ',
  'a.b',
  'x-y',
  'Straße',
  'İz',
];
const FOLDERS = ['', 'Garden/', 'garden old/', ' blank/', 'Deep/Ünter/', '旅行/', 'trail /'];
const TAG_ENDS = ['', '.', ',', ':', ' '];

const fold = (text: string): string =>
  text.normalize('NFC').toLowerCase().replaceAll('ς', 'σ').normalize('NFC').replaceAll('\u2019', "'");

const word = fc.constantFrom(...WORDS);
const words = fc.array(word, { minLength: 1, maxLength: 4 });
const tag = fc.constantFrom(...TAGS);
const form = fc.constantFrom('NFC', 'NFD');
const spelled = (text: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc
    .tuple(text, form, fc.constantFrom('as it is', 'upper', 'lower'))
    .map(([given, unicode, letters]) =>
      (letters === 'upper' && fold(given.toUpperCase()) === fold(given)
        ? given.toUpperCase()
        : letters === 'lower' && fold(given.toLowerCase()) === fold(given)
          ? given.toLowerCase()
          : given
      ).normalize(unicode),
    );

interface Piece {
  text: string;
  tags: string[];
  words: string[];
}

/** Lines in which a tag counts; `@` stands for the tag with what ends it. */
const COUNTED = [
  '@',
  'Yes @ yes',
  '- @',
  '- [ ] @',
  '> @',
  '## Head @',
  '| @ | b |\n| --- | --- |',
  '%% @ %%',
  '*a* @',
];
/** And lines in which it does not. */
const LOOKALIKES = [
  '```\n@\n```',
  '~~~js\n@\n~~~',
  '`@`',
  'x `` a @ `` y',
  '(@)',
  'a.@',
  'y@',
  '"@"',
  '\\@',
  '<!-- @ -->',
  '$$\n@\n$$',
  'https://example.org/@',
  '[text](other.md@)',
  '[[Alpha@]]',
  'Text.\n\n    @\n',
  '<div>\n@\n</div>',
];

const piece: fc.Arbitrary<Piece> = fc.oneof<fc.Arbitrary<Piece>[]>(
  words.map((all) => ({ text: `${all.join(' ')} ${STOPPER}`, tags: [], words: all })),
  fc.tuple(words, fc.constantFrom('# ', '- ', '> ', '1. ')).map(([all, mark]) => ({
    text: `${mark}${all.join(' ')} ${STOPPER}`,
    tags: [],
    words: all,
  })),
  words.map((all) => ({ text: `\`\`\`\n${all.join(' ')} ${STOPPER}\n\`\`\``, tags: [], words: all })),
  fc
    .tuple(tag, fc.constantFrom(...COUNTED), fc.constantFrom(...TAG_ENDS))
    .map(([name, line, end]) => ({ text: line.replace('@', `#${name}${end}`), tags: [name], words: [] })),
  fc.constant({ text: `🎉 ${STOPPER}`, tags: [], words: ['🎉'] }),
  fc.tuple(tag, tag).map(([a, b]) => ({ text: `#${a}#${b}`, tags: [a, b], words: [] })),
  fc
    .tuple(tag, fc.constantFrom(...LOOKALIKES))
    .map(([name, line]) => ({ text: line.replace('@', `#${name}`), tags: [], words: [] })),
);

const note = fc
  .tuple(
    fc.tuple(fc.constantFrom(...FOLDERS), fc.constantFrom(...NAMES), form),
    fc.array(tag, { maxLength: 2 }),
    fc.array(piece, { maxLength: 6 }),
    form,
  )
  .map(([[folder, name, pathForm], own, pieces, textForm]): MadeNote => {
    const front =
      own.length === 0
        ? 'tag: garden\nother: "#water"\n'
        : `tags:\n${own.map((each, place) => `  - ${place === 0 ? each : `"#${each}"`}`).join('\n')}\n`;
    return {
      path: `${folder}${name}.md`.normalize(pathForm),
      text: `---\n${front}---\n\n${pieces.map(({ text }) => text).join('\n\n')}\n`.normalize(textForm),
      tags: [...own, ...pieces.flatMap(({ tags }) => tags)],
      runs: pieces.map((each) => each.words.map(fold)),
    };
  });

/** A vault of such notes; no two names differ in letter case or Unicode form alone. */
export const vault = fc.uniqueArray(note, { minLength: 4, maxLength: 14, selector: ({ path }) => fold(path) });

const hasTag = (wanted: string) => (made: MadeNote) =>
  made.tags.some((own) => fold(own) === fold(wanted) || fold(own).startsWith(`${fold(wanted)}/`));
const inPath = (wanted: string) => (made: MadeNote) => fold(made.path).includes(fold(wanted));
const inName = (wanted: string) => (made: MadeNote) => {
  const name = fold(made.path.slice(made.path.lastIndexOf('/') + 1));
  const ending = fold(wanted).endsWith('.md') ? '.md' : '';
  return ending === '' ? name.slice(0, -3).includes(fold(wanted)) : name.endsWith(fold(wanted));
};
const hasRun =
  (...wanted: string[]) =>
  (made: MadeNote) =>
    made.runs.some((run) => run.some((_, at) => wanted.every((each, place) => run[at + place] === fold(each))));

const partOf = (text: string): fc.Arbitrary<string> =>
  fc
    .tuple(fc.nat(text.length - 1), fc.integer({ min: 1, max: 12 }))
    .map(([from, length]) => text.slice(from, from + length).trim())
    .filter((part) => part !== '');
const paths = FOLDERS.flatMap((folder) => NAMES.map((name) => `${folder}${name}.md`));
const operator = (
  name: string,
  value: fc.Arbitrary<string>,
  meets: (value: string) => (made: MadeNote) => boolean,
): fc.Arbitrary<Condition> =>
  fc
    .tuple(spelled(value), fc.boolean(), fc.boolean(), fc.constantFrom(':', ': ', '：'))
    .map(([wanted, isNegated, isQuoted, colon]) => ({
      query: `${isNegated ? '-' : ''}${name}${colon}${isQuoted || /\s/u.test(wanted) ? `"${wanted}"` : wanted}`,
      meets: (made) => meets(wanted)(made) !== isNegated,
    }));

const condition: fc.Arbitrary<Condition> = fc.oneof<fc.Arbitrary<Condition>[]>(
  operator('tag', tag, hasTag),
  operator(
    'tag',
    tag.map((name) => `#${name}`),
    (name) => hasTag(name.slice(1)),
  ),
  operator('path', fc.constantFrom(...paths).chain(partOf), inPath),
  operator('file', fc.constantFrom(...NAMES.map((name) => `${name}.md`)).chain(partOf), inName),
  operator('Tag', fc.constantFrom('gard', 'nothing', '旅'), hasTag),
  spelled(word).map((wanted) => ({ query: `-${wanted}`, meets: (made) => !hasRun(wanted)(made) })),
  fc.tuple(word, word).map(([a, b]) => ({ query: `-"${a} ${b}"`, meets: (made) => !hasRun(a, b)(made) })),
  fc
    .tuple(word, word, fc.constantFrom('-', '/', '_'))
    .map(([a, b, sign]) => ({ query: `-${a}${sign}${b}`, meets: (made) => !hasRun(a, b)(made) })),
  fc.constant({ query: '-🎉', meets: (made) => !hasRun('🎉')(made) }),
  fc.constantFrom(...ABSENT).map((wanted) => ({ query: `-${wanted}`, meets: () => true })),
);
const text: fc.Arbitrary<Condition> = fc.oneof<fc.Arbitrary<Condition>[]>(
  spelled(word).map((wanted) => ({ query: wanted, meets: hasRun(wanted) })),
  fc.tuple(word, word).map(([a, b]) => ({ query: `"${a} ${b}"`, meets: hasRun(a, b) })),
  fc.constant({ query: '🎉', meets: hasRun('🎉') }),
  fc.constant({ query: 'unheardofword', meets: () => false }),
);

/** A query of up to three conditions, and perhaps a word or two next to each other. */
export const query: fc.Arbitrary<Condition> = fc
  .tuple(fc.array(condition, { maxLength: 3 }), fc.option(text, { nil: null }), fc.boolean())
  .filter(([conditions, wanted]) => conditions.length > 0 || wanted !== null)
  .map(([conditions, wanted, isFirst]) => {
    const all = wanted === null ? conditions : isFirst ? [wanted, ...conditions] : [...conditions, wanted];
    return {
      query: all.map((each) => each.query).join(' '),
      meets: (made) => all.every(({ meets }) => meets(made)),
    };
  });
