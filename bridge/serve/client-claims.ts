import type { Server, ServerContext } from '@modelcontextprotocol/server';
import { CLIENT_CAPABILITIES_META_KEY, CLIENT_INFO_META_KEY } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { ToolContext } from '../../shared/tools/tool.ts';

const clientInfo = z.looseObject({ name: z.string(), version: z.string() });
const elicitation = z.looseObject({
  elicitation: z.looseObject({ form: z.unknown().optional(), url: z.unknown().optional() }),
});

/** What the client calls itself. Newer clients say it with every request, older ones once. */
export function clientOf(server: Server, request: ServerContext): ToolContext['client'] {
  return clientFrom(envelopeOf(request)?.[CLIENT_INFO_META_KEY] ?? server.getClientVersion());
}

export function clientFrom(given: unknown): ToolContext['client'] {
  const info = clientInfo.safeParse(given);
  return info.success ? { name: info.data.name, version: info.data.version } : undefined;
}

/** Whether the client can ask its person with a form. One that names no kind of elicitation means forms. */
export function asksPerson(server: Server, request: ServerContext): boolean {
  const envelope = envelopeOf(request);
  const claimed: unknown =
    envelope === undefined ? server.getClientCapabilities() : envelope[CLIENT_CAPABILITIES_META_KEY];
  const parsed = elicitation.safeParse(claimed);
  if (!parsed.success) return false;
  const { form, url } = parsed.data.elicitation;
  return form !== undefined || url === undefined;
}

/** Whether the request is of the stateless era, where a question to the person is a result (`input_required`). */
export function isStateless(request: ServerContext): boolean {
  return envelopeOf(request) !== undefined;
}

function envelopeOf({ mcpReq }: ServerContext): Record<string, unknown> | undefined {
  return mcpReq.envelope;
}
