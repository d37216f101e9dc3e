import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { followAcknowledged, followCancelled } from './listeners.ts';
import { STATUS_URI } from './resource-uris.ts';
import { Subscriptions } from './subscriptions.ts';

const A = 'vault://note/A.md';
const B = 'vault://note/B.md';

describe('subscriptions', () => {
  let now: Record<string, string>;
  let told: string[];
  let looks: string[][];
  let subscriptions: Subscriptions;

  beforeEach(() => {
    vi.useFakeTimers();
    [now, told, looks] = [{ [A]: '1', [B]: '1' }, [], []];
    subscriptions = new Subscriptions({
      states: async (uris) => {
        looks.push([...uris]);
        return new Map(uris.map((uri) => [uri, now[uri] ?? '']));
      },
      tell: (uri) => told.push(uri),
      pauseMs: 1_000,
    });
  });
  afterEach(() => {
    subscriptions.close();
    vi.useRealTimers();
  });

  it('are acknowledged to a listener without those that cannot be watched', async () => {
    const asked = acknowledgement(1, [A, 'vault://note/Board.canvas', B]);
    expect(await followAcknowledged(asked, subscriptions)).toEqual(acknowledgement(1, [A, B]));
  });

  it('tell once of many changes in a second', async () => {
    void subscriptions.add(A);
    await vi.advanceTimersByTimeAsync(0);
    for (const state of ['2', '3', '4']) {
      now[A] = state;
      await vi.advanceTimersByTimeAsync(100);
    }
    await vi.advanceTimersByTimeAsync(3_000);
    expect(told).toEqual([A]);
  });

  it('do not miss a change right after a later subscription', async () => {
    void subscriptions.add(A);
    await vi.advanceTimersByTimeAsync(100);
    void subscriptions.add(B);
    await vi.advanceTimersByTimeAsync(100);
    now[B] = '2';
    await vi.advanceTimersByTimeAsync(3_000);
    expect(told).toEqual([B]);
  });

  it('begin once it is known what the resource is, or after a second', async () => {
    let answer: (states: Map<string, string>) => void = () => undefined;
    const slow = new Subscriptions({
      states: () => new Promise((resolve) => (answer = resolve)),
      tell: (uri) => told.push(uri),
    });
    const begun: string[] = [];
    void slow.add(A).then(() => begun.push(A));
    await vi.advanceTimersByTimeAsync(500);
    expect(begun).toEqual([]);
    answer(new Map([[A, '1']]));
    await vi.advanceTimersByTimeAsync(0);
    expect(begun).toEqual([A]);
    void slow.add(B).then(() => begun.push(B));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(begun).toEqual([A, B]);
    slow.close();
  });

  it('do not look at all without subscribers, nor after the end', async () => {
    await vi.advanceTimersByTimeAsync(5_000);
    expect(looks).toEqual([]);
    void subscriptions.add(A);
    await vi.advanceTimersByTimeAsync(0);
    subscriptions.remove(A);
    await vi.advanceTimersByTimeAsync(1_000);
    const { length } = looks;
    await vi.advanceTimersByTimeAsync(5_000);
    expect(looks).toHaveLength(length);
    subscriptions.close();
    void subscriptions.add(B);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(looks).toHaveLength(length);
  });

  it('refuse what is no resource, and more than a hundred', () => {
    for (const uri of [
      'file:///etc/passwd',
      'vault://note/../a.md',
      'vault://note/b/%2e%2e/a.md',
      'vault://note/./a.md',
      'vault://note/b//a.md',
      'vault://note/%2Fa.md',
      'vault://note/b%5Ca.md',
      'vault://note/a%00.md',
      'vault://note/.obsidian/a.md',
      'vault://note/b/.a.md',
    ])
      expect(() => subscriptions.add(uri), uri).toThrow(/not found/iu);
    for (let i = 0; i < 100; i++) void subscriptions.add(`vault://note/${i}.md`);
    expect(() => subscriptions.add(A)).toThrow('100 subscriptions');
    subscriptions.remove('vault://note/0.md');
    expect(() => subscriptions.add(A)).not.toThrow();
  });

  it('follow what the SDK has acknowledged, until it is cancelled', async () => {
    void followAcknowledged(acknowledgement('7', [A, STATUS_URI, 'nonsense:']), subscriptions);
    void followAcknowledged(acknowledgement(7, [A]), subscriptions);
    await vi.advanceTimersByTimeAsync(0);
    expect(looks.at(-1)).toEqual([A, STATUS_URI]);
    followCancelled(cancellation('7'), subscriptions);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(looks.at(-1)).toEqual([A]);
    followCancelled(cancellation(7), subscriptions);
    await vi.advanceTimersByTimeAsync(2_000);
    now[A] = '2';
    await vi.advanceTimersByTimeAsync(2_000);
    expect(told).toEqual([]);
  });
});

function acknowledgement(id: string | number, uris: string[]) {
  return {
    jsonrpc: '2.0' as const,
    method: 'notifications/subscriptions/acknowledged',
    params: {
      _meta: { 'io.modelcontextprotocol/subscriptionId': id },
      notifications: { resourceSubscriptions: uris },
    },
  };
}

function cancellation(requestId: string | number) {
  return { jsonrpc: '2.0' as const, method: 'notifications/cancelled', params: { requestId } };
}
