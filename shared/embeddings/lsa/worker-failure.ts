/** A worker could not be started, has ended, hangs, or answered nonsense. */
export class WorkerFailure extends Error {
  override readonly name = 'WorkerFailure';
}
