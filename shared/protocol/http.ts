import { z } from 'zod';
import { VaultLoomError, ERROR_CODES, type ErrorCode } from './errors.ts';

/** Version of `ENGINE_ROUTES`. An engine with another number cannot be asked. */
export const ENGINE_PROTOCOL = 3;

export const MAX_BODY_BYTES = 1024 * 1024;

/** Body of every answer other than 2xx (contract, 'HTTP'). */
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

/** The HTTP status of an error; 400 if the caller can fix it. */
export function httpStatus(code: ErrorCode): number {
  return HTTP_STATUS[code] ?? 400;
}

export function toHttpError(error: VaultLoomError): HttpErrorBody {
  const { code, ...rest } = error.toBody();
  return { error: code, ...rest };
}

/** The inverse of {@link toHttpError}. An unknown code (of a later version) becomes `internal`; its message stays. */
export function fromHttpError(body: HttpErrorBody): VaultLoomError {
  const known = isErrorCode(body.error)
    ? { code: body.error, message: body.message }
    : { code: 'internal' as const, message: `${body.error}: ${body.message}` };
  return VaultLoomError.fromBody({
    ...known,
    ...(body.name === undefined ? {} : { name: body.name }),
    ...(body.hint === undefined ? {} : { hint: body.hint }),
    ...(body.details === undefined ? {} : { details: body.details }),
  });
}

const KNOWN_CODES: ReadonlySet<string> = new Set(ERROR_CODES);

function isErrorCode(code: string): code is ErrorCode {
  return KNOWN_CODES.has(code);
}

const engineState = z.looseObject({
  /** {@link ENGINE_PROTOCOL} of that side. */
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
  vault: z.string(),
  capabilities: z.array(z.string()),
  startedAt: z.string(),
  engine: engineState,
});
export type PluginStatus = z.infer<typeof pluginStatus>;

/** A message on `/events`, as JSON. Readers ignore unknown types. */
export const pluginEvent = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('index-progress'), done: z.number().int(), total: z.number().int() }),
  z.looseObject({ type: z.literal('ready') }),
  z.looseObject({ type: z.literal('notes-changed'), paths: z.array(z.string()) }),
  z.looseObject({ type: z.literal('active-changed'), path: z.string().nullable() }),
]);
export type PluginEvent = z.infer<typeof pluginEvent>;
