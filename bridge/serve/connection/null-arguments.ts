import type { JSONRPCMessage } from '@modelcontextprotocol/server';

/** A request as the protocol has it: some clients send null for no arguments, which have to be absent then. */
export function withoutNullArguments(message: JSONRPCMessage): JSONRPCMessage {
  if (!('method' in message) || message.params?.['arguments'] !== null) return message;
  const params = Object.entries(message.params).filter(([name]) => name !== 'arguments');
  return { ...message, params: Object.fromEntries(params) };
}
