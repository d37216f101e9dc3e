import type { CallToolResult } from '@modelcontextprotocol/server';
import type { ErrorBody } from '../../shared/protocol/errors.ts';
import { VaultLoomError } from '../../shared/protocol/errors.ts';
import { hidePaths } from '../../shared/kit/text/hide-paths.ts';
import { messageOf } from '../../shared/kit/text/message-of.ts';
import { boundAnswer } from '../../shared/tools/call/bounded-answer.ts';
import type { Redact } from './redact.ts';

/** A result, structured and as compact JSON text. */
export function successResult(data: Record<string, unknown>): CallToolResult {
  return { content: [{ type: 'text', text: JSON.stringify(data) }], structuredContent: data };
}

/** An error carries no structuredContent: a client that checks it against the outputSchema would hide the error. */
export function errorResult(error: unknown, tool: string, redact: Redact): CallToolResult {
  return {
    isError: true,
    content: [{ type: 'text', text: JSON.stringify(boundAnswer({ error: errorBody(error, tool, redact) })) }],
  };
}

/** What a client may know of an error; only our own errors keep their message. */
export function errorBody(error: unknown, tool: string, redact: Redact): ErrorBody {
  if (error instanceof VaultLoomError)
    return redactStrings(boundAnswer({ ...error.toBody() }) as unknown as ErrorBody, redact);
  const message = messageOf(error);
  return {
    code: 'internal',
    message: `${tool} failed: ${hidePaths(redact(message))}`,
    hint: 'This is a fault of the server; its log (stderr) says more.',
  };
}

function redactStrings<T>(value: T, redact: Redact): T {
  return JSON.parse(JSON.stringify(value), (_key, inner: unknown) =>
    typeof inner === 'string' ? redact(inner) : inner,
  ) as T;
}
