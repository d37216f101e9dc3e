import { clientClaiming, CLIENT_NAMES } from '../../../shared/clients/client-names.ts';

/** A client's own name for itself, as people know it. It is a claim. */
export function clientWords(client: string): string {
  if (client.trim() === '') return 'An assistant without a name';
  const known = clientClaiming(client);
  return known === null ? client : CLIENT_NAMES[known].name;
}
