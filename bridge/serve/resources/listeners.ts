import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import { isJSONRPCNotification, SUBSCRIPTION_ID_META_KEY } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { Subscriptions } from './subscriptions.ts';

const acknowledged = z.looseObject({
  _meta: z.looseObject({ [SUBSCRIPTION_ID_META_KEY]: z.union([z.string(), z.number()]) }),
  notifications: z.looseObject({ resourceSubscriptions: z.array(z.string()) }),
});

/**
 * Follows the subscriptions of the stateless era (`subscriptions/listen`). The SDK answers them on stdio before a
 * server hears of them, and has no hook for it; its acknowledgement, on its way out, names what it has checked and will
 * deliver. A URI that cannot be watched is taken out of it. Resolves to what goes out, once it is known what the
 * resources are.
 */
export async function followAcknowledged(
  message: JSONRPCMessage,
  subscriptions: Subscriptions,
): Promise<JSONRPCMessage> {
  if (!isJSONRPCNotification(message) || message.method !== 'notifications/subscriptions/acknowledged') return message;
  const granted = acknowledged.safeParse(message.params);
  if (!granted.success) return message;
  const { notifications } = granted.data;
  const listener = listenerName(granted.data._meta[SUBSCRIPTION_ID_META_KEY]);
  const added: Promise<void>[] = [];
  const watched = notifications.resourceSubscriptions.filter((uri) => {
    try {
      added.push(subscriptions.add(uri, listener));
      return true;
    } catch {
      return false;
    }
  });
  await Promise.all(added);
  return {
    ...message,
    params: { ...message.params, notifications: { ...notifications, resourceSubscriptions: watched } },
  };
}

/** Whether a message tells of subscriptions: these keep their order, an acknowledgement before what it promises. */
export function isOfSubscriptions(message: JSONRPCMessage): boolean {
  return (
    isJSONRPCNotification(message) &&
    (message.method === 'notifications/subscriptions/acknowledged' ||
      message.method === 'notifications/resources/updated')
  );
}

/** Ends the subscription that the client has cancelled; other cancellations change nothing. */
export function followCancelled(message: JSONRPCMessage, subscriptions: Subscriptions): void {
  if (!isJSONRPCNotification(message) || message.method !== 'notifications/cancelled') return;
  subscriptions.removeListener(listenerName(message.params?.requestId));
}

/** The ids 1 and "1" are two. */
function listenerName(id: unknown): string {
  return `${typeof id} ${String(id)}`;
}
