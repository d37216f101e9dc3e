import { compareCodeUnits } from '../../kit/text/compare-code-units.ts';
import { best } from '../../kit/best.ts';
import type { NoteIndex } from '../../index/note-index.ts';
import type { NoteRecord } from '../../notes/note-record.ts';
import { isOpenTask } from '../../notes/note-tasks.ts';
import type { DescribeOverview, DescribeVaultInput, DescribeVaultOutput } from '../../protocol/schemas/describe.ts';
import { extension, foldPath } from '../../vault/paths.ts';
import type { VaultFile } from '../../vault/vault-source.ts';
import type { Answer, AnswerParts } from '../answer-parts.ts';
import { pageOf } from '../lists/page.ts';
import { isoTime, shownNotes } from '../shown-notes.ts';
import { keptWithIndex } from './kept-with-index.ts';
import { linkFacts } from './loose-ends.ts';
import { fittedOverview } from './overview.ts';
import { folderRows, languageRows, propertyRows, tagRows } from './tallies.ts';
import { readPropertyTypes, readVaultSettings } from './vault-settings.ts';

/** Answers `describe_vault`: the overview, or one of its lists in full. */
export const describeVault: Answer<DescribeVaultInput, DescribeVaultOutput> = async (parts, input) => {
  const index = await parts.ready();
  if (input.of === 'overview') return { ...(await overviewOf(parts, index)) };
  const rows = await listOf(parts, index, input.of);
  const prefix = foldPath((input.prefix ?? '').trim().replace(/^[#/]+/, ''));
  const { page, ...rest } = pageOf(
    prefix === '' ? rows : rows.filter(({ name }) => foldPath(name).startsWith(prefix)),
    input,
  );
  return { of: input.of, [input.of]: page.map(({ row }) => row), ...rest };
};

type List = { name: string; row: unknown }[];

async function listOf(
  parts: AnswerParts,
  index: NoteIndex,
  of: Exclude<DescribeVaultInput['of'], 'overview'>,
): Promise<List> {
  switch (of) {
    case 'folders':
      return list(folderRows(shownNotes(index)), ({ path }) => path);
    case 'tags':
      return list(tagRows(shownNotes(index)), ({ tag }) => tag);
    case 'properties':
      return list(propertyRows(shownNotes(index), await readPropertyTypes(parts.source)), ({ name }) => name);
    case 'attachments':
      return list(attachmentRows(index), ({ path }) => path);
    case 'unresolved':
      return list(linkFacts(index).loose, ({ target }) => target);
  }
}

function list<T>(rows: readonly T[], nameOf: (row: T) => string): List {
  return rows.map((row) => ({ name: nameOf(row), row }));
}

function attachmentRows(index: NoteIndex): { path: string; size: number; modified: string; linkedFrom: number }[] {
  const { attachments } = linkFacts(index);
  return shownAttachments(index)
    .map(({ path, size, mtimeMs }) => ({
      path,
      size,
      modified: isoTime(mtimeMs),
      linkedFrom: attachments.get(path) ?? 0,
    }))
    .sort((a, b) => compareCodeUnits(a.path, b.path));
}

function shownAttachments(index: NoteIndex): VaultFile[] {
  return [...index.attachments()].filter(({ path }) => !index.isHidden(path));
}

async function overviewOf({ source }: AnswerParts, index: NoteIndex): Promise<DescribeOverview> {
  const [{ notes: noteSettings, app }, types] = await Promise.all([
    readVaultSettings(source),
    readPropertyTypes(source),
  ]);
  const { counts, lists, properties } = contentsOf(index);
  const { folder, format, template } = noteSettings.day;
  return fittedOverview(
    {
      of: 'overview',
      vault: source.name,
      ...counts,
      daily: { folder, format, ...(template === '' ? {} : { template }) },
      ...(noteSettings.templates.folder === '' ? {} : { templates: { folder: noteSettings.templates.folder } }),
      newNotes: { folder: noteSettings.newNotes },
      links: { format: app.newLinkFormat, style: app.useMarkdownLinks ? 'markdown' : 'wikilinks' },
    },
    {
      ...lists,
      properties: properties.map((row) => ({ ...row, type: types.get(row.name.toLowerCase()) ?? row.type })),
    },
  );
}

/** All of the overview but settings. */
const contentsOf = keptWithIndex((index) => {
  const notes = [...shownNotes(index)];
  const files = shownAttachments(index);
  const bases = files.filter(({ path }) => extension(path) === 'base').length;
  const canvases = [...index.canvases()].filter(({ visibility }) => visibility !== 'hidden').length;
  return {
    counts: {
      notes: notes.length,
      ...(canvases === 0 ? {} : { canvases }),
      ...(bases === 0 ? {} : { bases }),
      attachments: { total: files.length - bases, types: typesOf(files) },
      tasks: taskCounts(notes),
      unresolved: looseCounts(index),
    },
    lists: {
      folders: folderRows(notes).sort((a, b) => depth(a.path) - depth(b.path) || b.notes - a.notes),
      tags: tagRows(notes),
      languages: languageRows(notes),
      newest: best(notes, SHOWN_NEWEST, (a, b) => b.mtimeMs - a.mtimeMs || compareCodeUnits(a.path, b.path)).map(
        ({ path, title, mtimeMs }) => ({ path, title, modified: isoTime(mtimeMs) }),
      ),
    },
    properties: propertyRows(notes, new Map()).map(({ values, ...row }) =>
      values === undefined ? row : { ...row, values: values.slice(0, SHOWN_VALUES).map(({ value }) => value) },
    ),
  };
});

const SHOWN_VALUES = 4;
const SHOWN_NEWEST = 8;
const SHOWN_TYPES = 8;

function depth(path: string): number {
  return path.split('/').length;
}

/** The most frequent endings of attachments, and how many have them. */
function typesOf(files: readonly VaultFile[]): Record<string, number> {
  const types = new Map<string, number>();
  for (const { path } of files) {
    const type = extension(path);
    if (type !== 'base') types.set(type, (types.get(type) ?? 0) + 1);
  }
  return Object.fromEntries([...types].sort((a, b) => b[1] - a[1]).slice(0, SHOWN_TYPES));
}

function taskCounts(notes: readonly NoteRecord[]): { open: number; done: number } {
  const counts = { open: 0, done: 0 };
  for (const { tasks } of notes)
    for (const task of tasks)
      if (isOpenTask(task)) counts.open++;
      else if (task.status !== '-') counts.done++;
  return counts;
}

function looseCounts(index: NoteIndex): DescribeOverview['unresolved'] {
  const counts = { notes: 0, headings: 0, blocks: 0, attachments: 0 };
  for (const { kind } of linkFacts(index).loose) counts[`${kind}s`]++;
  return counts;
}
