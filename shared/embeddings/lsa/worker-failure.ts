/** A worker could not be started, has ended, hangs, or answers what makes no sense. */
export class WorkerFailure extends Error {
  override readonly name = 'WorkerFailure';
}
