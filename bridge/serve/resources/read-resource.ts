import type { ReadResourceResult } from '@modelcontextprotocol/server';
import { ResourceNotFoundError } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { Engine } from '../../../shared/engine/engine.ts';
import { VaultLoomError } from '../../../shared/protocol/errors.ts';
import { boundAnswer } from '../../../shared/tools/call/bounded-answer.ts';
import { describeVault } from '../../../shared/tools/read/describe-vault.ts';
import { detectThemes } from '../../../shared/tools/read/detect-themes.ts';
import { indexStatus } from '../../../shared/tools/read/index-status.ts';
import { readNote } from '../../../shared/tools/read/read-note.ts';
import type { Tool } from '../../../shared/tools/tool.ts';
import { dailyNote } from '../../../shared/tools/write/daily-note.ts';
import { toNfc } from '../../../shared/vault/paths.ts';
import { DIFF_APP_URI, diffAppContents } from '../apps/diff-app.ts';
import { parseResourceUri } from './resource-uris.ts';

/** What answers a request. */
export interface Asked {
  /** The engine, once it is ready. Throws `index_not_ready`. */
  engine: () => Promise<Engine>;
  ask: AskTool;
}

/** Calls a tool for the client of a request. Throws what the tool throws. */
export type AskTool = (tool: Tool, args: Record<string, unknown>) => Promise<Record<string, unknown>>;

/** Most characters of a note that are sent. */
const LONGEST_NOTE = 1_000_000;
const MOST_LINES = 10_000_000;
const MOST_THEMES = 30;

const noteRead = z.looseObject({
  data: z.looseObject({ path: z.string(), content: z.string(), truncated: z.boolean(), contentLength: z.number() }),
});
const notesPlace = z.looseObject({ path: z.string(), exists: z.boolean() });

/**
 * The contents of a resource, asked of the tools, so that what they hide stays hidden and what they read is noted.
 * Throws `ResourceNotFoundError` for what is not there, else what the tools throw.
 */
export async function readResource(uri: string, asked: Asked): Promise<ReadResourceResult> {
  if (uri === DIFF_APP_URI) return diffAppContents();
  const { ask } = asked;
  const resource = parseResourceUri(uri);
  switch (resource?.kind) {
    case 'status':
      return json(uri, await ask(indexStatus, {}));
    case 'map':
      return json(uri, await bearings(ask));
    case 'daily':
      return readDaily(uri, asked);
    case 'note':
      return readText(uri, resource, asked);
    default:
      throw new ResourceNotFoundError(uri);
  }
}

async function bearings(ask: AskTool): Promise<Record<string, unknown>> {
  const [vault, themes] = await Promise.all([ask(describeVault, {}), ask(detectThemes, { limit: MOST_THEMES })]);
  return boundAnswer({ ...vault, themes: themes.clusters });
}

async function readDaily(uri: string, asked: Asked): Promise<ReadResourceResult> {
  const { path, exists } = notesPlace.parse(await asked.ask(dailyNote, {}));
  if (exists) return readText(uri, { path }, asked);
  const text = `There is no daily note for today yet. Its path would be ${path}.`;
  return { contents: [{ uri, mimeType: 'text/plain', text }] };
}

/** The whole file, its properties included, or the text under a heading. */
async function readText(
  uri: string,
  { path, section }: { path: string; section?: string },
  { engine, ask }: Asked,
): Promise<ReadResourceResult> {
  try {
    // A name that means another note is not answered with that note.
    const found = await (await engine()).resolve({ name: path, tolerance: 'write' });
    if (found.stub === true || toNfc(found.path) !== toNfc(path)) throw new ResourceNotFoundError(uri);
    const part = section === undefined ? { lines: [1, MOST_LINES] } : { section };
    const answer = await ask(readNote, { name: found.path, ...part, maxContentLength: LONGEST_NOTE });
    const { content, truncated, contentLength } = noteRead.parse(answer).data;
    const cut = { 'vault-loom/truncated': true, 'vault-loom/contentLength': contentLength };
    return { contents: [{ uri, mimeType: 'text/markdown', text: content, ...(truncated ? { _meta: cut } : {}) }] };
  } catch (error) {
    if (error instanceof VaultLoomError && ABSENT.has(error.code)) throw new ResourceNotFoundError(uri);
    throw error;
  }
}

const ABSENT: ReadonlySet<string> = new Set([
  'note_not_found',
  'heading_not_found',
  'ambiguous_note',
  'path_outside_vault',
]);

function json(uri: string, value: unknown): ReadResourceResult {
  return { contents: [{ uri, mimeType: 'application/json', text: JSON.stringify(value) }] };
}
