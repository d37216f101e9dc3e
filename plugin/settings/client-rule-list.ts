import { compareNames } from '../../shared/kit/text/compare-names.ts';
import { isSameClient } from '../../shared/protocol/client-claim.ts';
import type { ReviewMode } from '../../shared/protocol/review.ts';
import { isPersonsName } from '../../shared/writing/journal/persons.ts';

/** A client, and what happens before it writes; null if it has no level of its own. */
export interface ClientRule {
  client: string;
  mode: ReviewMode | null;
}

/** What a client did in an earlier run of the app, as history and reading log have it; `time` in ISO 8601. */
export interface EarlierAct {
  client: string;
  time: string;
}

/** A client that the person wants forgotten, and since when, in milliseconds since 1970. */
export interface ForgottenClient {
  client: string;
  at: number;
}

type Rules = readonly { client: string; mode: ReviewMode }[];

/** The clients that have a rule or have asked, each once, sorted by name. */
export function clientRules(rules: Rules, asked: readonly string[]): ClientRule[] {
  const all: ClientRule[] = [...rules];
  for (const client of asked)
    if (client.trim() !== '' && !all.some((rule) => isSameClient(rule.client, client)))
      all.push({ client, mode: null });
  return all.sort((a, b) => compareNames(a.client, b.client));
}

/** The rules of the other clients. */
export function withoutRule<Rule extends { client: string }>(rules: readonly Rule[], client: string): Rule[] {
  return rules.filter((rule) => !isSameClient(rule.client, client));
}

/** The clients of an earlier run, each once, without the person, and without those forgotten since they asked last. */
export function earlierClients(acts: readonly EarlierAct[], forgotten: readonly ForgottenClient[]): string[] {
  const clients: string[] = [];
  for (const { client, time } of acts) {
    if (isPersonsName(client) || clients.some((known) => isSameClient(known, client))) continue;
    const isForgotten = forgotten.some((one) => isSameClient(one.client, client) && Date.parse(time) <= one.at);
    if (!isForgotten) clients.push(client);
  }
  return clients;
}

/** The list with this client forgotten at this time. */
export function forget(forgotten: readonly ForgottenClient[], client: string, at: number): ForgottenClient[] {
  return [...forgotten.filter((one) => !isSameClient(one.client, client)), { client, at }].slice(-MOST_FORGOTTEN);
}

const MOST_FORGOTTEN = 100;
