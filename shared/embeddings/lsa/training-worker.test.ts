import { expect, it } from 'vitest';
import { spawnNodeWorker } from '../../kit/concurrency/node-worker.ts';
import { runSteps } from '../../kit/concurrency/slices.ts';
import { scheduleTimeout } from '../../kit/time/schedule.ts';
import { strideOf } from '../../search/vectors/quantise.ts';
import { toSend, type LsaRequest } from './lsa-messages.ts';
import { LsaModel, type LsaParts } from './lsa-model.ts';
import { TrainingWorker } from './training-worker.ts';

const DIMENSIONS = 64;
const TERMS = 40_000;

it('is given a large model in parts, and places texts with all of it', async () => {
  const sizes: number[] = [];
  const worker = new TrainingWorker({
    spawnWorker: (code, name) => {
      const handle = spawnNodeWorker(code, name);
      return {
        ...handle,
        postMessage: (message, transfer) => {
          const request = message as LsaRequest;
          sizes.push(request.kind === 'levels' ? request.levels.length : 0);
          handle.postMessage(message, transfer);
        },
      };
    },
    schedule: scheduleTimeout,
    timeoutMs: 20_000,
  });
  const parts = largeParts();
  const model = runSteps(LsaModel.of(parts));
  const texts = ['first0', `first0 term${TERMS - 1}`, 'term20000 term31000'];
  try {
    await worker.use(toSend(parts));
    expect(await worker.place(texts, DIMENSIONS)).toEqual(texts.map((text) => model.embed(text)));
  } finally {
    worker.end();
  }
  expect(sizes.reduce((sum, size) => sum + size)).toBe(parts.levels.length);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(1 << 20);
});

function largeParts(): LsaParts {
  return {
    dimensions: DIMENSIONS,
    texts: TERMS,
    terms: Array.from({ length: TERMS }, (_, i) => (i === 0 ? 'first0' : `term${i}`)),
    weights: Float32Array.from({ length: TERMS }, (_, i) => 1 + (i % 7)),
    levels: Int8Array.from({ length: TERMS * strideOf(DIMENSIONS) }, (_, i) => ((i * 31) % 255) - 127),
    factors: new Float32Array(TERMS).fill(0.01),
  };
}
