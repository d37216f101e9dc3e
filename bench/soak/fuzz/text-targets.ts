import { applyEdit } from '../../../shared/edit/apply-edit.ts';
import { bodyStartOf } from '../../../shared/edit/append-prepend.ts';
import { moved, type Vault } from '../../../shared/edit/link/move-test-kit.ts';
import type { NoteEdit } from '../../../shared/edit/note-edit.ts';
import type { Random } from '../../../shared/kit/random.ts';
import { chunkNote } from '../../../shared/markdown/chunks/chunker.ts';
import { parseNote } from '../../../shared/markdown/parse-note.ts';
import type { TextRange } from '../../../shared/markdown/parsed-note.ts';
import { FileNames } from '../../../shared/notes/file-names.ts';
import { rule, type FuzzTarget } from './case.ts';
import { drawNote, mutate } from './draw-text.ts';

/** The parser takes any text: every range lies in it, and reading it again gives the same. */
export const PARSER: FuzzTarget = {
  name: 'parser',
  draw: (random) => {
    const text = drawNote(random);
    return { input: text, check: () => checkParsed(text) };
  },
};

/** Every link leads after a move to the file that it led to before. */
export const LINKS: FuzzTarget = {
  name: 'links',
  draw: (random) => {
    const paths = [...PATHS].filter(() => random.below(3) > 0);
    const vault = Object.fromEntries(
      [...new Set(['Note.md', ...paths])].map((path) => [path, drawNote(random, LINK_TEXTS)]),
    );
    const from = random.pick(Object.keys(vault).filter((path) => path.endsWith('.md')));
    const to = random.pick(DESTINATIONS.filter((path) => !Object.keys(vault).includes(path)));
    const format = random.pick(['shortest', 'relative', 'absolute'] as const);
    return {
      input: { vault, from, to, format },
      check: () => checkMoved(vault, moved(vault, from, to, format), from, to),
    };
  },
};

/** An edit changes what it says, and no other line. */
export const EDITS: FuzzTarget = {
  name: 'edits',
  draw: (random) => {
    const text = drawNote(random);
    const edit = drawEdit(random, text);
    return { input: { text, edit }, check: () => checkEdit(text, edit, applyEdit(text, edit).text) };
  },
};

const PATHS = [
  'Note.md',
  'folder/Note.md',
  'two words.md',
  'folder/v1.5.md',
  'Übung.md',
  'x.png',
  'folder/x.md',
  'a.md',
];
const DESTINATIONS = ['Moved.md', 'folder/deep/Moved.md', 'folder/two words.md', 'deep/x.md', 'v1.5.md'];

const LINK_TEXTS = [
  '[[Note]]',
  '[[folder/Note|x]]',
  '[[Note#H|Note]]',
  '![[x.png|100]]',
  '[[two words]]',
  '[[../Note]]',
  '[t](folder/Note.md)',
  '[t](two%20words.md "title")',
  '![i](<../two words.md>)',
  '[[Übung^id]]',
  '[[v1.5]]',
  '[ref]: folder/v1.5.md',
  '[[a\\|b]]',
  '[[/Note]]',
  '[t](./x.md#h)',
  '[[x]]',
  '[[A.md]]',
  '[[#H]]',
  '[t](a.md)',
  '"[[Note]]"',
  "- '[[two words|it''s]]'",
];

function checkParsed(text: string): void {
  const parsed = parseNote(text);
  const isInside = ({ start, end }: TextRange): boolean => 0 <= start && start <= end && end <= text.length;
  const ranges: TextRange[] = [
    ...parsed.links,
    ...parsed.links.map(({ targetRange }) => targetRange),
    ...parsed.headings,
    ...parsed.inlineTags,
    ...parsed.tasks,
    ...parsed.tasks.map(({ box }) => box),
    ...parsed.blockIds,
    ...parsed.blocks,
    ...parsed.hidden,
    ...parsed.footnotes,
  ];
  for (const range of ranges) rule(isInside(range), `a range is outside: ${JSON.stringify(range)} of ${text.length}`);
  const isOrdered = (list: readonly TextRange[]): boolean =>
    list.every(({ start }, i) => i === 0 || (list[i - 1]?.end ?? 0) <= start);
  rule(isOrdered(parsed.blocks), 'blocks overlap');
  rule(isOrdered(parsed.hidden), 'hidden ranges overlap');
  const lines = text.split(/\r\n|\n|\r/u).length;
  for (const { line } of [...parsed.links, ...parsed.headings, ...parsed.tasks])
    rule(line >= 1 && line <= lines, `line ${line} of ${lines}`);
  const chunks = chunkNote(text, parsed);
  for (const chunk of chunks) {
    rule(isInside(chunk), 'a chunk is outside');
    rule(chunk.text !== '', 'a chunk is empty');
  }
  rule(JSON.stringify(parseNote(text)) === JSON.stringify(parsed), 'read twice, it differs');
}

function checkMoved(vault: Vault, after: Vault, from: string, to: string): void {
  const now = (path: string): string => (path === from ? to : path);
  for (const source of Object.keys(vault)) {
    const before = targets(vault, source).map((target) => (target === null ? null : now(target)));
    const found = targets(after, now(source));
    const same = before.length === found.length && before.every((target, i) => target === null || target === found[i]);
    rule(
      same,
      `links of ${source} led to ${JSON.stringify(before)}, now ${JSON.stringify(found)}: ${JSON.stringify(after[now(source)])}`,
    );
  }
}

function targets(vault: Vault, source: string): (string | null)[] {
  const names = new FileNames();
  for (const path of Object.keys(vault)) names.add(path);
  const text = source.endsWith('.md') ? (vault[source] ?? '') : '';
  return parseNote(text).links.map((link) => names.locate(link.path, link.target, source));
}

function drawEdit(random: Random, text: string): NoteEdit {
  const content =
    random.below(5) === 0 ? drawNote(random) : random.pick(['x', '', '# H', 'one\ntwo\n', '\r\n', '- [ ] t']);
  const part = (): string => {
    const start = random.below(text.length + 1);
    return text.slice(start, start + random.below(40));
  };
  switch (random.below(6)) {
    case 0:
      return { mode: 'append', content };
    case 1:
      return { mode: 'prepend', content };
    case 2: {
      const search = random.below(3) === 0 ? mutate(part(), random) : part();
      return { mode: 'replace_window', search, content, fuzzy: random.below(2) === 0, fuzzyThreshold: random.next() };
    }
    case 3:
      return {
        mode: 'patch_heading',
        heading: random.pick(['H', ...parseNote(text).headings.map((heading) => heading.text)]),
        content,
        headingOp: random.pick(['replace', 'before', 'after', 'append', 'prepend'] as const),
        scope: random.pick(['section', 'body', 'default'] as const),
        ...(random.below(2) === 0 ? {} : { headingIndex: random.below(3) }),
      };
    case 4:
      return {
        mode: 'patch_frontmatter',
        key: random.pick(['a', 'tags', 'links.0', 'new.deep', 'a.b', '', '"', 'text', 'quoted key.a.1.b']),
        value: random.pick([null, 1, 'x', '[[Note]]', '', [1, 'b'], { c: { d: null } }, '---', 'a: b', true]),
      };
    default:
      return {
        mode: 'at_line',
        line: random.below(text.split('\n').length + 3),
        lineOp: random.pick(['replace', 'before', 'after', 'delete'] as const),
        content,
        ...(random.below(3) === 0 ? { expect: part() } : {}),
      };
  }
}

function checkEdit(text: string, edit: NoteEdit, now: string): void {
  // A search text that begins with the mark names it, and what it finds is replaced.
  const namesMark = edit.mode === 'replace_window' && edit.search.startsWith('\uFEFF');
  rule(namesMark || !text.startsWith('\uFEFF') || now.startsWith('\uFEFF'), 'the byte order mark is gone');
  parseNote(now);
  if (edit.mode === 'append') rule(now.startsWith(text), 'an append changed what was there');
  if (edit.mode === 'prepend') {
    const at = bodyStartOf(text);
    rule(now.startsWith(text.slice(0, at)) && now.endsWith(text.slice(at)), 'a prepend changed what was there');
  }
  if (edit.mode === 'patch_frontmatter') {
    const body = text.slice(bodyStartOf(text));
    rule(now.endsWith(body), `the body changed: ${JSON.stringify(now)}`);
  }
  if (edit.mode === 'at_line') {
    const lines = (of: string): string[] => of.split(/\r\n|\n|\r/u);
    const above = lines(text).slice(0, Math.max(0, edit.line - 2));
    rule(lines(now).slice(0, above.length).join('\n') === above.join('\n'), 'a line above changed');
  }
}
