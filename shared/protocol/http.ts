import { z } from 'zod';
import { VaultLoomError, ERROR_CODES, type ErrorCode } from './errors.ts';
import { noteOrStubRef } from './schemas/common.ts';
import { listNotesInput, listNotesOutput, noteDetails, readNoteInput, searchFound, searchInput } from './schemas/find.ts';
import {
  detectThemesInput,
  detectThemesOutput,
  findConnectionsInput,
  findPathInput,
  findPathOutput,
  rankNotesInput,
  rankNotesOutput,
} from './schemas/graph.ts';
import { baseQueryInput, dqlQueryInput } from './schemas/live.ts';
import { indexStatusInput, indexStatusOutput, reindexInput, reindexOutput } from './schemas/maintenance.ts';

/** Version of the engine routes below: with another number, the other side's engine cannot be used. */
export const ENGINE_PROTOCOL = 2;

/** Longest request body. */
export const MAX_BODY_BYTES = 1024 * 1024;

/** Body of every answer that is not 2xx (contract, 'HTTP'). */
export const httpError = z.looseObject({
  error: z.string(),
  message: z.string(),
  name: z.string().optional(),
  hint: z.string().optional(),
  details: z.record(z.string(), z.unknown()).optional(),
});
export type HttpErrorBody = z.infer<typeof httpError>;

const HTTP_STATUS: Partial<Record<ErrorCode, number>> = {
  unauthorized: 401,
  forbidden_host: 403,
  forbidden_origin: 403,
  not_found: 404,
  too_large: 413,
  not_json: 415,
  too_many_requests: 429,
  dql_not_installed: 424,
  bases_not_enabled: 424,
  unsupported_obsidian_version: 424,
  capability_missing: 501,
  index_not_ready: 503,
  embedder_unavailable: 503,
  timeout: 504,
  internal: 500,
};

/** The status that goes with an error; 400 if the caller can fix it. */
export function httpStatus(code: ErrorCode): number {
  return HTTP_STATUS[code] ?? 400;
}

export function toHttpError(error: VaultLoomError): HttpErrorBody {
  const { code, ...rest } = error.toBody();
  return { error: code, ...rest };
}

/** The inverse of {@link toHttpError}; a code of a later version becomes `internal`, with its message kept. */
export function fromHttpError(body: HttpErrorBody): VaultLoomError {
  const known = (ERROR_CODES as readonly string[]).includes(body.error);
  const code = known ? (body.error as ErrorCode) : 'internal';
  return VaultLoomError.fromBody({
    code,
    message: known ? body.message : `${body.error}: ${body.message}`,
    ...(body.name === undefined ? {} : { name: body.name }),
    ...(body.hint === undefined ? {} : { hint: body.hint }),
    ...(body.details === undefined ? {} : { details: body.details }),
  });
}

const engineState = z.looseObject({
  /** {@link ENGINE_PROTOCOL} of the answering side. */
  protocol: z.number().int(),
  state: z.enum(['starting', 'indexing', 'ready', 'failed']),
  notesTotal: z.number().int(),
  progress: z.looseObject({ done: z.number().int(), total: z.number().int() }).optional(),
});

/** Answer of `GET /status`. */
export const pluginStatus = z.looseObject({
  ok: z.literal(true),
  pluginVersion: z.string(),
  appVersion: z.string(),
  /** The vault's name. */
  vault: z.string(),
  capabilities: z.array(z.string()),
  startedAt: z.string(),
  engine: engineState,
});
export type PluginStatus = z.infer<typeof pluginStatus>;

/** Body of `POST /dql`; the caller decides how long to wait. */
export const dqlBody = dqlQueryInput.omit({ timeoutMs: true });

/** Body of `POST /base`; `file` takes precedence over `yaml`. */
export const baseBody = baseQueryInput
  .omit({ timeoutMs: true })
  .refine(({ file, yaml }) => file !== undefined || yaml !== undefined, 'give `file`, the path of a .base file, or `yaml`, its source');

const pathList = z.array(z.string().max(4_096)).max(10_000);
const paths = z.object({ paths: pathList });
const name = z.object({ name: z.string().min(1).max(1_000), tolerance: z.enum(['read', 'write', 'delete']) });

/**
 * The Engine port over HTTP: `POST /engine/<route>` calls `method` with the body and answers its result as JSON.
 * Both sides' code is made from this table.
 */
export const ENGINE_ROUTES = {
  search: { method: 'search', input: searchInput, output: searchFound },
  'list-notes': { method: 'listNotes', input: listNotesInput, output: listNotesOutput },
  'read-note': { method: 'readNote', input: readNoteInput, output: noteDetails },
  connections: { method: 'connections', input: findConnectionsInput, output: z.looseObject({}) },
  'find-path': { method: 'findPath', input: findPathInput, output: findPathOutput },
  themes: { method: 'themes', input: detectThemesInput, output: detectThemesOutput },
  'rank-notes': { method: 'rankNotes', input: rankNotesInput, output: rankNotesOutput },
  reindex: { method: 'reindex', input: reindexInput, output: reindexOutput },
  status: { method: 'status', input: indexStatusInput, output: indexStatusOutput },
  refresh: { method: 'refresh', input: paths.extend({ later: pathList.optional() }), output: z.looseObject({ refreshed: z.number(), stubsCreated: z.number(), stubsPruned: z.number() }) },
  resolve: { method: 'resolve', input: name, output: noteOrStubRef },
  'link-facts': { method: 'linkFacts', input: z.object({ path: z.string().max(4_096) }), output: z.looseObject({}) },
  'link-sources': { method: 'linkSources', input: paths, output: z.looseObject({ files: z.array(z.string()), sources: z.array(z.string()), hidden: z.array(z.string()) }) },
  'prepare-write': { method: 'prepareWrite', input: paths, output: z.looseObject({ prepared: z.literal(true) }) },
  'after-write': {
    method: 'afterWrite',
    input: paths.extend({ moved: z.array(z.object({ from: z.string().max(4_096), to: z.string().max(4_096) })).max(10_000).optional() }),
    output: z.looseObject({ settled: z.literal(true) }),
  },
  'when-ready': { method: 'whenReady', input: z.object({ timeoutMs: z.number().int().min(0).max(60_000) }), output: z.looseObject({ ready: z.literal(true) }) },
} as const;
export type EngineRoute = keyof typeof ENGINE_ROUTES;

/** What `/events` sends, one JSON text per message. Readers ignore types they do not know. */
export const pluginEvent = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('index-progress'), done: z.number().int(), total: z.number().int() }),
  z.looseObject({ type: z.literal('ready') }),
  z.looseObject({ type: z.literal('notes-changed'), paths: z.array(z.string()) }),
  z.looseObject({ type: z.literal('active-changed'), path: z.string().nullable() }),
]);
export type PluginEvent = z.infer<typeof pluginEvent>;
