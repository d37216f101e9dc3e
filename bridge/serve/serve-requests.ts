import type { Server } from '@modelcontextprotocol/server';
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { Arrivals } from '../../shared/tools/call/arrivals.ts';
import type { ToolListing } from '../../shared/tools/call/listing.ts';
import { listTool } from '../../shared/tools/call/listing.ts';
import type { LiveApp } from '../../shared/tools/live/live-app.ts';
import type { OfferedTools } from '../../shared/tools/offered-tools.ts';
import type { Review } from '../../shared/tools/review/review.ts';
import type { ToolContext } from '../../shared/tools/tool.ts';
import { showsApps, withApps } from './apps/diff-app.ts';
import { answerOrAsk, canAskPerson } from './ask-person.ts';
import { clientOf } from './client-claims.ts';
import { refuseCursor } from './connection/one-page.ts';
import type { Log } from '../process/log.ts';
import { appLater, reviewLater } from './opened-later.ts';
import { servePrompts } from './prompts/serve-prompts.ts';
import type { Redact } from './redact.ts';
import { serveResources } from './resources/serve-resources.ts';
import type { Subscriptions } from './resources/subscriptions.ts';
import { progressFor } from './report-progress.ts';
import { answerCall, endedMeanwhile, isFault, logFailure, unknownTool, type CallParts } from './tool-calls.ts';
import { errorResult, successResult } from './tool-result.ts';
import type { Unasked } from './unasked.ts';

export interface RequestParts extends Omit<CallParts, 'live' | 'review'> {
  offered: OfferedTools;
  /** The app, if reachable; opened once. */
  live: () => Promise<LiveApp>;
  /** The person, asked before a change as their rules say; opened once. */
  review: () => Promise<Review>;
  /** Called with what the client calls itself, with each request that says it. */
  meet: (client: ToolContext['client']) => void;
  unasked: Unasked;
  log: Log;
  redact: Redact;
}

/**
 * Serves tools, resources and prompts on a connection. Returns what watches the resources that its client subscribed
 * to.
 */
export function serveRequests(server: Server, requestParts: RequestParts): Subscriptions {
  const { offered, gate, live, review } = requestParts;
  const parts = { ...requestParts, live: appLater(live), review: reviewLater(review) };
  const tools = new Map(offered.tools.map((tool) => [tool.name, tool]));
  const listedTools = new Set(offered.listed.map(({ name }) => name));
  const arrivals = new Arrivals();
  let listing: ToolListing[] | undefined;

  const meet = (client: ToolContext['client']): ToolContext['client'] => {
    parts.meet(client);
    return client;
  };

  server.setRequestHandler('tools/list', ({ params }, request) => {
    refuseCursor(params);
    meet(clientOf(server, request));
    listing ??= offered.listed.map(listTool);
    return { tools: showsApps(server, request) ? withApps(listing) : listing };
  });
  server.setRequestHandler('tools/call', async ({ params }, request) => {
    const tool = tools.get(params.name);
    if (tool === undefined)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, unknownTool(params.name, offered.tools));
    const client = meet(clientOf(server, request));
    const start = performance.now();
    const arrival = tool.inOrder === true ? arrivals.enter() : undefined;
    try {
      const signal = request.mcpReq.signal;
      const call = { ...parts, listedTools, request, client, signal, arrival, tellProgress: progressFor(request) };
      const answer = canAskPerson(server, request)
        ? await answerOrAsk(tool, params.arguments, call)
        : { result: await answerCall(tool, params.arguments, call) };
      if ('question' in answer) {
        parts.unasked.otherwise(request.mcpReq, errorResult(answer.otherwise, tool.name, parts.redact));
        return answer.question;
      }
      parts.log.debug(`${tool.name} answered in ${Math.round(performance.now() - start)} ms`);
      return successResult(answer.result);
    } catch (thrown) {
      const error = gate.isClosing && isFault(thrown) ? endedMeanwhile(thrown) : thrown;
      // The error of a cancelled call is nobody's fault, and reaches nobody.
      if (request.mcpReq.signal.aborted) parts.log.debug(`${tool.name} was cancelled`);
      else logFailure(error, tool.name, parts.log);
      return errorResult(error, tool.name, parts.redact);
    } finally {
      arrival?.end();
    }
  });
  servePrompts(server, { gate, listedTools });
  return serveResources(server, { ...parts, listedTools, meet });
}
