import { z } from 'zod';
import type { Answer } from '../answers/answer-parts.ts';
import type { RefreshResult } from '../protocol/engine-messages.ts';
import {
  listNotesInput,
  listNotesOutput,
  noteDetails,
  readNoteInput,
  searchFound,
  searchInput,
} from '../protocol/schemas/find.ts';
import {
  detectThemesInput,
  detectThemesOutput,
  findConnectionsInput,
  findPathInput,
  findPathOutput,
  rankNotesInput,
  rankNotesOutput,
} from '../protocol/schemas/graph.ts';
import { baseQueryOutput, baseQuestionInput } from '../protocol/schemas/live.ts';
import { resolvedName } from '../protocol/schemas/common.ts';
import {
  mapFoundInput,
  mapFoundOutput,
  mapOutput,
  missingLinksInput,
  missingLinksOutput,
  mapPlacesInput,
  mapPlacesOutput,
  themeMapInput,
  themeMapOutput,
} from '../protocol/schemas/map.ts';
import { relatedInput, relatedOutput } from '../protocol/schemas/related.ts';
import { describeVaultInput, describeVaultOutput } from '../protocol/schemas/describe.ts';
import { listTasksInput, listTasksOutput } from '../protocol/schemas/tasks.ts';
import { movedList, pathList } from './path-lists.ts';
import { searchBoxInput, searchBoxOutput } from '../protocol/schemas/search-box.ts';
import { indexStatusInput, indexStatusOutput, reindexInput, reindexOutput } from '../protocol/schemas/maintenance.ts';

/** One question to an engine. */
export interface EngineQuestion<Input, Output> {
  /** Of the body of a request; it fills in defaults. */
  input: z.ZodType<Input>;
  /** What the answer of another process is checked against; it may be looser than `Output`. */
  output: z.ZodType;
  /** Loads what answers it, if that is a file of `answers`; otherwise the engine has a method of this name. */
  answer?: () => Promise<Answer<Input, Output>>;
}

const paths = z.object({ paths: pathList });
const name = z.object({
  name: z.string().min(1).max(1_000),
  tolerance: z.enum(['read', 'write', 'delete']),
  /** Whether a name that the index does not know is not looked for in the vault's folders. */
  isQuick: z.boolean().optional(),
});
const refreshed: z.ZodType<RefreshResult> = z.looseObject({
  refreshed: z.number(),
  stubsCreated: z.number(),
  stubsPruned: z.number(),
});

/**
 * Every question to an engine. From this table come the port `Engine`, the methods of `LocalEngine` and of the bridge's
 * switch, the plugin's routes (`POST /engine/<routeOf(method)>` takes the input as its body and answers the result as
 * JSON), their client, and the engines of tests. A new question is its file in `answers` and a line here; what answers
 * it is loaded when it is first asked.
 */
export const ENGINE_ROUTES = {
  search: byEngine(searchInput, searchFound),
  listNotes: answered(
    listNotesInput,
    listNotesOutput,
    async () => (await import('../answers/lists/list-query.ts')).listNotes,
  ),
  listTasks: answered(
    listTasksInput,
    listTasksOutput,
    async () => (await import('../answers/lists/tasks-query.ts')).listTasks,
  ),
  describeVault: answered(
    describeVaultInput,
    describeVaultOutput,
    async () => (await import('../answers/describe/describe-query.ts')).describeVault,
  ),
  readNote: answered(readNoteInput, noteDetails, async () => (await import('../answers/read-note-query.ts')).readNote),
  connections: answered(
    findConnectionsInput,
    z.looseObject({}),
    async () => (await import('../answers/connections-query.ts')).connections,
  ),
  findPath: answered(findPathInput, findPathOutput, async () => (await import('../answers/path-query.ts')).findPath),
  themes: answered(
    detectThemesInput,
    detectThemesOutput,
    async () => (await import('../answers/themes/theme-query.ts')).themes,
  ),
  rankNotes: answered(
    rankNotesInput,
    rankNotesOutput,
    async () => (await import('../answers/rank-query.ts')).rankNotes,
  ),
  /** What a person types into the app's search box; it has operators that the tool's query has not. */
  searchBox: answered(
    searchBoxInput,
    searchBoxOutput,
    async () => (await import('../answers/search-box/search-box-query.ts')).searchBox,
  ),
  /** What is related to a note or a text, and why; for `path` no model is asked. */
  related: answered(
    relatedInput,
    relatedOutput,
    async () => (await import('../answers/related/related-query.ts')).related,
  ),
  /** The themes of the vault as circles, and lists to act on. */
  map: answered(
    z.object({}) as z.ZodType<Record<string, never>>,
    mapOutput,
    async () => (await import('../answers/map/map-query.ts')).map,
  ),
  themeMap: answered(themeMapInput, themeMapOutput, async () => (await import('../answers/map/map-query.ts')).themeMap),
  /** Which circles of the map hold some notes. */
  mapPlaces: answered(
    mapPlacesInput,
    mapPlacesOutput,
    async () => (await import('../answers/map/map-query.ts')).mapPlaces,
  ),
  /** Which circles of the map hold the notes that have some words. */
  mapFound: answered(
    mapFoundInput,
    mapFoundOutput,
    async () => (await import('../answers/map/map-found-query.ts')).mapFound,
  ),
  /** The lines that link to a missing note. */
  missingLinks: answered(
    missingLinksInput,
    missingLinksOutput,
    async () => (await import('../answers/map/missing-links-query.ts')).missingLinks,
  ),
  /** Rows of a view of a base, by the index; the app is asked first, if it runs. */
  queryBase: answered(
    baseQuestionInput,
    baseQueryOutput,
    async () => (await import('../answers/bases/base-query.ts')).queryBase,
  ),
  reindex: byEngine(reindexInput, reindexOutput),
  /** Never waits. */
  status: byEngine(indexStatusInput, indexStatusOutput),
  /**
   * Reads files again, so that the next read of any kind sees them. Those of `later` are read after the answer: every
   * later question but `status` waits for that.
   */
  refresh: byEngine(paths.extend({ later: pathList.optional() }), refreshed),
  resolve: answered(name, resolvedName, async () => (await import('../answers/resolve-query.ts')).resolve),
  linkFacts: answered(
    z.object({ path: z.string().max(4_096) }),
    z.looseObject({}),
    async () => (await import('../answers/link-facts-query.ts')).linkFacts,
  ),
  linkSources: answered(
    paths,
    z.looseObject({ files: z.array(z.string()), sources: z.array(z.string()), hidden: z.array(z.string()) }),
    async () => (await import('../answers/link-sources-query.ts')).linkSources,
  ),
  /** Comes before a tool writes: open editors with unsaved text are saved first, if there are any. */
  prepareWrite: byEngine(
    paths.extend({ writing: z.boolean().optional(), typed: z.boolean().optional() }),
    z.looseObject({ prepared: z.literal(true) }) as z.ZodType<{ prepared: true }>,
  ),
  /**
   * Comes after a tool has written, or has failed to: open editors hold what it wrote, if there are any. Takes a few
   * seconds at most, and needs no index.
   */
  afterWrite: byEngine(
    paths.extend({ moved: movedList.optional() }),
    z.looseObject({ settled: z.literal(true) }) as z.ZodType<{ settled: true }>,
  ),
  /** Answers when the index is ready, or throws `index_not_ready` after `timeoutMs`. */
  whenReady: byEngine(
    z.object({ timeoutMs: z.number().int().min(0).max(60_000) }),
    z.looseObject({ ready: z.literal(true) }) as z.ZodType<{ ready: true }>,
  ),
};

export type EngineRoutes = typeof ENGINE_ROUTES;
/** The name of a question, and of the engine's method that answers it. */
export type EngineMethod = keyof EngineRoutes;
/** The questions that a file of `answers` answers. */
export type AnsweredMethod = {
  [M in EngineMethod]: EngineRoutes[M] extends { answer: unknown } ? M : never;
}[EngineMethod];

export const ENGINE_METHODS = Object.keys(ENGINE_ROUTES) as EngineMethod[];
export const ANSWERED_METHODS = ENGINE_METHODS.filter(
  (method): method is AnsweredMethod => 'answer' in ENGINE_ROUTES[method],
);

/** The question's route, below `/engine/`: `read-note` for `readNote`. */
export function routeOf(method: EngineMethod): string {
  return method.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** A question that a file of `answers` answers. */
function answered<Input, Output>(
  input: z.ZodType<Input>,
  output: z.ZodType,
  answer: () => Promise<Answer<Input, Output>>,
): Required<EngineQuestion<Input, Output>> {
  return { input, output, answer };
}

/** A question that the engine answers from its own state, by a method that each engine has. */
function byEngine<Input, Output>(
  input: z.ZodType<Input>,
  output: z.ZodType<Output>,
): Omit<EngineQuestion<Input, Output>, 'answer'> & { output: z.ZodType<Output> } {
  return { input, output };
}
