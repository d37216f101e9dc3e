import { compareCodeUnits } from '../../kit/text/compare-code-units.ts';
import type { NoteIndex } from '../../index/note-index.ts';
import type { DescribeOverview, DescribeVaultInput, DescribeVaultOutput } from '../../protocol/schemas/describe.ts';
import { VaultLoomError } from '../../protocol/errors.ts';
import { foldPath } from '../../vault/paths.ts';
import type { Answer, AnswerParts } from '../answer-parts.ts';
import { attachmentRows } from '../kept/attachment-rows.ts';
import { linkFacts, type LinkFacts, type LooseEnd } from '../kept/link-facts.ts';
import { noteRows } from '../kept/note-rows.ts';
import { vaultTallies } from '../kept/vault-tallies.ts';
import { meantNote } from '../names/meant-note.ts';
import { pageOf } from '../lists/page.ts';
import { isoTime } from '../shown-notes.ts';
import { fittedOverview } from './overview.ts';
import { readVaultSettings } from './vault-settings.ts';
import { readPropertyTypes } from '../../vault/rules/property-types.ts';

/** Answers `describe_vault`: the overview, or one of its lists in full. */
export const describeVault: Answer<DescribeVaultInput, DescribeVaultOutput> = async (parts, input) => {
  const index = await parts.ready();
  if (input.of === 'overview' && (input.prefix ?? '').trim() !== '')
    throw new VaultLoomError('invalid_arguments', '`prefix` is for one list, and the overview has several.', {
      hint: 'Name the list as `of`, such as `tags`.',
    });
  if (input.of === 'overview') return { ...(await overviewOf(parts, index)) };
  const rows = await listOf(parts, index, input.of);
  const prefix = foldPath((input.prefix ?? '').trim().replace(/^[#/]+/, ''));
  const { page, ...rest } = pageOf(
    prefix === '' ? rows : rows.filter(({ name }) => foldPath(name).startsWith(prefix)),
    input,
  );
  return { of: input.of, [input.of]: page.map(({ row }) => row), ...rest };
};

function withMeant(index: NoteIndex, row: LooseEnd): LooseEnd & { meant?: string } {
  return row.kind === 'note' ? { ...row, ...meantNote(index, row.target) } : row;
}

type List = { name: string; row: unknown }[];

async function listOf(
  parts: AnswerParts,
  index: NoteIndex,
  of: Exclude<DescribeVaultInput['of'], 'overview'>,
): Promise<List> {
  switch (of) {
    case 'folders':
      return list((await vaultTallies(parts, index)).folders, ({ path }) => path);
    case 'tags':
      return list((await vaultTallies(parts, index)).tags, ({ tag }) => tag);
    case 'properties': {
      const types = await readPropertyTypes(parts.source);
      return list((await vaultTallies(parts, index)).properties.rows(types), ({ name }) => name);
    }
    case 'attachments':
      return list(await listedAttachments(parts, index), ({ path }) => path);
    case 'unresolved':
      return list(
        (await linkFacts(parts, index)).loose.map((row) => withMeant(index, row)),
        ({ target }) => target,
      );
  }
}

function list<T>(rows: readonly T[], nameOf: (row: T) => string): List {
  return rows.map((row) => ({ name: nameOf(row), row }));
}

async function listedAttachments(
  parts: AnswerParts,
  index: NoteIndex,
): Promise<{ path: string; size: number; modified: string; linkedFrom: number }[]> {
  const links = await linkFacts(parts, index);
  return [...(await attachmentRows(parts, index)).all()]
    .map(({ path, size, mtimeMs }) => ({
      path,
      size,
      modified: isoTime(mtimeMs),
      linkedFrom: links.linkedFrom(path),
    }))
    .sort((a, b) => compareCodeUnits(a.path, b.path));
}

async function overviewOf(parts: AnswerParts, index: NoteIndex): Promise<DescribeOverview> {
  const { source } = parts;
  const [{ notes: noteSettings, app }, types] = await Promise.all([
    readVaultSettings(source),
    readPropertyTypes(source),
  ]);
  const links = await linkFacts(parts, index);
  const files = await attachmentRows(parts, index);
  const rows = await noteRows(parts, index);
  const tallies = await vaultTallies(parts, index);
  const { folder, format, template } = noteSettings.day;
  return fittedOverview(
    {
      of: 'overview',
      vault: source.name,
      notes: tallies.notes,
      ...(tallies.canvases === 0 ? {} : { canvases: tallies.canvases }),
      ...(files.bases === 0 ? {} : { bases: files.bases }),
      attachments: {
        total: files.size,
        types: Object.fromEntries(files.types.slice(0, SHOWN_TYPES)),
      },
      tasks: { ...tallies.tasks },
      unresolved: looseCounts(links),
      daily: { folder, format, ...(template === '' ? {} : { template }) },
      ...(noteSettings.templates.folder === '' ? {} : { templates: { folder: noteSettings.templates.folder } }),
      newNotes: { folder: noteSettings.newNotes },
      links: { format: app.newLinkFormat, style: app.useMarkdownLinks ? 'markdown' : 'wikilinks' },
    },
    {
      folders: [...tallies.broadFolders],
      tags: [...tallies.tags],
      properties: tallies.properties
        .rows(types)
        .map(({ values, ...row }) =>
          values === undefined ? row : { ...row, values: values.slice(0, SHOWN_VALUES).map(({ value }) => value) },
        ),
      languages: tallies.languages,
      newest: rows.newest.map(({ path, title, mtimeMs }) => ({ path, title, modified: isoTime(mtimeMs) })),
    },
  );
}

const SHOWN_VALUES = 4;
const SHOWN_TYPES = 8;

function looseCounts({ loose }: LinkFacts): DescribeOverview['unresolved'] {
  const counts = { notes: 0, headings: 0, blocks: 0, attachments: 0 };
  for (const { kind } of loose) counts[`${kind}s`]++;
  return counts;
}
