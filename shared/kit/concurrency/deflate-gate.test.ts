import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { DEFLATE_THROUGH_GATE, DeflateGate } from './deflate-gate.ts';

/** A thread that packs a long text when told, and says when it starts and when it is done. */
const PACKER = `
  const deflateSync = ${DEFLATE_THROUGH_GATE};
  const { parentPort } = require('node:worker_threads');
  const text = 'some words '.repeat(1_000_000);
  parentPort.on('message', () => {
    parentPort.postMessage('starts');
    deflateSync(text);
    parentPort.postMessage('done');
  });
  parentPort.postMessage('up');
`;

/** A packer through `gate`, and its messages, one at a time. */
function startPacker(gate: DeflateGate): { packer: Worker; next: () => Promise<string> } {
  const packer = new Worker(PACKER, { eval: true, workerData: gate.shared });
  return { packer, next: () => new Promise((resolve) => packer.once('message', resolve)) };
}

const isBusy = (gate: DeflateGate): boolean => gate.shared[0] === 1;

describe('DeflateGate', () => {
  it('is closed only after what is being packed has been', async () => {
    const gate = new DeflateGate();
    const { packer, next } = startPacker(gate);
    await next();
    packer.postMessage('pack');
    while (!isBusy(gate)) await new Promise(setImmediate);
    gate.close();
    expect(isBusy(gate)).toBe(false);
    await packer.terminate();
  });

  it('lets nothing through once it is closed', async () => {
    const gate = new DeflateGate();
    const { packer, next } = startPacker(gate);
    await next();
    gate.close();
    packer.postMessage('pack');
    expect(await next()).toBe('starts');
    const ended = await Promise.race([next(), new Promise((resolve) => setTimeout(resolve, 300, 'waits'))]);
    expect(ended).toBe('waits');
    expect(isBusy(gate)).toBe(false);
    await packer.terminate();
  });

  it('does not wait for a thread that packs nothing', () => {
    const gate = new DeflateGate();
    gate.close();
    gate.close();
    expect(isBusy(gate)).toBe(false);
  });
});
