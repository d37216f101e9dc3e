import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import { expect, it } from 'vitest';
import { Unasked } from './unasked.ts';

const OTHERWISE = { isError: true, content: [{ type: 'text' as const, text: '{"error":{}}' }] };

/** What the SDK sends if a question could not be put. */
function failed(id: number): JSONRPCMessage {
  return { jsonrpc: '2.0', id, result: { isError: true, content: [{ type: 'text', text: 'No forms here.' }] } };
}

it('gives a call whose question could not be put its other result, once', () => {
  const unasked = new Unasked();
  unasked.otherwise({ id: 1, signal: new AbortController().signal }, OTHERWISE);
  expect(unasked.corrected(failed(2))).toEqual(failed(2));
  expect(unasked.corrected(failed(1))).toEqual({ ...failed(1), result: OTHERWISE });
  expect(unasked.corrected(failed(1))).toEqual(failed(1));
});

it('keeps nothing of a call that was cancelled, so that another with its id has its own result', () => {
  const unasked = new Unasked();
  const cancel = new AbortController();
  unasked.otherwise({ id: 1, signal: cancel.signal }, OTHERWISE);
  cancel.abort();
  unasked.otherwise({ id: 2, signal: cancel.signal }, OTHERWISE);
  expect([1, 2].map((id) => unasked.corrected(failed(id)))).toEqual([failed(1), failed(2)]);
});
