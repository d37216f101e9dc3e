import { createHash } from 'node:crypto';
import type { KeyedCompactGraph } from '../graph/link-graph.ts';
import type { Steps } from '../kit/concurrency/slices.ts';

const KEYS_A_STEP = 1_000;
const BYTES_A_STEP = 256 * 1024;
const LENGTH = 32;

/** Equal for equal nodes, edges and weights. */
export function* graphFingerprint({ graph, keys }: KeyedCompactGraph): Steps<string> {
  const hash = createHash('sha256');
  for (let at = 0; at < keys.length; at += KEYS_A_STEP) {
    hash.update(`${at === 0 ? '' : '\n'}${keys.slice(at, at + KEYS_A_STEP).join('\n')}`);
    yield;
  }
  for (const { buffer, byteOffset, byteLength } of [graph.offsets, graph.targets, graph.weights]) {
    for (let at = 0; at < byteLength; at += BYTES_A_STEP) {
      hash.update(new Uint8Array(buffer, byteOffset + at, Math.min(BYTES_A_STEP, byteLength - at)));
      yield;
    }
  }
  return hash.digest('hex').slice(0, LENGTH);
}
