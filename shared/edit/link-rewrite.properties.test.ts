import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FileNames } from '../notes/file-names.ts';
import { parseNote } from '../vault/parse-note.ts';
import { basename, isNotePath, withoutMd } from '../vault/paths.ts';
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

/** How a target is written down: every kind of link. */
const WRAPS: ((target: string) => string)[] = [
  (target) => `[[${target}]]`,
  (target) => `![[${target}#Heading|x]]`,
  (target) => `\n\n| a |\n| - |\n| [[${target}\\|x]] |\n\n`,
  (target) => `[t](${target.replaceAll(' ', '%20')} "title")`,
  (target) => `![t](<${target}#h>)`,
  (target) => `[[${target}^id]]`,
];

const folder = fc.constantFrom('', 'a', 'b', 'a/b', 'B c', 'a/b/d');
const path = fc.tuple(folder, fc.constantFrom('N', 'n', 'M', 'Übung', 'two words', 'v1.5')).map(([dir, name]) => (dir === '' ? `${name}.md` : `${dir}/${name}.md`));
const attachment = fc.tuple(folder, fc.constantFrom('p.png', 'N.pdf')).map(([dir, name]) => (dir === '' ? name : `${dir}/${name}`));

/** Vaults without two paths that differ by letter case only, as most disks have them, and a free destination. */
function scenes(forms: LinkPlan['form'][], formats: NewLinkFormat[]): fc.Arbitrary<Scene> {
  const link = fc.record({
    source: fc.nat(20),
    target: fc.nat(20),
    form: fc.constantFrom(...forms),
    withMd: fc.boolean(),
    otherCase: fc.boolean(),
    wrap: fc.nat(WRAPS.length - 1),
  });
  return fc
    .record({
      notes: fc.uniqueArray(path, { minLength: 2, maxLength: 9, selector: (item) => item.toLowerCase() }),
      attachments: fc.uniqueArray(attachment, { maxLength: 2 }),
      links: fc.array(link, { maxLength: 14 }),
      from: fc.nat(20),
      to: path,
      format: fc.constantFrom(...formats),
    })
    .filter(({ notes, to }) => !notes.some((note) => note.toLowerCase() === to.toLowerCase()))
    .map(({ notes, attachments, ...rest }) => ({ paths: [...notes, ...attachments], ...rest, from: rest.from % notes.length }));
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

/** The vault of a scene: each note holds its links, less those that lead nowhere. */
function vaultOf({ paths, links }: Scene, keepCase: boolean): Vault {
  const names = namesOf(paths);
  const notes = paths.filter(isNotePath);
  return Object.fromEntries(
    paths.map((source) => {
      const own = links.filter((link) => isNotePath(source) && at(notes, link.source) === source);
      const texts = own.map((link) => at(WRAPS, link.wrap)(written({ ...link, otherCase: link.otherCase && !keepCase }, source, at(paths, link.target))));
      const leading = texts.filter((text) => parseNote(text).links.every((link) => names.locate(link.path, link.target, source) !== null));
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

function withoutTargets(text: string): string {
  let rest = text;
  for (const { targetRange, subpath } of parseNote(text).links.reverse()) rest = `${rest.slice(0, targetRange.start)}${subpath}${rest.slice(targetRange.end)}`;
  return rest;
}

/** A name links in any letter case, and a link that is written anew takes the note's. */
function inLowerCase(vault: Vault): Vault {
  return Object.fromEntries(Object.entries(vault).map(([path, text]) => [path, text.toLowerCase()]));
}

describe('in any vault, after any move', () => {
  const scene = scenes(['name', 'full', 'relative', 'part', 'root', 'dotted'], ['shortest', 'relative', 'absolute']);

  it('every link leads to the file it led to', () => {
    fc.assert(
      fc.property(scene, (drawn) => {
        const vault = vaultOf(drawn, false);
        const from = at(drawn.paths, drawn.from);
        const after = moved(vault, from, drawn.to, drawn.format);
        for (const source of Object.keys(vault)) {
          const expected = destinations(vault, source).map((target) => (target === from ? drawn.to : target));
          expect(destinations(after, source === from ? drawn.to : source)).toEqual(expected);
        }
      }),
      SETTINGS,
    );
  });

  it('nothing but the paths of links has changed', () => {
    fc.assert(
      fc.property(scene, (drawn) => {
        const vault = vaultOf(drawn, false);
        const from = at(drawn.paths, drawn.from);
        const after = moved(vault, from, drawn.to, drawn.format);
        for (const [source, text] of Object.entries(vault)) {
          expect(withoutTargets(after[source === from ? drawn.to : source] ?? '')).toBe(withoutTargets(text));
        }
      }),
      SETTINGS,
    );
  });

  it('a link that still leads there is as it was', () => {
    fc.assert(
      fc.property(scenes(['name', 'full', 'part'], ['shortest', 'relative', 'absolute']), (drawn) => {
        const vault = vaultOf(drawn, false);
        const from = at(drawn.paths, drawn.from);
        const after = moved(vault, from, drawn.to, drawn.format);
        const names = namesOf(Object.keys(after));
        for (const [source, text] of Object.entries(vault)) {
          const now = source === from ? drawn.to : source;
          const targets = parseNote(after[now] ?? '').links.map((link) => link.target);
          const before = destinations(vault, source);
          parseNote(text).links.forEach((link, index) => {
            const meant = before[index] === from ? drawn.to : before[index];
            if (names.locate(link.path, link.target, now) === meant) expect(targets[index]).toBe(link.target);
          });
        }
      }),
      SETTINGS,
    );
  });
});

describe('a move there and back', () => {
  it('leaves every byte as it was, letter case aside, in whatever form and place links are', () => {
    fc.assert(
      fc.property(scenes(['name', 'full', 'relative', 'dotted'], ['shortest']), (drawn) => {
        const vault = vaultOf(drawn, true);
        const from = at(drawn.paths, drawn.from);
        expect(inLowerCase(moved(moved(vault, from, drawn.to), drawn.to, from))).toEqual(inLowerCase(vault));
      }),
      SETTINGS,
    );
  });
});
