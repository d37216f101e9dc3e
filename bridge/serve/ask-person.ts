import {
  CLIENT_CAPABILITIES_META_KEY,
  inputRequired,
  inputResponse,
  type InputRequiredResult,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { envelopeOf } from './client-claims.ts';
import { parseJson } from '../../shared/kit/json/parse-json.ts';
import { shorten } from '../../shared/kit/text/shorten.ts';
import { VaultLoomError } from '../../shared/protocol/errors.ts';
import { verdictOf } from '../../shared/tools/review/verdict.ts';
import { clientName, type Tool } from '../../shared/tools/tool.ts';
import { deleteNote } from '../../shared/tools/write/delete-note.ts';
import { answerCall, type Call } from './tool-calls.ts';

/** Arguments that name one note. */
const NAMES = ['name', 'source', 'target', 'from', 'to'];
/** As much of a name as an error quotes for certain. */
const QUOTED = 100;

const claims = z.looseObject({ elicitation: z.looseObject({ form: z.looseObject({}).optional() }) });
/** What goes with a question and comes back with the reply. */
const askedState = z.object({
  /** Paths that the person chose before, by argument. */
  chosen: z.record(z.string(), z.string()),
  /** The paths to choose from. */
  offered: z.array(z.string()).optional(),
});
const candidates = z.object({ candidates: z.array(z.object({ path: z.string() })).min(1) });
const planned = z.looseObject({ path: z.string(), inboundLinks: z.number() });

/** A call, and the request that it came with. */
export interface AskedCall extends Call {
  request: ServerContext;
}

/**
 * Whether the client of a request can show the person a form. Newer clients say so with every request, older ones once.
 */
export function canAskPerson(server: Server, request: ServerContext): boolean {
  const claimed = claims.safeParse(
    envelopeOf(request)?.[CLIENT_CAPABILITIES_META_KEY] ?? server.getClientCapabilities(),
  );
  if (!claimed.success) return false;
  const { elicitation } = claimed.data;
  return elicitation.form !== undefined || !('url' in elicitation);
}

/** What the person is asked, and what the call fails with if they cannot be. */
interface Asking {
  question: InputRequiredResult;
  otherwise: VaultLoomError;
}

/**
 * Answers a call, or gives a question to the person: which of several notes is meant, and whether a note may be deleted
 * if no review in the app asks that. The client repeats the call with the reply.
 *
 * @throws VaultLoomError `declined`, with nothing written; what the call throws
 */
export async function answerOrAsk(
  tool: Tool,
  args: unknown,
  call: AskedCall,
): Promise<{ result: Record<string, unknown> } | Asking> {
  const chosen = chosenBefore(call.request);
  const given: unknown = Object.keys(chosen).length === 0 ? args : { ...(args as object), ...chosen };
  try {
    const deletion = isDeletion(tool, given) ? await deletionOf(given, call, chosen) : null;
    if (deletion !== null && 'question' in deletion) return deletion;
    return { result: await answerCall(tool, deletion?.args ?? given, call) };
  } catch (error) {
    const asking = choiceFor(error, given, chosen);
    if (asking === null) throw error;
    return asking;
  }
}

type Chosen = Record<string, string>;

/**
 * Paths that the person chose for ambiguous names. The client keeps them; they are arguments, and trusted no more. A
 * reply that was not offered does not count.
 */
function chosenBefore({ mcpReq }: ServerContext): Chosen {
  const state = mcpReq.requestState<string>();
  const kept = askedState.safeParse(typeof state === 'string' ? parseJson(state) : undefined).data;
  const chosen: Chosen = {};
  for (const name of NAMES) {
    const before = kept?.chosen[name];
    if (before !== undefined) chosen[name] = before;
    const reply = inputResponse(mcpReq.inputResponses, choiceKey(name));
    if (reply.kind !== 'elicit') continue;
    const path = reply.content?.['note'];
    if (reply.action !== 'accept' || typeof path !== 'string' || kept?.offered?.includes(path) !== true)
      throw declined('none of the notes was chosen');
    chosen[name] = path;
  }
  return chosen;
}

/** Which note is meant, if an argument is ambiguous and the person has not chosen yet. */
function choiceFor(error: unknown, args: unknown, chosen: Chosen): Asking | null {
  if (!(error instanceof VaultLoomError) || error.code !== 'ambiguous_note') return null;
  const found = candidates.safeParse(error.details);
  const given = args as Record<string, unknown>;
  const isQuoted = (name: string): boolean => {
    const value = given[name];
    return typeof value === 'string' && error.message.startsWith(`"${shorten(value, QUOTED).slice(0, QUOTED - 1)}`);
  };
  // The value of one argument may begin with that of another: the longer one is quoted.
  const [name] = NAMES.filter((candidate) => !(candidate in chosen) && isQuoted(candidate)).sort(
    (a, b) => String(given[b]).length - String(given[a]).length,
  );
  if (!found.success || name === undefined) return null;
  const paths = found.data.candidates.map(({ path }) => path);
  const question = inputRequired({
    inputRequests: {
      [choiceKey(name)]: inputRequired.elicit({
        message: `${error.message} Which one is meant?`,
        requestedSchema: {
          type: 'object',
          properties: { note: { type: 'string', title: 'Note', enum: paths } },
          required: ['note'],
        },
      }),
    },
    requestState: stateOf({ chosen, offered: paths }),
  });
  return { question, otherwise: error };
}

/** Whether this note may be deleted; or the arguments, if the person has said yes or is asked in the app. */
async function deletionOf(
  args: Record<string, unknown>,
  call: AskedCall,
  chosen: Chosen,
): Promise<Asking | { args: Record<string, unknown> }> {
  const { path, inboundLinks } = planned.parse(await answerCall(deleteNote, { ...args, dryRun: true }, call));
  const plan = { files: [{ kind: 'delete' as const, path, before: '' }] };
  if (call.review !== undefined && verdictOf(await call.review.rules(), nameOf(call), plan) !== 'write')
    return { args };
  // The reply is about this note alone, should the name mean another by now.
  const key = `delete ${path}`;
  const reply = inputResponse(call.request.mcpReq.inputResponses, key);
  if (reply.kind === 'elicit') {
    if (reply.action === 'accept' && reply.content?.['delete'] === true) return { args: { ...args, name: path } };
    throw declined(`"${shorten(path, QUOTED)}" stays`);
  }
  const links = inboundLinks === 0 ? '' : ` ${inboundLinks} ${inboundLinks === 1 ? 'link leads' : 'links lead'} to it.`;
  const question = inputRequired({
    inputRequests: {
      [key]: inputRequired.elicit({
        message: `Delete "${path}"?${links}`,
        requestedSchema: {
          type: 'object',
          properties: { delete: { type: 'boolean', title: 'Delete it' } },
          required: ['delete'],
        },
      }),
    },
    requestState: stateOf({ chosen }),
  });
  return { question, otherwise: cannotAsk(`whether "${shorten(path, QUOTED)}" may be deleted`) };
}

function stateOf(state: z.infer<typeof askedState>): string {
  return JSON.stringify(state);
}

function isDeletion(tool: Tool, args: unknown): args is Record<string, unknown> {
  if (tool.name !== deleteNote.name || typeof args !== 'object' || args === null) return false;
  const { confirm, dryRun } = args as { confirm?: unknown; dryRun?: unknown };
  return confirm === true && dryRun !== true;
}

function nameOf({ client }: Call): string {
  return clientName(client === undefined ? {} : { client });
}

function choiceKey(name: string): string {
  return `which ${name}`;
}

function declined(what: string): VaultLoomError {
  return new VaultLoomError('declined', `The person said no: ${what}. Nothing was written.`, {
    hint: 'Ask them what they want instead.',
  });
}

function cannotAsk(what: string): VaultLoomError {
  return new VaultLoomError(
    'review_unavailable',
    `The client says that it can ask the person, and could not ask ${what}. Nothing was written.`,
    { hint: 'Ask the person to do it in the notes app, or to use a client that shows the form.' },
  );
}
