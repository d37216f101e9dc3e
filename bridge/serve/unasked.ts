import {
  isJSONRPCResultResponse,
  type CallToolResult,
  type JSONRPCMessage,
  type RequestId,
} from '@modelcontextprotocol/server';
import { z } from 'zod';

const failure = z.looseObject({
  isError: z.literal(true),
  content: z.tuple([z.looseObject({ type: z.literal('text'), text: z.string() })]),
});

/** The results of calls whose question cannot be put to the person: a client may claim to show forms and refuse to. */
export class Unasked {
  readonly #results = new Map<RequestId, CallToolResult>();

  /** The result of a call if nobody is asked what it asks now; forgotten if the call is cancelled, which has none. */
  otherwise({ id, signal }: { id: RequestId; signal: AbortSignal }, result: CallToolResult): void {
    if (signal.aborted) return;
    this.#results.set(id, result);
    signal.addEventListener('abort', () => this.#results.delete(id), { once: true });
  }

  /** What is sent: the SDK says in a bare text that a question failed, where a tool's error is expected. */
  corrected(message: JSONRPCMessage): JSONRPCMessage {
    if (!isJSONRPCResultResponse(message)) return message;
    const result = this.#results.get(message.id);
    if (result === undefined) return message;
    this.#results.delete(message.id);
    const failed = failure.safeParse(message.result);
    return failed.success && !failed.data.content[0].text.startsWith('{') ? { ...message, result } : message;
  }
}
