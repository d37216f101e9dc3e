import {
  isJSONRPCErrorResponse,
  isJSONRPCResultResponse,
  ProtocolErrorCode,
  type JSONRPCMessage,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { parseJson } from '../../../shared/kit/json/parse-json.ts';

const MOST_ISSUES = 5;

const issues = z.array(z.looseObject({ path: z.array(z.union([z.string(), z.number()])), message: z.string() })).min(1);
const ofResource = z.looseObject({ uri: z.string() });
const handshake = z.looseObject({ protocolVersion: z.string(), serverInfo: z.looseObject({}) });

/**
 * Rewrites the SDK's error responses before they are sent. Invalid parameters become `-32602` with a readable sentence;
 * the SDK sends `-32603`, or its schema's issues as JSON. A missing resource becomes `-32002` for clients of a revision
 * with a handshake, and stays `-32602` from 2026-07-28 on. Create one for each connection.
 */
export function correctsErrors(): (message: JSONRPCMessage) => JSONRPCMessage {
  let hasHandshake = false;
  return (message) => {
    if (isJSONRPCResultResponse(message) && handshake.safeParse(message.result).success) hasHandshake = true;
    if (!isJSONRPCErrorResponse(message)) return message;
    const { error } = message;
    const problem = problemIn(error.message);
    if (problem !== null)
      return { ...message, error: { ...error, code: ProtocolErrorCode.InvalidParams, message: problem } };
    const isMissing = error.code === ProtocolErrorCode.InvalidParams && ofResource.safeParse(error.data).success;
    return isMissing && hasHandshake
      ? { ...message, error: { ...error, code: ProtocolErrorCode.ResourceNotFound } }
      : message;
  };
}

/** A schema's issues as a sentence; null if the text is not a list of issues. */
function problemIn(text: string): string | null {
  const start = text.indexOf('[');
  const found = start < 0 ? null : issues.safeParse(parseJson(text.slice(start)));
  if (found?.success !== true) return null;
  const told = found.data.slice(0, MOST_ISSUES).map(({ path, message }) => {
    const name = path[0] === 'params' ? path.slice(1) : path;
    const where = name.length === 0 ? 'the parameters' : `\`${name.join('.')}\``;
    const what = message.replace(/^Invalid input: /u, '');
    const missing = /^(expected .*), received undefined$/u.exec(what)?.[1];
    return missing === undefined
      ? `${where}: ${what}`
      : `${where} ${name.length === 0 ? 'are' : 'is'} missing (${missing})`;
  });
  return `Invalid parameters: ${told.join('; ')}.`;
}
