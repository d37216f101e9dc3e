import type { ListResourcesResult, ListResourceTemplatesResult } from '@modelcontextprotocol/server';
import type { Engine } from '../../../shared/engine/engine.ts';
import { listNotesInput } from '../../../shared/protocol/schemas/find.ts';
import { DAILY_URI, MAP_URI, NOTE_TEMPLATE, noteResourceUri, SECTION_TEMPLATE, STATUS_URI } from './resource-uris.ts';

const NEWEST = 20;

const FIXED: ListResourcesResult['resources'] = [
  {
    uri: STATUS_URI,
    name: 'status',
    title: 'Index status',
    description: 'How much of the vault is indexed, and what failed.',
    mimeType: 'application/json',
  },
  {
    uri: MAP_URI,
    name: 'map',
    title: 'Map of the vault',
    description: 'Folders, tags, properties, newest notes and themes of the vault.',
    mimeType: 'application/json',
  },
  {
    uri: DAILY_URI,
    name: 'daily',
    title: "Today's daily note",
    description: "The text of today's daily note, if there is one.",
    mimeType: 'text/markdown',
  },
];

export const RESOURCE_TEMPLATES: ListResourceTemplatesResult['resourceTemplates'] = [
  {
    uriTemplate: NOTE_TEMPLATE,
    name: 'note',
    title: 'A note',
    description: 'The text of a note, by its exact path in the vault (with .md).',
    mimeType: 'text/markdown',
  },
  {
    uriTemplate: SECTION_TEMPLATE,
    name: 'section',
    title: 'A section of a note',
    description: 'The text under a heading of a note.',
    mimeType: 'text/markdown',
  },
];

/**
 * The fixed resources, and the newest notes if the engine is there already. Notes hidden from assistants are not
 * listed.
 */
export async function listResources(engine: Engine | null): Promise<ListResourcesResult> {
  if (engine === null) return { resources: FIXED };
  const asked = { sort: 'modified', order: 'desc', limit: NEWEST, includeStubs: false };
  const { notes } = await engine.listNotes(listNotesInput.parse(asked));
  const newest = notes.map(({ path, title, modified, size }) => ({
    uri: noteResourceUri(path),
    name: path,
    title,
    mimeType: 'text/markdown',
    ...(size === undefined ? {} : { size }),
    ...(modified === undefined ? {} : { annotations: { lastModified: modified } }),
  }));
  return { resources: [...FIXED, ...newest] };
}
