import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { seededRandom, type Random } from '../../../shared/kit/random.ts';
import { ToolError, type Server } from '../../support/server.ts';
import { onStage, startServer, type Outcome, type SoakOptions, type Stage } from '../scenario.ts';
import { answersTo, differing, drawQuestions, type Question } from './alike.ts';
import { appFinds, folded, markedLinks, withoutMarkedLinks } from './app-links.ts';
import { drawMarkedLink, drawMarkedNote, drawMarkedPath, MARKED_NAMES } from './marked-notes.ts';
import { drawWord } from './odd-notes.ts';
import { changedPaths } from '../vault-state.ts';

const NOTES = 60;
const ROUNDS = 3;
const TAGS = ['a', 'p', 'P/Q', 'zz', 'p/z', '犬', 'x-y'];
const KEYS = ['status', 'tags', 'a.b', 'quoted key', 'text', 'n', 'new key', 'nested.deep'];
const VALUES = ['x', 'y: z', '# no', '', true, 1.5, ['a', 'b: c'], { a: 1 }, 'two\nlines\n', '[[nowhere]]', '*x'];
/** Words in names and texts that come and go. */
const SEEN = ['lantern', 'lanterns', 'greenhouse', 'orchard', 'shed'];
const SLIPS = 60;
const CONTENTS = ['word', '- [ ] task #a', '## One\n\ntext', '| x |', '```\n# code\n```', '$& $1', '[^1]: foot', '🎉'];

type Files = ReadonlyMap<string, Buffer>;
type Call = readonly [tool: string, args: Record<string, unknown>];

interface World {
  stage: Stage;
  random: Random;
  number: () => number;
  problems: string[];
}

/**
 * Tools change notes of odd names and texts at random. A dry run writes nothing, what is refused changes nothing, an
 * undo gives every byte back, links lead where they led by a second reading of the app's rules, and the server answers
 * as one that starts now.
 */
export function changeOddNotesByTools(options: SoakOptions): Promise<Outcome> {
  return onStage(options, (stage) => changeByTools(stage, options), 0);
}

async function changeByTools(stage: Stage, { seed, oddTools }: SoakOptions): Promise<Outcome> {
  const random = seededRandom(seed);
  let numbers = 0;
  const world: World = { stage, random, number: () => ++numbers, problems: [] };
  await fillVault(world);
  const first = await filesOf(stage);
  const server = await startServer(stage, 'tools');
  let asked = 0;
  let made = 0;
  try {
    await server.callWhenReady('list_notes', { limit: 1 });
    for (let round = 0; round < ROUNDS; round++) {
      for (let i = 0; i < oddTools / ROUNDS; i++) made += (await changeOnce(world, server)) ? 1 : 0;
      const paths = [...(await filesOf(stage)).keys()].filter((path) => path.endsWith('.md'));
      const questions = [...drawQuestions(random, paths), ...drawSlips(random)];
      const fresh = await startServer(stage, `fresh ${round}`);
      await fresh.callWhenReady('list_notes', { limit: 1 });
      const expected = await answersTo(fresh, questions).finally(() => fresh.close());
      world.problems.push(...differing(questions, expected, await answersTo(server, questions)));
      asked += questions.length;
    }
    const { runs } = (await server.call<{ runs: { run: string }[] }>('list_changes', { limit: 1_000 })).result;
    for (const { run } of runs)
      if (!(await isDone(server, 'undo_change', { run })))
        world.problems.push(`the undo of the run ${run} was refused`);
    complain(world, 'the undo of all left', changed(first, await filesOf(stage)));
    return {
      problems: world.problems,
      numbers: `${made} changes by tools, ${asked} questions asked of two servers, all undone`,
    };
  } finally {
    await server.kill();
  }
}

async function fillVault({ stage, random, number }: World): Promise<void> {
  const paths = new Map<string, string>();
  for (let i = 0; i < NOTES; i++) {
    const path = drawMarkedPath(random);
    if (!paths.has(folded(path))) paths.set(folded(path), path);
  }
  const files = [...paths.values(), 'pic (1).png', 'sub/Note.pdf'];
  for (const path of files) {
    await mkdir(dirname(join(stage.vault, path)), { recursive: true });
    const text = path.endsWith('.md') ? drawMarkedNote(random, path, files, number) : 'no text';
    await writeFile(join(stage.vault, path), text);
  }
}

/** Makes one change, looks at what it did, and takes it back now and then. False if it was refused. */
async function changeOnce(world: World, server: Server): Promise<boolean> {
  const { stage, random } = world;
  const before = await filesOf(stage);
  const [tool, args] = drawCall(world, before);
  const said = `${tool} ${JSON.stringify(args)}`;
  if (tool !== 'create_note' && random.below(2) === 0) {
    await isDone(server, tool, { ...args, dryRun: true });
    complain(world, `a dry run of ${said} changed`, changed(before, await filesOf(stage)));
  }
  const isMade = await isDone(server, tool, args);
  const after = await filesOf(stage);
  if (!isMade) complain(world, `${said} was refused, and changed`, changed(before, after));
  if (tool === 'move_note') complain(world, said, brokenLinks(before, after));
  if (isMade && changed(before, after).length > 0 && random.below(3) === 0) {
    await server.call('undo_change', { id: 'last' });
    complain(world, `the undo of ${said} left`, changed(before, await filesOf(stage)));
  }
  return isMade;
}

function drawCall({ random, number }: World, files: Files): Call {
  const paths = [...files.keys()];
  const name = random.pick(paths.filter((path) => path.endsWith('.md')));
  const content = `${random.pick(SEEN)} ${drawWord(random)}\n\n${random.pick(CONTENTS)}`;
  const text = String(files.get(name));
  const line = 1 + random.below(text.split('\n').length);
  switch (random.below(10)) {
    case 0: {
      const link = drawMarkedLink(random, '', paths, number());
      const directory = `made ${random.below(5)}`;
      return ['create_note', { title: random.pick(MARKED_NAMES), directory, content: `${random.pick(SEEN)} ${link}` }];
    }
    case 1:
      return ['edit_note', { name, mode: random.pick(['append', 'prepend']), content }];
    case 2:
      return ['edit_note', { name, mode: 'replace_window', search: text.slice(-line, -line + 9), content }];
    case 3:
      return ['edit_note', { name, mode: 'patch_heading', heading: random.pick(['One', 'Two']), content }];
    case 4:
      return ['edit_note', { name, mode: 'patch_frontmatter', key: random.pick(KEYS), value: random.pick(VALUES) }];
    case 5:
      return [
        'edit_note',
        { name, mode: 'at_line', line, lineOp: random.pick(['replace', 'before', 'delete']), content },
      ];
    case 6:
      return ['rename_tag', { from: random.pick(TAGS), to: random.pick(TAGS) }];
    case 7:
      return ['delete_note', { name, confirm: true }];
    case 8:
      return ['move_note', { source: dirname(name), destination: `moved ${number()}` }];
    default:
      return ['move_note', { source: random.pick(paths), destination: drawMarkedPath(random).replace(/\.md$/, '') }];
  }
}

/** Queries with slips and unfinished words, which mean what notes have, or had until lately; and hints. */
function drawSlips(random: Random): Question[] {
  const words = [...MARKED_NAMES, ...SEEN];
  const searches = Array.from({ length: SLIPS }, (): Question => {
    const [one, other] = [random.pick(words), random.pick(words)];
    const at = 1 + random.below(other.length);
    const slip = random.pick([other.slice(0, at), other.slice(0, at) + other.slice(at + 1)]);
    return ['search', { query: random.pick([slip, `${one} ${slip}`]), mode: 'fulltext', limit: 20 }];
  });
  return [...searches, ...TAGS.map((tag): Question => ['list_tasks', { tag, status: 'done' }])];
}

/** Links that lead elsewhere after a move than before, and notes of which it changed more than links. */
function brokenLinks(before: Files, after: Files): string[] {
  const [was, is] = [[...before.keys()], [...after.keys()]];
  const fresh = is.filter((path) => !before.has(path));
  const movedTo = (path: string): string => {
    if (after.has(path)) return path;
    const same = fresh.filter((other) => withoutMarkedLinks(String(after.get(other))) === rest(before, path));
    return same.find((other) => other.split('/').at(-1) === path.split('/').at(-1)) ?? same[0] ?? '';
  };
  return was.flatMap((path) => {
    const now = movedTo(path);
    if (isOpen(String(before.get(path)))) return [];
    if (rest(after, now) !== rest(before, path)) return [`${path} changed next to its links`];
    const links = new Map(markedLinks(String(after.get(now))).map((link) => [link.number, link]));
    return markedLinks(String(before.get(path))).flatMap((link) => {
      const [target, rival] = appFinds(was, link.path, path);
      const found = links.get(link.number);
      // Between paths of one length the app itself is free to choose.
      if (target === undefined || rival !== undefined || found === undefined) return [];
      const leads = appFinds(is, found.path, now);
      return leads.includes(movedTo(target))
        ? []
        : [`${link.written} of ${path} is ${found.written}, to ${leads.join()}`];
    });
  });
}

/** Whether an edit took an end of code away: its links are text now, and what was text may be links. */
function isOpen(text: string): boolean {
  return (text.match(/^.{0,9}```/gmu) ?? []).length % 2 === 1;
}

function rest(files: Files, path: string): string {
  return withoutMarkedLinks(String(files.get(path)));
}

async function isDone(server: Server, tool: string, args: Record<string, unknown>): Promise<boolean> {
  return server.call(tool, args).then(
    () => true,
    (error: unknown) => {
      if (error instanceof ToolError && error.code !== 'internal') return false;
      throw error;
    },
  );
}

function complain({ problems }: World, what: string, found: readonly string[]): void {
  if (found.length > 0) problems.push(`${what}: ${found.slice(0, 5).join('; ')}`);
}

/** Every file outside dot-folders, by its path. */
async function filesOf({ vault }: Stage): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  for (const entry of await readdir(vault, { recursive: true, withFileTypes: true })) {
    const path = relative(vault, join(entry.parentPath, entry.name)).split(sep).join('/');
    if (entry.isFile() && !path.startsWith('.')) files.set(path, await readFile(join(vault, path)));
  }
  return files;
}

function changed(before: Files, after: Files): string[] {
  return changedPaths(before, after, (a, b) => a.equals(b));
}
