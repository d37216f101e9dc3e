import { VaultLoomError } from '../protocol/errors.ts';
import { runSteps, type Steps } from '../kit/concurrency/slices.ts';
import { keyOf } from '../notes/note-properties.ts';
import { appendApart } from './append-apart.ts';
import { patchFrontmatter } from './frontmatter/patch-frontmatter.ts';
import { readParts } from './frontmatter/frontmatter-block.ts';
import { writeJsonValue, writeKey, writeMap } from './frontmatter/frontmatter-yaml.ts';
import { isSameValue, givenValue, wholeText } from './json-values.ts';
import type { JsonValue } from './note-edit.ts';
import { endsWithLineEnd, majorityEnding, withEnding } from './text-lines.ts';

export interface NewNote {
  title: string;
  /** Markdown, without frontmatter. */
  content: string;
  /** Keys with `null` are not written. */
  frontmatter?: Record<string, unknown>;
  /** The properties that the app has as dates, in lower case. */
  dates?: ReadonlySet<string>;
}

/**
 * The text of a new note: frontmatter, then the unchanged content, which decides the line ends. `title` is the first
 * key unless `frontmatter` has it; without keys there is no block. Throws `invalid_arguments` for content that opens
 * with its own block, and for properties YAML cannot express.
 */
export function newNoteText({ title, content, frontmatter = {}, dates = new Set() }: NewNote): string {
  const body = wholeText(content.startsWith('\uFEFF') ? content.slice(1) : content, 'content');
  refuseFrontmatter(body);
  const given = Object.entries(frontmatter).map(([key, value]): [string, JsonValue] => [
    wholeText(key, 'frontmatter'),
    givenValue(value, 'frontmatter'),
  ]);
  const titled: [string, JsonValue][] =
    keyOf(frontmatter, 'title') !== undefined ? given : [['title', wholeText(title, 'title')], ...given];
  const values = new Map(titled.filter(([, value]) => value !== null));
  if (values.size === 0) return body;
  const wanted = Object.fromEntries(values);
  for (const yaml of [writeMap(values, (key) => dates.has(key.toLowerCase())), writeJsonLines(values)]) {
    const block = withEnding(`---\n${yaml}---\n`, majorityEnding(body));
    const parts = runSteps(readParts(block + body));
    if (parts !== null && parts.body === body && isSameValue(parts.values, wanted)) return block + body;
  }
  throw new VaultLoomError('invalid_arguments', 'The `frontmatter` cannot be written as YAML properties.', {
    hint: 'Give plain keys with texts, numbers, booleans, lists or small maps.',
  });
}

/** The text with a line end at its end, unless it is empty. */
export function withFinalNewline(text: string): string {
  return text === '' || endsWithLineEnd(text) ? text : text + majorityEnding(text);
}

/**
 * The text of a new note that begins as a template: its properties, `title` among them unless given, then its body,
 * then the content. Throws as {@link newNoteText}.
 */
export function* textFromTemplate(template: string, note: NewNote): Steps<string> {
  const parts = yield* readParts(template);
  if (parts !== null && parts.body === template) {
    const start = newNoteText({ ...note, content: '' });
    return yield* appendApart(start + template, note.content);
  }
  // Checks what is given, too.
  newNoteText(note);
  const given = Object.entries(note.frontmatter ?? {});
  const isTitled = [note.frontmatter, parts?.values].some((values) => keyOf(values ?? {}, 'title') !== undefined);
  let text = template;
  for (const [key, value] of isTitled ? given : [['title', note.title] as const, ...given])
    text = yield* patchFrontmatter(text, {
      mode: 'patch_frontmatter',
      key,
      value: givenValue(value, 'frontmatter'),
      ...(note.dates?.has(key.toLowerCase()) === true ? { isDate: true as const } : {}),
    });
  return yield* appendApart(text, note.content);
}

/** Also below blank lines, where it would silently be plain text. */
function refuseFrontmatter(content: string): void {
  const start = content.trimStart();
  if (!start.startsWith('---')) return;
  const parts = runSteps(readParts(start));
  if (parts !== null && parts.body === start) return;
  throw new VaultLoomError('invalid_arguments', '`content` opens with a frontmatter block.', {
    hint: 'Give properties as `frontmatter`, and only the body as `content`. A body that begins with a rule can use `***`.',
  });
}

function writeJsonLines(values: ReadonlyMap<string, JsonValue>): string {
  return [...values].map(([key, value]) => `${writeKey(key)}:${writeJsonValue(value).head}\n`).join('');
}
