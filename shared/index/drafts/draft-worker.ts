import { runSteps } from '../../kit/concurrency/slices.ts';
import type { Deflate } from '../saved/text-pages.ts';
import { DraftWork } from './draft-work.ts';
import type { DraftReply, DraftRequest } from './draft-messages.ts';

/** What a worker's `self` offers, in the app and under Node alike. */
interface WorkerScope {
  onmessage: ((event: { data: DraftRequest }) => void) | null;
  postMessage(message: DraftReply, transfer: ArrayBuffer[]): void;
  /** Under Node alone. */
  deflateSync?: Deflate;
}

const scope = self as unknown as WorkerScope;
const work = new DraftWork(scope.deflateSync ?? null);

scope.onmessage = ({ data }) => {
  const reply = runSteps(work.answer(data));
  const moved = [reply.terms?.postings ?? [], reply.pages?.map(({ bytes }) => bytes) ?? []].flat();
  scope.postMessage(
    reply,
    moved.map(({ buffer }) => buffer as ArrayBuffer),
  );
};
