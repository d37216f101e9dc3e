import { messageOf } from '../../kit/text/message-of.ts';
import { runSteps } from '../../kit/concurrency/slices.ts';
import { received, toSend, type LsaReply, type LsaRequest } from './lsa-messages.ts';
import { LsaModel } from './lsa-model.ts';
import { LsaTrainer } from './lsa-trainer.ts';

/** What a worker's `self` offers, in the app and under Node alike. */
interface WorkerScope {
  onmessage: ((event: { data: LsaRequest }) => void) | null;
  postMessage(message: LsaReply, transfer: ArrayBufferLike[]): void;
}

declare const self: WorkerScope;
const trainer = new LsaTrainer();
let model: LsaModel | null = null;

self.onmessage = ({ data }) => {
  const reply = answer(data);
  self.postMessage(reply, buffersOf(reply));
};

function answer(request: LsaRequest): LsaReply {
  try {
    if (request.kind === 'train') return { kind: 'model', model: toSend(runSteps(trainer.train()).parts) };
    if (request.kind === 'place') return { kind: 'vectors', vectors: placed(request.texts) };
    if (request.kind === 'use') model = modelOf(request);
    else if (request.kind === 'levels') model?.parts.levels.set(request.levels, request.at);
    else for (const text of request.texts) trainer.add(text);
    return { kind: 'taken' };
  } catch (error) {
    return { kind: 'failed', message: messageOf(error) };
  }
}

/** Its levels follow. */
function modelOf({ model, levelCount }: Extract<LsaRequest, { kind: 'use' }>): LsaModel {
  return runSteps(LsaModel.of(received({ ...model, levels: new Int8Array(levelCount) })));
}

function placed(texts: readonly string[]): Float32Array {
  if (model === null) throw new Error('There is no model yet.');
  const { dimensions } = model;
  const vectors = new Float32Array(texts.length * dimensions);
  for (const [i, text] of texts.entries()) vectors.set(model.embed(text), i * dimensions);
  return vectors;
}

/** What goes to the asker without a copy. */
function buffersOf(reply: LsaReply): ArrayBufferLike[] {
  if (reply.kind === 'vectors') return [reply.vectors.buffer];
  if (reply.kind !== 'model') return [];
  const { weights, levels, factors } = reply.model;
  return [weights.buffer, levels.buffer, factors.buffer];
}
