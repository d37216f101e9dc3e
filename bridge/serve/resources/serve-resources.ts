import type { Server, ServerContext } from '@modelcontextprotocol/server';
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { dailyNote } from '../../../shared/tools/write/daily-note.ts';
import type { ToolContext } from '../../../shared/tools/tool.ts';
import { clientOf } from '../client-claims.ts';
import { refuseCursor } from '../connection/one-page.ts';
import type { Log } from '../../process/log.ts';
import { traceOf } from '../../process/log.ts';
import { progressFor } from '../report-progress.ts';
import { answerCall, isFault, type CallParts } from '../tool-calls.ts';
import type { Redact } from '../redact.ts';
import { errorBody } from '../tool-result.ts';
import { listResources, RESOURCE_TEMPLATES } from './list-resources.ts';
import { readResource, type Asked } from './read-resource.ts';
import { resourceStates } from './resource-states.ts';
import { Subscriptions } from './subscriptions.ts';

/** A list does not wait for the index longer than this. */
const LIST_WAIT_MS = 1_000;

export interface ResourcesParts extends CallParts {
  listedTools: ReadonlySet<string>;
  log: Log;
  redact: Redact;
  /** Notes which client is there. */
  meet: (client: ToolContext['client']) => ToolContext['client'];
}

/** Serves the vault's resources on a connection. Returns what watches those that the client subscribed to. */
export function serveResources(server: Server, parts: ResourcesParts): Subscriptions {
  const { gate, log, meet, redact, readyTimeoutMs, listedTools } = parts;
  // Nothing is written, so nobody has to be asked.
  const { review: _review, ...reading } = parts;
  const askedBy = (request: ServerContext): Asked => ({
    engine: () => gate.readyEngine(readyTimeoutMs),
    ask: (tool, args) =>
      answerCall(tool, args, {
        ...reading,
        listedTools,
        client: meet(clientOf(server, request)),
        signal: request.mcpReq.signal,
        tellProgress: progressFor(request),
      }),
  });

  const subscriptions = new Subscriptions({
    states: (uris) => resourceStates(uris, { engine: () => gate.readyEngine(readyTimeoutMs), dailyPath }),
    tell: (uri) =>
      void server.sendResourceUpdated({ uri }).catch((error: unknown) => log.debug(`Not told: ${traceOf(error)}`)),
  });
  const dailyPath = async (): Promise<string> => {
    const engine = await gate.readyEngine(readyTimeoutMs);
    const { live, writing } = parts;
    const signal = new AbortController().signal;
    const { path } = await dailyNote.run(dailyNote.input.parse({}), { engine, live, writing, listedTools, signal });
    return path;
  };

  server.setRequestHandler('resources/templates/list', ({ params }) => {
    refuseCursor(params);
    return { resourceTemplates: RESOURCE_TEMPLATES };
  });
  server.setRequestHandler('resources/list', ({ params }, request) => {
    refuseCursor(params);
    meet(clientOf(server, request));
    return told('resources/list', request, async () =>
      listResources(await gate.readyEngine(LIST_WAIT_MS).catch(() => null)),
    );
  });
  server.setRequestHandler('resources/read', ({ params }, request) =>
    told(params.uri, request, () => readResource(params.uri, askedBy(request))),
  );
  server.setRequestHandler('resources/subscribe', async ({ params }) => {
    await subscriptions.add(params.uri);
    return {};
  });
  server.setRequestHandler('resources/unsubscribe', ({ params }) => {
    subscriptions.remove(params.uri);
    return {};
  });
  server.onclose = () => subscriptions.close();
  return subscriptions;

  async function told<T>(subject: string, { mcpReq }: ServerContext, answer: () => Promise<T>): Promise<T> {
    try {
      return await answer();
    } catch (error) {
      if (error instanceof ProtocolError) throw error;
      // The error of a cancelled request is nobody's fault, and reaches nobody.
      log[isFault(error) && !mcpReq.signal.aborted ? 'error' : 'debug'](`${subject} failed: ${traceOf(error)}`);
      const body = errorBody(error, subject, redact);
      throw new ProtocolError(ProtocolErrorCode.InternalError, body.message, { error: body });
    }
  }
}
