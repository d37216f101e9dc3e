import { randomUUID } from 'node:crypto';
import type { Schedule } from '../../shared/kit/time/schedule.ts';
import { within } from '../../shared/kit/time/deadline.ts';
import { messageOf } from '../../shared/kit/text/message-of.ts';
import { Turns } from '../../shared/kit/concurrency/turns.ts';
import { VaultLoomError } from '../../shared/protocol/errors.ts';
import { toHttpError } from '../../shared/protocol/http.ts';
import { REVIEW_KEPT_MS, type ReviewAnswer, type ReviewBody, type ReviewMode } from '../../shared/protocol/review.ts';
import type { ReviewRules } from '../../shared/protocol/plugin-settings.ts';
import type { Approval, CallParts, CarriedOut, ForeignCall } from '../../shared/tools/review/carry-out.ts';
import type { ReviewPlan } from '../../shared/tools/review/review-plan.ts';
import type { Risk } from '../../shared/tools/review/risk.ts';
import type { SavedReviews, SettledCall, WaitingCall } from './review-file.ts';

/** A change that waits, as the person is shown it. */
export interface ReviewItem {
  id: string;
  tool: string;
  /** The name that the client gives itself. */
  client: string;
  /** The person has not said yet how to treat this client. */
  isNewClient: boolean;
  /** Milliseconds since 1970. */
  receivedAt: number;
  /** What the caller says it would do, until the plan is there. */
  claimed: { paths: readonly string[]; diff: string };
  /** What it would do to the files as they are now; null until that is known. */
  plan: ReviewPlan | null;
  risks: readonly Risk[];
  /** The files have changed since the person was first shown it, and so has the plan. */
  hasChanged: boolean;
  /** Why it could not be planned or written, in words. */
  problem: string | null;
  isWriting: boolean;
}

/** What can be done with a call. Loaded when first needed: tools are large. */
export interface CallRunner {
  read: (call: Pick<ForeignCall, 'tool' | 'args'>) => unknown;
  plan: (call: ForeignCall, parts: CallParts, signal: AbortSignal) => Promise<ReviewPlan | null>;
  carryOut: (call: ForeignCall, parts: CallParts, approval: Approval, signal: AbortSignal) => Promise<CarriedOut>;
  risksOf: (plan: ReviewPlan, marked: readonly string[]) => Risk[];
  isNewClient: (rules: ReviewRules, client: string) => boolean;
}

export interface ReviewDeskOptions {
  file: { load(): Promise<SavedReviews>; save(reviews: SavedReviews): Promise<void> };
  runner: () => Promise<CallRunner>;
  /** Waits until the index can be asked. Throws `index_not_ready`. */
  parts: () => Promise<CallParts>;
  rules: () => ReviewRules;
  /** Saves how the person wants a client to be treated. */
  setRule: (client: string, mode: ReviewMode) => Promise<void>;
  schedule: Schedule;
  /** Milliseconds since 1970. */
  now?: () => number;
  /** Called with failures that concern nobody else. */
  log: (message: string) => void;
}

/** How long 'accept all of this client' holds. */
export const TRUST_MS = 15 * 60_000;

const MOST_WAITING = 100;
const MOST_WAITING_BYTES = 8_000_000;
const MOST_SETTLED = 300;
const PLAN_AGAIN_MS = 1_000;

interface Waiting {
  call: WaitingCall;
  bytes: number;
  plan: ReviewPlan | null;
  risks: Risk[];
  isNewClient: boolean;
  hasChanged: boolean;
  problem: string | null;
  isWriting: boolean;
}

/** Changes that wait for the person. Others can only add to them and ask; decisions come from the app's window. */
export class ReviewDesk {
  readonly #options: ReviewDeskOptions;
  readonly #now: () => number;
  readonly #waiting = new Map<string, Waiting>();
  readonly #settled = new Map<string, SettledCall>();
  readonly #listeners = new Set<() => void>();
  /** Called once a change is settled. */
  readonly #callers = new Map<string, Set<() => void>>();
  /** Until when everything of a client is accepted, by its name. */
  readonly #trusted: { client: string; until: number }[] = [];
  readonly #work = new Turns();
  readonly #ended = new AbortController();
  #loaded: Promise<void> | null = null;
  #cancelPlanning: () => void = () => undefined;
  #cancelExpiry: () => void = () => undefined;

  constructor(options: ReviewDeskOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
  }

  /** Reads what waited when the app was closed. Never rejects. */
  load(): Promise<void> {
    this.#loaded ??= this.#load();
    return this.#loaded;
  }

  /** What waits, the oldest first. */
  get items(): ReviewItem[] {
    return [...this.#waiting.values()].map(({ call, bytes: _bytes, ...state }) => ({
      id: call.id,
      tool: call.tool,
      client: call.client,
      receivedAt: call.receivedAt,
      claimed: { paths: call.paths, diff: call.diff },
      ...state,
    }));
  }

  /** Until when everything of a client is accepted, in milliseconds since 1970; null if it is not. */
  trustedUntil(client: string): number | null {
    const now = this.#now();
    return this.#trusted.find((trust) => trust.client === client && trust.until > now)?.until ?? null;
  }

  /** Calls `listener` after each change of what waits; returns a function that stops it. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Takes a change in, saves it, and waits for the person's answer. Asked twice with one id, it is one change.
   *
   * @throws VaultLoomError `invalid_arguments` if it is no call of a writing tool, `too_many_requests` if too much waits
   */
  async submit({ waitMs, ...body }: ReviewBody, gone: AbortSignal): Promise<ReviewAnswer> {
    await this.load();
    const id = body.id ?? `review-${randomUUID()}`;
    if (!this.#waiting.has(id) && !this.#settled.has(id)) await this.#take({ ...body, id });
    return this.answer(id, waitMs, gone);
  }

  /** The person's answer, or `pending` after `waitMs`. Throws `not_found` for an unknown id, or one that has expired. */
  async answer(id: string, waitMs: number, gone: AbortSignal): Promise<ReviewAnswer> {
    await this.load();
    if (this.#waiting.has(id) && waitMs > 0) await this.#settledWithin(id, waitMs, gone);
    const settled = this.#settled.get(id);
    if (settled !== undefined) return settled.answer;
    if (this.#waiting.has(id)) return { id, decision: 'pending' };
    throw new VaultLoomError(
      'not_found',
      'No such change waits here: it was never asked for, or 24 hours have passed.',
    );
  }

  /**
   * The person's yes to the plan with this fingerprint. If the files have changed so that something else would be written,
   * shows that instead, and writes nothing.
   *
   * @param text of an edit of one note, parts of which the person leaves out: the whole new text
   */
  async accept(id: string, { fingerprint, text }: { fingerprint: string; text?: string }): Promise<void> {
    const waiting = this.#waiting.get(id);
    if (waiting === undefined || waiting.isWriting || waiting.plan?.fingerprint !== fingerprint) return;
    await this.#write(waiting, { fingerprint, ...(text === undefined ? {} : { text }) });
    if (this.#settled.has(id) && waiting.isNewClient) await this.setRule(waiting.call.client, 'write');
  }

  /** The person's no. The reason goes to the assistant. */
  async decline(id: string, reason = ''): Promise<void> {
    const waiting = this.#waiting.get(id);
    if (waiting === undefined || waiting.isWriting) return;
    const words = reason.trim();
    await this.#settle(id, { id, decision: 'declined', ...(words === '' ? {} : { reason: words }) });
  }

  /** Accepts all that waits of a client, and all that it asks for in the next 15 minutes. Not kept across restarts. */
  async acceptAllOf(client: string): Promise<void> {
    this.stopAccepting(client);
    this.#trusted.push({ client, until: this.#now() + TRUST_MS });
    this.#options.schedule(() => this.#tell(), TRUST_MS + 1);
    this.#tell();
    const theirs = [...this.#waiting.values()].filter(({ call }) => call.client === client);
    await Promise.all(theirs.map((waiting) => this.#writeUnseen(waiting)));
    if (theirs.some(({ isNewClient }) => isNewClient)) await this.setRule(client, 'write');
  }

  /** Ends {@link acceptAllOf}. */
  stopAccepting(client: string): void {
    for (let index = this.#trusted.length - 1; index >= 0; index--)
      if (this.#trusted[index]?.client === client) this.#trusted.splice(index, 1);
    this.#tell();
  }

  /** Saves how the person wants a client to be treated from now on. What waits already stays. */
  async setRule(client: string, mode: ReviewMode): Promise<void> {
    await this.#options.setRule(client, mode);
    await this.rulesChanged();
  }

  /** Judges what waits by changed rules. */
  async rulesChanged(): Promise<void> {
    if (this.#waiting.size === 0) return;
    const { isNewClient } = await this.#options.runner();
    for (const waiting of this.#waiting.values())
      waiting.isNewClient = isNewClient(this.#options.rules(), waiting.call.client);
    this.#tell();
  }

  /** Plans again what would touch one of these notes. */
  filesChanged(paths: readonly string[]): void {
    const changed = new Set(paths);
    const stale = [...this.#waiting.values()].filter(
      ({ plan, isWriting }) =>
        !isWriting &&
        (plan?.files ?? []).some((file) => changed.has(file.path) || (file.kind === 'move' && changed.has(file.to))),
    );
    void this.#planAll(stale);
  }

  /** Plans a change again, after its problem may be gone. */
  planAgain(id: string): void {
    const waiting = this.#waiting.get(id);
    if (waiting !== undefined) void this.#planAll([waiting]);
  }

  /** Ends all waits; what waits stays saved. */
  close(): void {
    this.#ended.abort(new VaultLoomError('timeout', 'The app is being closed.'));
    this.#cancelPlanning();
    this.#cancelExpiry();
    for (const callers of this.#callers.values()) for (const tell of callers) tell();
    this.#listeners.clear();
  }

  async #load(): Promise<void> {
    try {
      const { waiting, settled } = await this.#options.file.load();
      for (const one of settled) this.#settled.set(one.answer.id, one);
      for (const call of waiting) if (!this.#settled.has(call.id)) this.#waiting.set(call.id, newWaiting(call));
    } catch (error) {
      this.#options.log(`Changes that waited for an answer could not be read: ${messageOf(error)}`);
    }
    this.#dropOld();
    if (this.#waiting.size > 0) {
      this.#tell();
      await this.rulesChanged().catch(() => undefined);
      void this.#planAll([...this.#waiting.values()]);
    }
  }

  async #take(body: Omit<WaitingCall, 'receivedAt' | 'began'>): Promise<void> {
    const { read, isNewClient } = await this.#options.runner();
    read(body);
    this.#dropOld();
    const call: WaitingCall = { ...body, receivedAt: this.#now(), began: false };
    const waiting = newWaiting(call);
    const bytes = [...this.#waiting.values()].reduce((sum, one) => sum + one.bytes, waiting.bytes);
    if (this.#waiting.size >= MOST_WAITING || bytes > MOST_WAITING_BYTES)
      throw new VaultLoomError('too_many_requests', 'Too many changes wait for the person already.', {
        hint: 'Wait until the person has answered some of them.',
      });
    waiting.isNewClient = isNewClient(this.#options.rules(), call.client);
    this.#waiting.set(call.id, waiting);
    try {
      await this.#save();
    } catch (error) {
      this.#waiting.delete(call.id);
      throw error;
    }
    this.#dropLater();
    if (this.trustedUntil(call.client) !== null) return void this.#writeUnseen(waiting);
    this.#tell();
    void this.#planAll([waiting]);
  }

  async #settledWithin(id: string, waitMs: number, gone: AbortSignal): Promise<void> {
    const callers = this.#callers.get(id) ?? new Set();
    this.#callers.set(id, callers);
    let tell: () => void = () => undefined;
    const settled = new Promise<void>((resolve) => {
      tell = resolve;
      callers.add(resolve);
    });
    gone.addEventListener('abort', tell, { once: true });
    if (gone.aborted || this.#ended.signal.aborted) tell();
    await within(waitMs, settled, this.#options.schedule);
    gone.removeEventListener('abort', tell);
    callers.delete(tell);
    if (callers.size === 0) this.#callers.delete(id);
  }

  async #planAll(items: readonly Waiting[]): Promise<void> {
    for (const waiting of items) await this.#work.run(() => this.#plan(waiting));
  }

  async #plan(waiting: Waiting): Promise<void> {
    const { call } = waiting;
    if (!this.#isThere(waiting) || waiting.isWriting) return;
    try {
      const [runner, parts] = [await this.#options.runner(), await this.#options.parts()];
      const plan = await runner.plan(callOf(call), parts, this.#ended.signal);
      if (!this.#isThere(waiting) || waiting.isWriting) return;
      // With nothing to write there is nothing to ask: only the tool's answer is missing.
      if (plan === null) return void this.#write(waiting, { fingerprint: NO_PLAN });
      this.#show(waiting, plan, runner);
      waiting.problem = call.began ? INTERRUPTED : null;
      if (this.trustedUntil(call.client) !== null) return void this.#writeUnseen(waiting);
    } catch (error) {
      if (this.#ended.signal.aborted) return;
      if (isNotReady(error)) return this.#planLater();
      waiting.problem = wordsOf(error);
    }
    this.#tell();
  }

  /** The index is still being opened. */
  #planLater(): void {
    this.#cancelPlanning();
    this.#cancelPlanning = this.#options.schedule(() => {
      void this.#planAll(
        [...this.#waiting.values()].filter(
          ({ plan, problem }) => (plan === null && problem === null) || problem === NOT_READY,
        ),
      );
    }, PLAN_AGAIN_MS);
  }

  #show(waiting: Waiting, plan: ReviewPlan, { risksOf }: CallRunner): void {
    waiting.hasChanged ||= waiting.plan !== null && waiting.plan.fingerprint !== plan.fingerprint;
    waiting.plan = plan;
    waiting.risks = risksOf(
      plan,
      this.#options.rules().reviewFolders.map(({ folder }) => folder),
    );
  }

  async #write(waiting: Waiting, approval: Approval): Promise<void> {
    waiting.isWriting = true;
    waiting.problem = null;
    this.#tell();
    await this.#work.run(async () => {
      const { call } = waiting;
      try {
        const [runner, parts] = [await this.#options.runner(), await this.#options.parts()];
        call.began = true;
        await this.#save();
        const carried = await runner.carryOut(callOf(call), parts, approval, this.#ended.signal);
        call.began = false;
        if (carried.plan === undefined) {
          const { result, partlyApplied, failure } = carried;
          return await this.#settle(call.id, {
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
      this.#tell();
      await this.#save().catch((error: unknown) => this.#options.log(messageOf(error)));
    });
  }

  /** Writes what the person has accepted without looking at each. Nobody looks at why it fails, but the assistant. */
  async #writeUnseen(waiting: Waiting): Promise<void> {
    if (!this.#isThere(waiting) || waiting.isWriting) return;
    await this.#write(waiting, { fingerprint: null });
    if (waiting.problem !== null && waiting.problem !== NOT_READY && this.#isThere(waiting))
      await this.#settle(waiting.call.id, {
        id: waiting.call.id,
        decision: 'declined',
        reason: `It could not be written: ${waiting.problem}`,
      });
  }

  async #settle(id: string, answer: ReviewAnswer): Promise<void> {
    this.#waiting.delete(id);
    this.#settled.set(id, { answer, settledAt: this.#now() });
    for (const oldest of this.#settled.keys()) {
      if (this.#settled.size <= MOST_SETTLED) break;
      this.#settled.delete(oldest);
    }
    await this.#save().catch((error: unknown) =>
      this.#options.log(`The answer to a change could not be saved: ${messageOf(error)}`),
    );
    for (const tell of this.#callers.get(id) ?? []) tell();
    this.#tell();
  }

  #isThere(waiting: Waiting): boolean {
    return this.#waiting.get(waiting.call.id) === waiting && !this.#ended.signal.aborted;
  }

  #dropOld(): void {
    const oldest = this.#now() - REVIEW_KEPT_MS;
    for (const [id, { call, isWriting }] of this.#waiting)
      if (call.receivedAt <= oldest && !isWriting) this.#waiting.delete(id);
    for (const [id, { settledAt }] of this.#settled) if (settledAt <= oldest) this.#settled.delete(id);
    this.#dropLater();
  }

  #dropLater(): void {
    this.#cancelExpiry();
    const times = [...this.#waiting.values()].map(({ call }) => call.receivedAt);
    if (times.length === 0 || this.#ended.signal.aborted) return;
    const left = Math.max(0, Math.min(...times) + REVIEW_KEPT_MS - this.#now());
    this.#cancelExpiry = this.#options.schedule(() => {
      this.#dropOld();
      this.#tell();
      void this.#save().catch(() => undefined);
    }, left + 1);
  }

  #save(): Promise<void> {
    return this.#options.file.save({
      waiting: [...this.#waiting.values()].map(({ call }) => call),
      settled: [...this.#settled.values()],
    });
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** Shown when the app ended in the middle of a write. */
const INTERRUPTED =
  'The app was closed while this was being written. Look whether it is there already before you accept it.';

/** The plan of a call that would write nothing: no other has this fingerprint. */
const NO_PLAN = '';
const NOT_READY = 'Your notes are still being read. It is tried again by itself.';

function newWaiting(call: WaitingCall): Waiting {
  return {
    call,
    bytes: JSON.stringify(call).length,
    plan: null,
    risks: [],
    isNewClient: false,
    hasChanged: false,
    problem: null,
    isWriting: false,
  };
}

function callOf({ tool, args, client, folders }: WaitingCall): ForeignCall {
  return { tool, args, client, folders: folders ?? null };
}

function isNotReady(error: unknown): boolean {
  return error instanceof VaultLoomError && error.code === 'index_not_ready';
}

function wordsOf(error: unknown): string {
  if (isNotReady(error)) return NOT_READY;
  return error instanceof VaultLoomError ? error.message : `This was not foreseen: ${messageOf(error)}`;
}
