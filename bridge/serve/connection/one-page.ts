import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';

/**
 * Every list is sent whole, so no cursor was ever given out. An empty one is what some clients send for none.
 * @throws ProtocolError for any other
 */
export function refuseCursor(params: { cursor?: string | undefined } | undefined): void {
  if (params?.cursor === undefined || params.cursor === '') return;
  throw new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    'Unknown `cursor`: lists are sent whole, on one page. Ask again without it.',
  );
}
