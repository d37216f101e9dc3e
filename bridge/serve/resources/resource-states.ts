import type { Engine } from '../../../shared/engine/engine.ts';
import { describeVaultInput } from '../../../shared/protocol/schemas/describe.ts';
import { listNotesInput } from '../../../shared/protocol/schemas/find.ts';
import { toNfc } from '../../../shared/vault/paths.ts';
import { parseResourceUri } from './resource-uris.ts';

export interface StateParts {
  engine: () => Promise<Engine>;
  /** The path of today's daily note, there or not. */
  dailyPath: () => Promise<string>;
}

const OVERVIEW = describeVaultInput.parse({});

/**
 * What resources are now, as texts that change when they do. Notes are asked for together; one that is gone or hidden
 * is ''. Throws what the engine throws.
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
    else if (resource?.kind === 'map') states.set(uri, JSON.stringify(await asked.describeVault(OVERVIEW)));
  }
  if (paths.size === 0) return states;
  const rows = await noteStates(asked, [...paths.values()]);
  for (const [uri, path] of paths) states.set(uri, `${path} ${rows.get(path) ?? rows.get(toNfc(path)) ?? ''}`);
  return states;
}

/** A note of any spelling is known by its path in NFC, unless its folder has two that differ in nothing else. */
async function noteStates(engine: Engine, paths: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const spellings = [...new Set(paths.flatMap((path) => [path, toNfc(path)]))];
  const where = { or: spellings.map((path) => ({ 'file.path': path })) };
  const asked = listNotesInput.parse({ where, limit: spellings.length, includeStubs: false });
  const { notes } = await engine.listNotes(asked);
  return new Map(notes.map(({ path, modified, size }) => [path, `${modified} ${size}`]));
}
