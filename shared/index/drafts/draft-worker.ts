import { runSteps } from '../../kit/concurrency/slices.ts';
import { draftSteps } from './draft-steps.ts';
import type { DraftReply, DraftRequest } from './draft-messages.ts';

/** What a worker's `self` offers, in the app and under Node alike. */
interface WorkerScope {
  onmessage: ((event: { data: DraftRequest }) => void) | null;
  postMessage(message: DraftReply): void;
}

const scope = self as unknown as WorkerScope;

scope.onmessage = ({ data: { id, bytes, kind } }) => {
  scope.postMessage({ id, json: JSON.stringify(runSteps(draftSteps(bytes, kind))) });
};
