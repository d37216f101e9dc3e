import { messageOf } from '../../kit/text/message-of.ts';
import { runSteps } from '../../kit/concurrency/slices.ts';
import type { LsaReply, LsaRequest } from './lsa-messages.ts';
import { LsaTrainer } from './lsa-trainer.ts';

/** What a worker's `self` offers, in the app and under Node alike. */
interface WorkerScope {
  onmessage: ((event: { data: LsaRequest }) => void) | null;
  postMessage(message: LsaReply, transfer: ArrayBufferLike[]): void;
}

declare const self: WorkerScope;
const trainer = new LsaTrainer();

self.onmessage = ({ data }) => {
  const reply = answer(data);
  self.postMessage(
    reply,
    reply.kind === 'model' ? [reply.parts.weights.buffer, reply.parts.levels.buffer, reply.parts.factors.buffer] : [],
  );
};

function answer(request: LsaRequest): LsaReply {
  try {
    if (request.kind === 'train') return { kind: 'model', parts: runSteps(trainer.train()).parts };
    for (const text of request.texts) trainer.add(text);
    return { kind: 'taken' };
  } catch (error) {
    return { kind: 'failed', message: messageOf(error) };
  }
}
