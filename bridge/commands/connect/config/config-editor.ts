import type { ServerLaunch } from '../../../../shared/clients/server-launch.ts';
import { isRecord } from '../../../../shared/kit/json/is-record.ts';

/** The servers that a configuration lists, by name. */
export type Servers = Record<string, unknown>;

/** Reads and changes the text of one kind of configuration; an empty text is one without servers. */
export interface ConfigEditor {
  /** Throws an `Error` that says what is wrong if the text cannot be parsed or has other types than the client's. */
  servers(text: string): Servers;
  /** Adds a server, or sets what starts it: all else of its entry, and every comment, stays. Throws as `servers`. */
  set(text: string, name: string, launch: ServerLaunch): string;
  /** Takes out a server, and an empty list of servers unless `keepsList`. Throws as `servers`. */
  remove(text: string, name: string, keepsList?: boolean): string;
  /** Whether the text has a list of servers, and no server in it. Throws as `servers`. */
  hasEmptyList(text: string): boolean;
}

/** A valid file that is still not edited here. */
export class Unfit extends Error {
  /** What a person can do, as a sentence. */
  readonly hint: string;

  constructor(message: string, hint: string) {
    super(message);
    this.hint = hint;
  }
}

/** What an entry becomes: its other keys and variables stay. */
export function mergeEntry(known: unknown, entry: Record<string, unknown>): Record<string, unknown> {
  if (!isRecord(known)) return entry;
  const variables = isRecord(known['env']) ? known['env'] : {};
  return { ...known, ...entry, env: { ...variables, ...(isRecord(entry['env']) ? entry['env'] : {}) } };
}
