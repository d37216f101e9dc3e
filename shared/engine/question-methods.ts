import type { Engine } from './engine.ts';
import type { EngineMethod } from './engine-routes.ts';

/** What a class that extends {@link questionMethods} must have. */
export interface Questions<M extends EngineMethod> {
  /**
   * Answers any of these questions. Nothing checks that the answer is of the question's type. Once `signal` aborts,
   * nobody waits for the answer.
   */
  question(method: M, input: unknown, signal?: AbortSignal): Promise<unknown>;
}

/** A class with a method for each of these questions. All of them call `question`. */
export function questionMethods<M extends EngineMethod>(
  methods: readonly M[],
): abstract new () => Questions<M> & Pick<Engine, M> {
  abstract class QuestionMethods implements Questions<M> {
    abstract question(method: M, input: unknown, signal?: AbortSignal): Promise<unknown>;
  }
  for (const method of methods) {
    const value = function (this: QuestionMethods, input: unknown, signal?: AbortSignal): Promise<unknown> {
      return this.question(method, input, signal);
    };
    Object.defineProperty(QuestionMethods.prototype, method, { value, writable: true, configurable: true });
  }
  return QuestionMethods as unknown as abstract new () => Questions<M> & Pick<Engine, M>;
}
