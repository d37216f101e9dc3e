import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import { isJSONRPCNotification, isJSONRPCRequest } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { Subscriptions } from './subscriptions.ts';

const wish = z.looseObject({ notifications: z.looseObject({ resourceSubscriptions: z.array(z.string()) }) });

/**
 * Keeps in step with `subscriptions/listen`, the stateless era's subscription, which the SDK answers before a server hears
 * of it. A URI that cannot be watched is passed over.
 */
export function followListeners(message: JSONRPCMessage, subscriptions: Subscriptions): void {
  if (isJSONRPCNotification(message) && message.method === 'notifications/cancelled') {
    const { requestId } = message.params ?? {};
    subscriptions.removeListener(listenerName(requestId));
    return;
  }
  if (!isJSONRPCRequest(message) || message.method !== 'subscriptions/listen') return;
  const wished = wish.safeParse(message.params);
  if (!wished.success) return;
  for (const uri of wished.data.notifications.resourceSubscriptions) {
    try {
      subscriptions.add(uri, listenerName(message.id));
    } catch {
      // The client hears nothing of this one.
    }
  }
}

function listenerName(id: unknown): string {
  return `${typeof id} ${String(id)}`;
}
