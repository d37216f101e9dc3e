import { withStop } from '../../kit/text/with-stop.ts';
import { VaultLoomError } from '../../protocol/errors.ts';
import type { Schedule } from '../../kit/time/schedule.ts';
import type { SpawnWorker } from '../../kit/concurrency/spawn-worker.ts';
import type { HubAddress } from '../model/model-files.ts';
import type { TransformersReply, TransformersRequest } from './transformers-messages.ts';

/**
 * The hub that the library is set to, asked in a worker of its own.
 * @throws VaultLoomError `embedder_unavailable` if the library does not load
 */
export async function hubOfLibrary(
  library: string,
  code: string,
  { spawnWorker, schedule }: { spawnWorker: SpawnWorker; schedule: Schedule },
): Promise<HubAddress> {
  const worker = spawnWorker(code, 'vault-loom-transformers-hub');
  let cancelTimer = (): void => undefined;
  try {
    return await new Promise<HubAddress>((resolve, reject) => {
      const fail = (why: string): void => {
        reject(
          new VaultLoomError('embedder_unavailable', withStop(`The embedder 'transformers' does not load: ${why}`)),
        );
      };
      cancelTimer = schedule(() => fail('no answer in 60 s'), 60_000);
      worker.onError((error) => fail(error.message));
      worker.onMessage((message) => {
        const reply = message as TransformersReply;
        if (reply.kind === 'described') resolve({ base: reply.hub, pathTemplate: reply.pathTemplate });
        else fail(reply.kind === 'broken' ? reply.message : 'an answer to something else');
      });
      const request: TransformersRequest = { kind: 'describe', library };
      worker.postMessage(request);
    });
  } finally {
    cancelTimer();
    await worker.terminate();
  }
}
