/** A worker could not be started, has ended, hangs, or gives a nonsensical answer. */
export class WorkerFailure extends Error {
  override readonly name = 'WorkerFailure';
}
