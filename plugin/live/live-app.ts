import type { App } from 'obsidian';
import type { z } from 'zod';
import type { baseBody, dqlBody } from '../../shared/protocol/http.ts';
import type { ActiveNoteOutput, BaseQueryOutput, DqlResult } from '../../shared/protocol/schemas/live.ts';
import { activeNote } from './active-note.ts';

/** What exists only inside the running app. A part that this version lacks is absent. */
export interface LiveParts {
  active: () => Promise<ActiveNoteOutput>;
  dql?: (query: z.output<typeof dqlBody>) => Promise<DqlResult>;
  base?: (query: z.output<typeof baseBody>) => Promise<BaseQueryOutput>;
}

/** @param isHidden whether no result may show a path */
export function createLiveParts(app: App, isHidden: (path: string) => boolean): LiveParts {
  return {
    active: async () => activeNote(app, isHidden),
  };
}
