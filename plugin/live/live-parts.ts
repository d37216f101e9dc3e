import type { App } from 'obsidian';
import type { z } from 'zod';
import type { baseBody, dqlBody } from '../../shared/protocol/http.ts';
import type { ActiveNoteOutput, BaseQueryOutput, DqlResult } from '../../shared/protocol/schemas/live.ts';
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
  /** Tells of paths whether no result may show them, by the rules as they are on the disk. */
  hiding: () => Promise<(path: string) => boolean>;
  newSlicer: () => Slicer;
}

/** The parts that this version has; what each needs from the app beyond that is looked up when it is used. */
export function createLiveParts({ app, appVersion, hiding, newSlicer }: LiveAppOptions): Required<LiveParts> {
  return {
    active: async () => activeNote(app, await hiding()),
    dql: ({ query, source }) => runDql(app, { query, ...(source === undefined ? {} : { source }) }, newSlicer()),
    base: (query) => runBase(app, query, { appVersion, slicer: newSlicer() }),
  };
}
