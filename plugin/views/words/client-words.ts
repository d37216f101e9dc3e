import { clientClaiming } from '../../../shared/clients/common-clients.ts';

/** A client's own name for itself, as people know it. It is a claim. */
export function clientWords(client: string): string {
  return client.trim() === '' ? 'An assistant without a name' : (clientClaiming(client)?.name ?? client);
}
