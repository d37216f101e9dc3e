import { isSameClient } from '../../shared/protocol/client-claim.ts';
import type { ReviewMode } from '../../shared/protocol/review.ts';

/** A client, and what happens before it writes; null if it has no level of its own. */
export interface ClientRule {
  client: string;
  mode: ReviewMode | null;
}

type Rules = readonly { client: string; mode: ReviewMode }[];

/** The clients that have a rule, and those that have asked, each once, in the order of their names. */
export function clientRules(rules: Rules, asked: readonly string[]): ClientRule[] {
  const all: ClientRule[] = [...rules];
  for (const client of asked)
    if (client.trim() !== '' && !all.some((rule) => isSameClient(rule.client, client)))
      all.push({ client, mode: null });
  return all.sort((a, b) => (a.client < b.client ? -1 : a.client > b.client ? 1 : 0));
}

/** The rules of the other clients. */
export function withoutRule<Rule extends { client: string }>(rules: readonly Rule[], client: string): Rule[] {
  return rules.filter((rule) => !isSameClient(rule.client, client));
}
