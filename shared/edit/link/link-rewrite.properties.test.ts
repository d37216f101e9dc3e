import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FileNames } from '../../notes/file-names.ts';
import { parseNote } from '../../markdown/parse-note.ts';
import { basename, dirname, foldPath, isNotePath, joinVaultPath, withoutMd } from '../../vault/paths.ts';
import { relativePath } from './link-spelling.ts';
import type { NewLinkFormat } from './link-spelling.ts';
import { moved } from './move-test-kit.ts';
import type { Vault } from './move-test-kit.ts';

const SETTINGS = { numRuns: 200, seed: 20_240_811 };

interface LinkPlan {
  source: number;
  target: number;
  form: 'name' | 'full' | 'relative' | 'part' | 'root' | 'dotted';
  withMd: boolean;
  otherCase: boolean;
  wrap: number;
}

interface Scene {
  paths: string[];
  links: LinkPlan[];
  from: number;
  to: string;
  format: NewLinkFormat;
}

/** How a target is written: every kind of link. */
const WRAPS: ((target: string, name: string) => string)[] = [
  (target) => `[[${target}]]`,
  (target) => `![[${target}#Heading|x]]`,
  (target) => `\n\n| a |\n| - |\n| [[${target}\\|x]] |\n\n`,
  (target) => `[[${target}^id]]`,
  (target, name) => `[[${target}|${name}]]`,
  (target) => `[[ ${target} #A#B ]]`,
  (target) => `[t](${target.replaceAll(' ', '%20')} "title")`,
  (target) => `![t](<${target}#h>)`,
  (target, name) => `[${name}](${encodeURI(target)})`,
  (target) => `[![[${target}]]](${encodeURI(target)})`,
  (target, name) => `\n\n%%\n[[${target}|${name}]] %%[t]( ${encodeURI(target)} )%%\n\n[[|x]]\n\n`,
  (target) => `[t](  <${target}>  'title' ) [[|${target}]]`,
];
const WIKILINKS = 6;

const folder = fc.constantFrom('', 'a', 'b', 'a/b', 'B c', 'a/b/d');
const path = fc
  .tuple(folder, fc.constantFrom('N', 'n', 'M', 'Übung', 'U\u0308bung', 'two words', 'v1.5', 'N.md'))
  .map(([dir, name]) => (dir === '' ? `${name}.md` : `${dir}/${name}.md`));
const attachment = fc
  .tuple(folder, fc.constantFrom('p.png', 'N.pdf'))
  .map(([dir, name]) => (dir === '' ? name : `${dir}/${name}`));

/**
 * Vaults with a free destination; unless `withTwins`, without two paths that differ by letter case or Unicode form
 * only.
 */
function scenes(
  forms: LinkPlan['form'][],
  formats: NewLinkFormat[],
  { wraps = WRAPS.length, withTwins = false } = {},
): fc.Arbitrary<Scene> {
  const identity = withTwins ? (item: string): string => item : foldPath;
  const link = fc.record({
    source: fc.nat(20),
    target: fc.nat(20),
    form: fc.constantFrom(...forms),
    withMd: fc.boolean(),
    otherCase: fc.boolean(),
    wrap: fc.nat(wraps - 1),
  });
  return fc
    .record({
      notes: fc.uniqueArray(path, { minLength: 2, maxLength: 9, selector: identity }),
      attachments: fc.uniqueArray(attachment, { maxLength: 2 }),
      links: fc.array(link, { maxLength: 14 }),
      from: fc.nat(20),
      to: path,
      format: fc.constantFrom(...formats),
    })
    .filter(({ notes, to }) => !notes.some((note) => identity(note) === identity(to)))
    .map(({ notes, attachments, ...rest }) => ({
      paths: [...notes, ...attachments],
      ...rest,
      from: rest.from % notes.length,
    }));
}

function written(link: LinkPlan, source: string, target: string): string {
  const path = link.withMd ? target : withoutMd(target);
  const spelling = {
    name: basename(path),
    full: path,
    relative: relativePath(source, path),
    part: path.split('/').slice(-2).join('/'),
    root: `/${path}`,
    dotted: `./${relativePath(source, path)}`,
  }[link.form];
  return link.otherCase ? spelling.toUpperCase() : spelling;
}

function at<T>(list: readonly T[], index: number): T {
  return list[index % list.length] as T;
}

/** The vault of a scene: each note holds its links, except those that lead nowhere. */
function vaultOf({ paths, links }: Scene, keepCase: boolean): Vault {
  const names = namesOf(paths);
  const notes = paths.filter(isNotePath);
  return Object.fromEntries(
    paths.map((source) => {
      const own = links.filter((link) => isNotePath(source) && at(notes, link.source) === source);
      const texts = own.map((link) =>
        at(WRAPS, link.wrap)(
          written({ ...link, otherCase: link.otherCase && !keepCase }, source, at(paths, link.target)),
          withoutMd(basename(at(paths, link.target))),
        ),
      );
      const leading = texts.filter((text) =>
        parseNote(text).links.every((link) => names.locate(link.path, link.target, source) !== null),
      );
      return [source, leading.join(' and ')];
    }),
  );
}

function namesOf(paths: readonly string[]): FileNames {
  const names = new FileNames();
  for (const path of paths) names.add(path);
  return names;
}

/** Where the links of a note lead, in order. */
function destinations(vault: Vault, source: string): (string | null)[] {
  const names = namesOf(Object.keys(vault));
  return parseNote(vault[source] ?? '').links.map((link) => names.locate(link.path, link.target, source));
}

/** The text without what a move may change: paths of links, and labels that are a name of the moved note. */
function withoutTargets(text: string, names: readonly string[]): string {
  let rest = text;
  const cuts = parseNote(text).links.flatMap(({ targetRange, subpath, display, end }) => {
    const isName = display !== undefined && names.includes(display);
    return isName && targetRange.end < end
      ? [
          { ...targetRange, subpath },
          { start: targetRange.end, end, subpath: '' },
        ]
      : [{ ...targetRange, subpath }];
  });
  for (const { start, end, subpath } of cuts.sort((a, b) => b.start - a.start))
    rest = `${rest.slice(0, start)}${subpath}${rest.slice(end)}`;
  return rest.replace(LABEL, (label, name: string) => (names.includes(name) ? '' : label));
}

const LABEL = /\[([^[\]]*)\](?=\()/g;

/** A name links in any letter case and Unicode form, and a rewritten link takes the note's. */
function folded(vault: Vault): Vault {
  return Object.fromEntries(Object.entries(vault).map(([path, text]) => [path, foldPath(text)]));
}

/**
 * The targets of a note's Markdown links that lead from the note's folder to a file, as any program reads them; null
 * for other links.
 */
function everyoneReads(vault: Vault, source: string): (string | null)[] {
  return parseNote(vault[source] ?? '').links.map(({ kind, path }) => {
    const joined = kind.startsWith('markdown') && !path.startsWith('/') ? joinVaultPath(dirname(source), path) : null;
    return Object.keys(vault).find((file) => file.toLowerCase() === joined?.toLowerCase()) ?? null;
  });
}

/** Every link of the scene leads after its move to the file that it led to before. */
function expectSameFiles(drawn: Scene): void {
  const vault = vaultOf(drawn, false);
  const from = at(drawn.paths, drawn.from);
  const after = moved(vault, from, drawn.to, drawn.format);
  for (const source of Object.keys(vault)) {
    const expected = destinations(vault, source).map((target) => (target === from ? drawn.to : target));
    expect(destinations(after, source === from ? drawn.to : source)).toEqual(expected);
  }
}

describe('in any vault, after any move', () => {
  const scene = scenes(['name', 'full', 'relative', 'part', 'root', 'dotted'], ['shortest', 'relative', 'absolute']);

  it('every link leads to the same file', () => {
    fc.assert(fc.property(scene, expectSameFiles), SETTINGS);
  });

  it('every link leads to the same file, even if names differ only by letter case or Unicode form', () => {
    fc.assert(
      fc.property(
        scenes(['name', 'full', 'relative', 'part', 'root', 'dotted'], ['shortest', 'relative', 'absolute'], {
          withTwins: true,
        }),
        expectSameFiles,
      ),
      SETTINGS,
    );
  });

  it('only the paths of links, and labels that were the old name, have changed', () => {
    fc.assert(
      fc.property(scene, (drawn) => {
        const vault = vaultOf(drawn, false);
        const from = at(drawn.paths, drawn.from);
        const after = moved(vault, from, drawn.to, drawn.format);
        const names = [from, drawn.to].map((path) => withoutMd(basename(path)));
        for (const [source, text] of Object.entries(vault)) {
          expect(withoutTargets(after[source === from ? drawn.to : source] ?? '', names)).toBe(
            withoutTargets(text, names),
          );
        }
      }),
      SETTINGS,
    );
  });

  it('a link that still works is unchanged, unless every program could follow it and no longer can', () => {
    fc.assert(
      fc.property(scenes(['name', 'full', 'part', 'root'], ['shortest', 'relative', 'absolute']), (drawn) => {
        const vault = vaultOf(drawn, false);
        const from = at(drawn.paths, drawn.from);
        const after = moved(vault, from, drawn.to, drawn.format);
        const names = namesOf(Object.keys(after));
        for (const [source, text] of Object.entries(vault)) {
          const now = source === from ? drawn.to : source;
          const targets = parseNote(after[now] ?? '').links.map((link) => link.target);
          const before = destinations(vault, source);
          const forEveryone = everyoneReads(vault, source);
          parseNote(text).links.forEach((link, index) => {
            const meant = before[index] === from ? drawn.to : before[index];
            const isNeighbour = forEveryone[index] !== null && forEveryone[index] === before[index];
            if (!isNeighbour && names.locate(link.path, link.target, now) === meant)
              expect(targets[index]).toBe(link.target);
          });
        }
      }),
      SETTINGS,
    );
  });

  it('a Markdown link that every program could follow still is one', () => {
    fc.assert(
      fc.property(scenes(['name', 'full', 'relative', 'dotted', 'part'], ['shortest', 'relative']), (drawn) => {
        const vault = vaultOf(drawn, false);
        const from = at(drawn.paths, drawn.from);
        const after = moved(vault, from, drawn.to, drawn.format);
        for (const source of Object.keys(vault)) {
          const now = everyoneReads(after, source === from ? drawn.to : source);
          const before = destinations(vault, source);
          everyoneReads(vault, source).forEach((target, index) => {
            if (target !== null && target === before[index])
              expect(now[index]).toBe(target === from ? drawn.to : target);
          });
        }
      }),
      SETTINGS,
    );
  });

  it('no link gains a leading slash', () => {
    fc.assert(
      fc.property(
        scenes(['name', 'full', 'relative', 'dotted', 'part'], ['shortest', 'relative', 'absolute']),
        (drawn) => {
          const after = moved(vaultOf(drawn, false), at(drawn.paths, drawn.from), drawn.to, drawn.format);
          for (const text of Object.values(after))
            expect(parseNote(text).links.filter(({ path }) => path.startsWith('/'))).toEqual([]);
        },
      ),
      SETTINGS,
    );
  });

  it('the links of a canvas card lead where those of a note at its place do, and nothing else of the canvas changes', () => {
    fc.assert(
      fc.property(scene, fc.nat(20), fc.constantFrom(0, 2, '\t'), (drawn, twin, indent) => {
        const vault = vaultOf(drawn, false);
        const from = at(drawn.paths, drawn.from);
        const source = at(
          drawn.paths.filter((path) => isNotePath(path) && path !== from),
          twin,
        );
        const folder = dirname(source);
        const board = folder === '' ? 'Board.canvas' : `${folder}/Board.canvas`;
        const canvas = (text: string, file: string): string =>
          JSON.stringify(
            {
              nodes: [
                { type: 'text', text, w: 1.5 },
                { type: 'file', file },
                { type: 'file', file: 'gone.md' },
              ],
              x: [text],
            },
            null,
            indent,
          );
        const withBoard = { ...vault, [board]: canvas(vault[source] ?? '', from) };
        const after = moved(withBoard, from, drawn.to, drawn.format);
        const cards = (JSON.parse(after[board] ?? '') as { nodes: { text: string }[] }).nodes;
        expect(cards[0]?.text).toBe(after[source]);
        const unchanged = JSON.stringify(vault[source] ?? '').slice(1, -1);
        const now = JSON.stringify(after[source] ?? '').slice(1, -1);
        const expected = canvas('#1', drawn.to)
          .replace('"#1"', () => `"${now}"`)
          .replace('"#1"', () => `"${unchanged}"`);
        expect(after[board]).toBe(expected);
      }),
      SETTINGS,
    );
  });
});

describe('a move there and back', () => {
  it('keeps every link’s target, in any form and place', () => {
    fc.assert(
      fc.property(
        scenes(['name', 'full', 'relative', 'part', 'root', 'dotted'], ['shortest', 'relative', 'absolute']),
        (drawn) => {
          const vault = vaultOf(drawn, false);
          const from = at(drawn.paths, drawn.from);
          const back = moved(moved(vault, from, drawn.to, drawn.format), drawn.to, from, drawn.format);
          for (const source of Object.keys(vault))
            expect(destinations(back, source)).toEqual(destinations(vault, source));
        },
      ),
      SETTINGS,
    );
  });

  it('keeps every byte, except letter case and Unicode form, if no name occurs twice and no path is abbreviated', () => {
    const isClear = ({ paths, to }: Scene): boolean => {
      // `[[N.md]]` for `N.md.md` may stay as it is for `N.md`.
      const names = [...paths, to].map((path) => foldPath(withoutMd(withoutMd(basename(path)))));
      return new Set(names).size === names.length && [...paths, to].every((path) => path.includes('/'));
    };
    fc.assert(
      fc.property(
        scenes(['name', 'full', 'relative', 'dotted'], ['shortest', 'absolute'], { wraps: WIKILINKS }).filter(isClear),
        (drawn) => {
          const vault = vaultOf(drawn, true);
          const from = at(drawn.paths, drawn.from);
          expect(folded(moved(moved(vault, from, drawn.to, drawn.format), drawn.to, from, drawn.format))).toEqual(
            folded(vault),
          );
        },
      ),
      SETTINGS,
    );
  });
});
