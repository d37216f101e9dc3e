import { messageOf } from '../../kit/text/message-of.ts';
import { runSteps } from '../../kit/concurrency/slices.ts';
import type { LsaReply, LsaRequest } from './lsa-messages.ts';
import type { LsaModel } from './lsa-model.ts';
import { LsaTrainer } from './lsa-trainer.ts';

/** What a worker's `self` offers, in the app and under Node alike. */
interface WorkerScope {
  onmessage: ((event: { data: LsaRequest }) => void) | null;
  postMessage(message: LsaReply, transfer: ArrayBufferLike[]): void;
}

declare const self: WorkerScope;
/** Until the model is there: it takes several times as much memory. */
let trainer: LsaTrainer | null = new LsaTrainer();
let model: LsaModel | null = null;

self.onmessage = ({ data }) => {
  const reply = answer(data);
  self.postMessage(reply, reply.kind === 'vectors' ? [reply.vectors.buffer] : []);
};

function answer(request: LsaRequest): LsaReply {
  try {
    if (request.kind === 'place') return { kind: 'vectors', vectors: placed(request.texts) };
    if (trainer === null) throw new Error('The model is made already.');
    if (request.kind === 'train') {
      model = runSteps(trainer.train());
      trainer = null;
      return { kind: 'model', parts: model.parts };
    }
    for (const text of request.texts) trainer.add(text);
    return { kind: 'taken' };
  } catch (error) {
    return { kind: 'failed', message: messageOf(error) };
  }
}

function placed(texts: readonly string[]): Float32Array {
  if (model === null) throw new Error('There is no model yet.');
  const { dimensions } = model;
  const vectors = new Float32Array(texts.length * dimensions);
  for (const [i, text] of texts.entries()) vectors.set(model.embed(text), i * dimensions);
  return vectors;
}
