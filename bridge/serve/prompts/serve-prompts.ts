import type { Server } from '@modelcontextprotocol/server';
import { ProtocolError } from '@modelcontextprotocol/server';
import { refuseCursor } from '../connection/one-page.ts';
import type { EngineGate } from '../engine-gate.ts';
import { completeArgument } from './complete-argument.ts';
import { getPrompt, listPrompts } from './prompts.ts';

const NOTHING = { completion: { values: [], total: 0, hasMore: false } };
/** Somebody types meanwhile. */
const COMPLETION_WAIT_MS = 1_000;

export interface PromptsParts {
  gate: EngineGate;
  listedTools: ReadonlySet<string>;
}

/** Serves the prompts on a connection, and completes what a person types for them and for addresses of notes. */
export function servePrompts(server: Server, { gate, listedTools }: PromptsParts): void {
  server.setRequestHandler('prompts/list', ({ params }) => {
    refuseCursor(params);
    return listPrompts();
  });
  server.setRequestHandler('prompts/get', ({ params }) => getPrompt(params.name, params.arguments ?? {}, listedTools));
  server.setRequestHandler('completion/complete', ({ params }) =>
    completeArgument(params, () => gate.readyEngine(COMPLETION_WAIT_MS)).catch((error: unknown) => {
      if (error instanceof ProtocolError) throw error;
      // An index that is not there yet completes nothing, which is better than an error at each letter.
      return NOTHING;
    }),
  );
}
