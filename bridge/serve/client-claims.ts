import type { Server, ServerContext } from '@modelcontextprotocol/server';
import { CLIENT_INFO_META_KEY } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { ToolContext } from '../../shared/tools/tool.ts';

const clientInfo = z.looseObject({ name: z.string(), version: z.string() });

/** What the client calls itself. Newer clients say it with every request, older ones once. */
export function clientOf(server: Server, request: ServerContext): ToolContext['client'] {
  return clientFrom(envelopeOf(request)?.[CLIENT_INFO_META_KEY] ?? server.getClientVersion());
}

export function clientFrom(given: unknown): ToolContext['client'] {
  const info = clientInfo.safeParse(given);
  return info.success ? { name: info.data.name, version: info.data.version } : undefined;
}

/** What a newer client says of itself with each request. */
export function envelopeOf({ mcpReq }: ServerContext): Record<string, unknown> | undefined {
  return mcpReq.envelope;
}
