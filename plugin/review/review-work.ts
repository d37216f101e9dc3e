import { Turns } from '../../shared/kit/concurrency/turns.ts';
import { messageOf } from '../../shared/kit/text/message-of.ts';
import type { Schedule } from '../../shared/kit/time/schedule.ts';
import { VaultLoomError } from '../../shared/protocol/errors.ts';
import { toHttpError } from '../../shared/protocol/http.ts';
import type { ReviewRules } from '../../shared/protocol/plugin-settings.ts';
import type { ReviewAnswer } from '../../shared/protocol/review.ts';
import type { Approval, CallParts } from '../../shared/tools/review/carry-out.ts';
import type { ReviewPlan } from '../../shared/tools/review/review-plan.ts';
import { callOf, type CallRunner } from './call-runner.ts';
import type { Waiting } from './review-item.ts';
import type { ReviewStore } from './review-store.ts';

export interface ReviewWorkOptions {
  runner: () => Promise<CallRunner>;
  /** Waits until the index can be asked. Throws `index_not_ready`. */
  parts: () => Promise<CallParts>;
  rules: () => ReviewRules;
  schedule: Schedule;
  /** Called with failures that concern nobody else. */
  log: (message: string) => void;
}

/** What the work needs of the desk. */
interface Desk {
  store: ReviewStore;
  /** Whether everything of a client is accepted now. */
  isTrusted: (client: string) => boolean;
  settle: (id: string, answer: ReviewAnswer) => Promise<void>;
  /** Something about what waits has changed. */
  tell: () => void;
}

const PLAN_AGAIN_MS = 1_000;

/** Plans the changes that wait, and writes those that the person has accepted, one at a time. */
export class ReviewWork {
  readonly #options: ReviewWorkOptions;
  readonly #desk: Desk;
  readonly #turns = new Turns();
  readonly #ended = new AbortController();
  #cancelPlanning: () => void = () => undefined;

  constructor(options: ReviewWorkOptions, desk: Desk) {
    this.#options = options;
    this.#desk = desk;
  }

  /**
   * Ends work in progress as soon as possible, and begins nothing more. Resolves when that has ended, and what became
   * of it is saved: a change that was written must not be offered again.
   */
  close(): Promise<void> {
    this.#ended.abort(new VaultLoomError('timeout', 'The app is being closed.'));
    this.#cancelPlanning();
    return this.#turns.run(() => undefined);
  }

  /** Plans changes, one after another. */
  async planAll(items: readonly Waiting[]): Promise<void> {
    for (const waiting of items) await this.#turns.run(() => this.#plan(waiting));
  }

  async #plan(waiting: Waiting): Promise<void> {
    const { call } = waiting;
    if (!this.#isThere(waiting) || waiting.isWriting) return;
    try {
      const [runner, parts] = [await this.#options.runner(), await this.#options.parts()];
      const plan = await runner.plan(callOf(call), parts, this.#ended.signal);
      if (!this.#isThere(waiting) || waiting.isWriting) return;
      // With nothing to write there is nothing to ask: only the tool's answer is missing.
      if (plan === null) return void this.write(waiting, { fingerprint: NO_PLAN });
      this.#show(waiting, plan, runner);
      waiting.problem = null;
      if (this.#desk.isTrusted(call.client)) return void this.writeUnseen(waiting);
    } catch (error) {
      if (this.#ended.signal.aborted) return;
      if (isNotReady(error)) return this.#planLater();
      waiting.problem = wordsOf(error);
    }
    this.#desk.tell();
  }

  /** The index is still being opened. */
  #planLater(): void {
    this.#cancelPlanning();
    if (this.#ended.signal.aborted) return;
    this.#cancelPlanning = this.#options.schedule(() => {
      void this.planAll(
        this.#desk.store.waiting.filter(
          ({ plan, problem }) => (plan === null && problem === null) || problem === NOT_READY,
        ),
      );
    }, PLAN_AGAIN_MS);
  }

  #show(waiting: Waiting, plan: ReviewPlan, { risksOf }: CallRunner): void {
    waiting.hasChanged ||= waiting.plan !== null && waiting.plan.fingerprint !== plan.fingerprint;
    waiting.plan = plan;
    waiting.risks = risksOf(plan, this.#marked);
  }

  /** Finds the risks again, by the folders that are marked now. */
  async judgeAgain(): Promise<void> {
    const { risksOf } = await this.#options.runner();
    for (const waiting of this.#desk.store.waiting)
      if (waiting.plan !== null) waiting.risks = risksOf(waiting.plan, this.#marked);
  }

  get #marked(): string[] {
    return this.#options.rules().reviewFolders.map(({ folder }) => folder);
  }

  /** Writes a change as the person has approved it, or shows what it would do now instead. */
  async write(waiting: Waiting, approval: Approval): Promise<void> {
    waiting.isWriting = true;
    waiting.problem = null;
    waiting.wasInterrupted = false;
    this.#desk.tell();
    await this.#turns.run(async () => {
      const { call } = waiting;
      try {
        const [runner, parts] = [await this.#options.runner(), await this.#options.parts()];
        call.began = true;
        await this.#desk.store.save();
        const carried = await runner.carryOut(callOf(call), parts, approval, this.#ended.signal);
        call.began = false;
        if (carried.plan === undefined) {
          const { result, partlyApplied, failure } = carried;
          return await this.#desk.settle(call.id, {
            id: call.id,
            decision: 'approved',
            ...(partlyApplied ? { partlyApplied } : {}),
            ...(failure === null ? { result } : { error: toHttpError(failure) }),
          });
        }
        this.#show(waiting, carried.plan, runner);
      } catch (error) {
        call.began = false;
        waiting.problem = wordsOf(error);
        if (isNotReady(error)) this.#planLater();
      }
      waiting.isWriting = false;
      this.#desk.tell();
      await this.#desk.store.save().catch((error: unknown) => this.#options.log(messageOf(error)));
    });
  }

  /**
   * Writes what the person has accepted without looking at each, unless it is one to be looked at. Only the assistant
   * learns why one fails.
   */
  async writeUnseen(waiting: Waiting): Promise<void> {
    if (await this.#mustBeSeen(waiting)) return this.#desk.tell();
    if (!this.#isThere(waiting) || waiting.isWriting) return;
    await this.write(waiting, { fingerprint: null });
    if (waiting.problem !== null && waiting.problem !== NOT_READY && this.#isThere(waiting))
      await this.#desk.settle(waiting.call.id, {
        id: waiting.call.id,
        decision: 'declined',
        reason: `It could not be written: ${waiting.problem}`,
      });
  }

  async #mustBeSeen({ call, plan, wasInterrupted, isInPart }: Waiting): Promise<boolean> {
    if (wasInterrupted || isInPart) return true;
    if (plan === null) return false;
    const { verdictOf } = await this.#options.runner();
    return verdictOf(this.#options.rules(), call.client, plan) === 'refuse';
  }

  #isThere(waiting: Waiting): boolean {
    return this.#desk.store.get(waiting.call.id) === waiting && !this.#ended.signal.aborted;
  }
}

/** The plan of a call that would write nothing: no other has this fingerprint. */
const NO_PLAN = '';
const NOT_READY = 'Your notes are still being read. This will be retried automatically.';

function isNotReady(error: unknown): boolean {
  return error instanceof VaultLoomError && error.code === 'index_not_ready';
}

function wordsOf(error: unknown): string {
  if (isNotReady(error)) return NOT_READY;
  return error instanceof VaultLoomError ? error.message : `Unexpected error: ${messageOf(error)}`;
}
