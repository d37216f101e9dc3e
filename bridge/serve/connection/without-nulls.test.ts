import { describe, expect, it } from 'vitest';
import { withoutNulls } from './without-nulls.ts';

const request = (method: string, params: unknown): object => ({ jsonrpc: '2.0', id: 1, method, params });

describe('nulls of a message', () => {
  it('are left out of what the protocol defines', () => {
    expect(withoutNulls(request('tools/list', null))).toEqual({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
    expect(withoutNulls(request('tools/list', { cursor: null, _meta: null }))).toEqual(request('tools/list', {}));
    expect(withoutNulls(request('ping', { _meta: { progressToken: null, own: 1 } }))).toEqual(
      request('ping', { _meta: { own: 1 } }),
    );
    expect(
      withoutNulls(
        request('initialize', {
          protocolVersion: '2025-11-25',
          capabilities: { roots: null, elicitation: { form: null } },
          clientInfo: { name: 'x', version: '1', title: null },
        }),
      ),
    ).toEqual(
      request('initialize', {
        protocolVersion: '2025-11-25',
        capabilities: { elicitation: {} },
        clientInfo: { name: 'x', version: '1' },
      }),
    );
    expect(withoutNulls(request('prompts/get', { name: 'x', arguments: { date: null } }))).toEqual(
      request('prompts/get', { name: 'x', arguments: {} }),
    );
  });

  it('stay within the arguments of a tool', () => {
    const call = request('tools/call', { name: 'edit_note', arguments: { key: 'a', value: null }, _meta: null });
    expect(withoutNulls(call)).toEqual(
      request('tools/call', { name: 'edit_note', arguments: { key: 'a', value: null } }),
    );
    expect(withoutNulls(request('tools/call', { name: 'index_status', arguments: null }))).toEqual(
      request('tools/call', { name: 'index_status' }),
    );
  });

  it('are left out of an answer, unless there is nothing else', () => {
    const declined = { jsonrpc: '2.0', id: 1, result: { action: 'decline', content: null }, error: null };
    expect(withoutNulls(declined)).toEqual({ jsonrpc: '2.0', id: 1, result: { action: 'decline' } });
    const failed = { jsonrpc: '2.0', id: 1, result: null, error: { code: -1, message: 'no' } };
    expect(withoutNulls(failed)).toEqual({ jsonrpc: '2.0', id: 1, error: { code: -1, message: 'no' } });
    for (const alone of [
      { jsonrpc: '2.0', id: 1, result: null },
      { jsonrpc: '2.0', id: null, error: null },
    ])
      expect(withoutNulls(alone)).toEqual(alone);
  });

  it('do not overflow the stack at any depth, and anything but a message stays as it is', () => {
    const deep: unknown = JSON.parse(`${'{"a":'.repeat(20_000)}null${'}'.repeat(20_000)}`);
    expect(() => withoutNulls(request('ping', deep))).not.toThrow();
    for (const value of [null, 5, 'x', [null], { id: 1 }]) expect(withoutNulls(value)).toEqual(value);
  });
});
