import type { App } from 'obsidian';
import type { z } from 'zod';
import type { baseBody, dqlBody } from '../../shared/protocol/http.ts';
import type { ActiveNoteOutput, BaseQueryOutput, DqlResult } from '../../shared/protocol/schemas/live.ts';
import type { Hiding } from '../../shared/vault/rules/rule-files.ts';
import type { Slicer } from '../../shared/kit/slices.ts';
import { activeNote } from './read-active-note.ts';
import { runBase } from './bases/run-base.ts';
import { runDql } from './dql/run-dql.ts';

/** What exists only inside the running app. A part that this version lacks is absent. */
export interface LiveParts {
  active: () => Promise<ActiveNoteOutput>;
  dql?: (query: z.output<typeof dqlBody>) => Promise<DqlResult>;
  base?: (query: z.output<typeof baseBody>) => Promise<BaseQueryOutput>;
}

export interface LiveAppOptions {
  app: App;
  appVersion: string;
  hiding: Hiding;
  newSlicer: () => Slicer;
}

/** The parts that this version has; what each needs of the app beyond that is looked for when it is asked. */
export function createLiveParts({ app, appVersion, hiding, newSlicer }: LiveAppOptions): Required<LiveParts> {
  return {
    active: async () => activeNote(app, await hiding()),
    dql: ({ query, source }) => runDql(app, { query, ...(source === undefined ? {} : { source }) }, { slicer: newSlicer(), hiding }),
    base: (query) => runBase(app, query, { appVersion, slicer: newSlicer(), hiding }),
  };
}
