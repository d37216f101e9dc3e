import type { App } from 'obsidian';
import type { LiveInput, LiveMethod, LiveOutput } from '../../shared/protocol/live-routes.ts';
import type { Hiding } from '../../shared/vault/rules/rule-files.ts';
import { moment } from '../../shared/kit/time/moment.ts';
import type { Slicer } from '../../shared/kit/concurrency/slices.ts';
import { activeNote } from './read-active-note.ts';
import { CanvasLinks } from './bases/canvas-links.ts';
import { runBase } from './bases/run-base.ts';
import { runDql } from './dql/run-dql.ts';

type Answer<Input, Output> =
  Input extends Record<string, never> ? () => Promise<Output> : (input: Input, gone?: AbortSignal) => Promise<Output>;

/**
 * Answers to the questions of `LIVE_ROUTES`, which only the running app knows. Parts that this version lacks are
 * absent. `gone` aborts once nobody waits for the answer.
 */
export type LiveParts = { [M in LiveMethod]?: Answer<LiveInput<M>, LiveOutput<M>> };

export interface LiveAppOptions {
  app: App;
  appVersion: string;
  hiding: Hiding;
  newSlicer: () => Slicer;
}

/** The parts that this version has. What a part needs of other plugins is looked up when it is used. */
export function createLiveParts({ app, appVersion, hiding, newSlicer }: LiveAppOptions): Required<LiveParts> {
  const canvases = new CanvasLinks();
  return {
    activeNote: async () => activeNote(app, await hiding()),
    dql: ({ query, source }) =>
      runDql(app, { query, ...(source === undefined ? {} : { source }) }, { slicer: newSlicer(), hiding }),
    base: (query, gone) => {
      const slicer = gone === undefined ? newSlicer() : newSlicer().stoppedBy(gone);
      return runBase(app, query, { appVersion, slicer, language: moment.locale(), hiding, canvases });
    },
  };
}
