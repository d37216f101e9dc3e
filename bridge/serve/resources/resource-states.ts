import type { Engine } from '../../../shared/engine/engine.ts';
import { listNotesInput } from '../../../shared/protocol/schemas/find.ts';
import { parseResourceUri } from './resource-uris.ts';

export interface StateParts {
  engine: () => Promise<Engine>;
  /** The path of today's daily note, there or not. */
  dailyPath: () => Promise<string>;
}

/**
 * What resources are now, as texts that change when they do. Notes are asked for together; one that is gone or hidden is
 * ''. Throws what the engine throws.
 */
export async function resourceStates(
  uris: readonly string[],
  { engine, dailyPath }: StateParts,
): Promise<ReadonlyMap<string, string>> {
  const states = new Map<string, string>();
  const paths = new Map<string, string>();
  const asked = await engine();
  for (const uri of uris) {
    const resource = parseResourceUri(uri);
    if (resource?.kind === 'note') paths.set(uri, resource.path);
    else if (resource?.kind === 'daily') paths.set(uri, await dailyPath());
    else if (resource?.kind === 'status') states.set(uri, JSON.stringify(await asked.status()));
    else if (resource?.kind === 'map') states.set(uri, await newestState(asked));
  }
  if (paths.size === 0) return states;
  const rows = await noteStates(asked, [...paths.values()]);
  for (const [uri, path] of paths) states.set(uri, `${path} ${rows.get(path) ?? ''}`);
  return states;
}

async function noteStates(engine: Engine, paths: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const where = { or: [...new Set(paths)].map((path) => ({ 'file.path': path })) };
  const { notes } = await engine.listNotes(listNotesInput.parse({ where, limit: paths.length, includeStubs: false }));
  return new Map(notes.map(({ path, modified, size }) => [path, `${modified} ${size}`]));
}

/** The map changes when a note comes, goes or changes. */
async function newestState(engine: Engine): Promise<string> {
  const asked = { sort: 'modified', order: 'desc', limit: 1, includeStubs: false };
  const { notes, total } = await engine.listNotes(listNotesInput.parse(asked));
  return `${total} ${notes[0]?.path} ${notes[0]?.modified}`;
}
