import { isRecord } from '../../../shared/kit/json/is-record.ts';

/** Deeper than anything that the protocol itself defines. */
const DEEPEST = 6;
/** The one place for values that mean what a tool says; null may be one. */
const TOOL_CALL = 'tools/call';
const TOOL_ARGUMENTS = 'arguments';

/**
 * A message as the protocol has it: many clients send null for what they leave out, where it has to be absent. Nothing
 * that the protocol defines for clients to send can be null, except the arguments of a tool, whose values stay.
 */
export function withoutNulls(message: unknown): unknown {
  if (!isRecord(message)) return message;
  if ('method' in message) return withoutNullParams(message);
  const { result, error, ...rest } = message;
  // A null alone answers nothing, and stays.
  if (error === null && isRecord(result)) return { ...rest, result: pruned(result) };
  if (result === null && isRecord(error)) return { ...rest, error };
  return isRecord(result) ? { ...message, result: pruned(result) } : message;
}

function withoutNullParams(message: Record<string, unknown>): unknown {
  const { params, ...rest } = message;
  if (params === null) return rest;
  if (!isRecord(params)) return message;
  const given = message['method'] === TOOL_CALL ? params[TOOL_ARGUMENTS] : undefined;
  return { ...message, params: isRecord(given) ? { ...pruned(params), [TOOL_ARGUMENTS]: given } : pruned(params) };
}

function pruned(value: Record<string, unknown>, depth = DEEPEST): Record<string, unknown> {
  const kept = Object.entries(value).filter(([, part]) => part !== null);
  return Object.fromEntries(
    kept.map(([name, part]) => [name, isRecord(part) && depth > 1 ? pruned(part, depth - 1) : part]),
  );
}
