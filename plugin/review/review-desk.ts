import { randomUUID } from 'node:crypto';
import { isSameClient } from '../../shared/protocol/client-claim.ts';
import { VaultLoomError } from '../../shared/protocol/errors.ts';
import type { ReviewAnswer, ReviewBody, ReviewMode } from '../../shared/protocol/review.ts';
import { modeForClient } from '../../shared/tools/review/mode-for-client.ts';
import type { Verdict } from '../../shared/tools/review/verdict.ts';
import { AnswerWaits } from './answer-waits.ts';
import type { WaitingCall } from './review-file.ts';
import { itemOf, newWaiting, type ReviewItem, type Waiting } from './review-item.ts';
import { ReviewStore, type ReviewStoreOptions } from './review-store.ts';
import { ReviewWork, type ReviewWorkOptions } from './review-work.ts';
import { TRUST_MS, TrustedClients, type TrustedClient } from './trusted-clients.ts';

export interface ReviewDeskOptions extends ReviewWorkOptions {
  file: ReviewStoreOptions['file'];
  /** Saves how the person wants a client to be treated. */
  setRule: (client: string, mode: ReviewMode) => Promise<void>;
  /** Milliseconds since 1970. */
  now?: () => number;
}

/** Changes that wait for the person. Others can only add to them and ask; decisions come from the app's window. */
export class ReviewDesk {
  readonly #options: ReviewDeskOptions;
  readonly #now: () => number;
  readonly #store: ReviewStore;
  readonly #waits: AnswerWaits;
  readonly #trusted: TrustedClients;
  readonly #listeners = new Set<() => void>();
  readonly #work: ReviewWork;
  #loaded: Promise<void> | null = null;

  constructor(options: ReviewDeskOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
    this.#store = new ReviewStore({ ...options, now: this.#now, expired: () => this.#tell() });
    this.#waits = new AnswerWaits(options.schedule);
    this.#trusted = new TrustedClients(this.#now);
    this.#work = new ReviewWork(options, {
      store: this.#store,
      isTrusted: (client) => this.#trusted.has(client),
      settle: (id, answer) => this.#settle(id, answer),
      tell: () => this.#tell(),
    });
  }

  /** Reads what waited when the app was closed. Never rejects. */
  load(): Promise<void> {
    this.#loaded ??= this.#load();
    return this.#loaded;
  }

  /** What waits, the oldest first. */
  get items(): ReviewItem[] {
    return this.#store.waiting.map(itemOf);
  }

  /** The clients of which everything is accepted now. */
  get trusted(): TrustedClient[] {
    return this.#trusted.all;
  }

  /** Whether everything of a client can be accepted: not while it may only read. */
  canTrust(client: string): boolean {
    return modeForClient(this.#options.rules(), client) !== 'read-only';
  }

  /** Calls `listener` after each change of what waits; returns a function that stops it. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Takes a change in, saves it, and waits for the person's answer. Asked twice with one id, it is one change.
   *
   * @throws VaultLoomError `invalid_arguments` if it does not call a writing tool, `too_many_requests` if too much
   *   waits
   */
  async submit({ waitMs, ...body }: ReviewBody, gone: AbortSignal): Promise<ReviewAnswer> {
    await this.load();
    const id = body.id ?? `review-${randomUUID()}`;
    if (this.#store.get(id) === undefined && this.#store.answer(id) === undefined) await this.#take({ ...body, id });
    return this.answer(id, waitMs, gone);
  }

  /**
   * The person's answer, or `pending` after `waitMs`. Throws `not_found` for an unknown id, or one that has expired.
   */
  async answer(id: string, waitMs: number, gone: AbortSignal): Promise<ReviewAnswer> {
    await this.load();
    if (this.#store.get(id) !== undefined && waitMs > 0) await this.#waits.answered(id, waitMs, gone);
    const answer = this.#store.answer(id);
    if (answer !== undefined) return answer;
    if (this.#store.get(id) !== undefined) return { id, decision: 'pending' };
    throw new VaultLoomError(
      'not_found',
      'No such change waits here: it was never asked for, or 24 hours have passed.',
    );
  }

  /**
   * The person's yes to the plan with this fingerprint. If the files have changed so that something else would be
   * written, shows that instead, and writes nothing.
   *
   * @param text of an edit of one note, parts of which the person leaves out: the whole new text
   */
  async accept(id: string, { fingerprint, text }: { fingerprint: string; text?: string }): Promise<void> {
    const waiting = this.#store.get(id);
    if (waiting === undefined || waiting.isWriting || waiting.plan?.fingerprint !== fingerprint) return;
    await this.#work.write(waiting, { fingerprint, ...(text === undefined ? {} : { text }) });
    if (this.#store.answer(id) !== undefined) await this.#knowClient(waiting.call.client);
  }

  /** The person's no. The reason goes to the assistant. */
  async decline(id: string, reason = ''): Promise<void> {
    const waiting = this.#store.get(id);
    if (waiting === undefined || waiting.isWriting) return;
    const words = reason.trim();
    await this.#settle(id, { id, decision: 'declined', ...(words === '' ? {} : { reason: words }) });
  }

  /**
   * Accepts all that waits of a client, and all that it asks for in the next 15 minutes, or until a rule for it is
   * tightened. Not kept across restarts. Does nothing for a client that may only read. What may be in the notes
   * already, and what would be written where nothing is to be written, waits on.
   *
   * @param except ids of changes that wait on, since the person does not want all of them
   */
  async acceptAllOf(client: string, except: readonly string[] = []): Promise<void> {
    if (!this.canTrust(client)) return;
    this.#trusted.trust(client, this.#options.rules());
    this.#options.schedule(() => this.#tell(), TRUST_MS + 1);
    this.#tell();
    const theirs = this.#store.waiting.filter(({ call }) => isSameClient(call.client, client));
    for (const waiting of theirs) waiting.isInPart = except.includes(waiting.call.id);
    await Promise.all(theirs.map((waiting) => this.#work.writeUnseen(waiting)));
    if (theirs.length > 0) await this.#knowClient(client);
  }

  /** Ends {@link acceptAllOf}. */
  stopAccepting(client: string): void {
    this.#trusted.stop(client);
    this.#tell();
  }

  /**
   * Saves how the person wants a client to be treated from now on. What waits only because the client was new, and
   * would be written at once by this rule, is written.
   *
   * @param except ids of changes that wait on, since the person does not want all of them
   */
  async setRule(client: string, mode: ReviewMode, except: readonly string[] = []): Promise<void> {
    const { verdictOf } = await this.#options.runner();
    const allWith = (verdict: Verdict): Waiting[] =>
      this.#store.waiting.filter(
        ({ call, plan, problem, wasInterrupted }) =>
          isSameClient(call.client, client) &&
          !except.includes(call.id) &&
          plan !== null &&
          problem === null &&
          !wasInterrupted &&
          verdictOf(this.#options.rules(), call.client, plan) === verdict,
      );
    const asked = new Set(allWith('ask'));
    await this.#saveRule(client, mode);
    const allowed = allWith('write').filter((waiting) => asked.has(waiting));
    await Promise.all(allowed.map(({ call, plan }) => this.accept(call.id, { fingerprint: plan?.fingerprint ?? '' })));
  }

  /** Judges what waits, and who is trusted, by changed rules. */
  async rulesChanged(): Promise<void> {
    this.#trusted.rulesChanged(this.#options.rules());
    this.#tell();
    if (this.#store.waiting.length === 0) return;
    const { isNewClient } = await this.#options.runner();
    for (const waiting of this.#store.waiting)
      waiting.isNewClient = isNewClient(this.#options.rules(), waiting.call.client);
    await this.#work.judgeAgain();
    this.#tell();
  }

  /** Plans again what would touch one of these notes, or names one: a link may be written in another way then. */
  filesChanged(paths: readonly string[]): void {
    const changed = new Set(paths);
    const isAnyIn = (folder: string): boolean => paths.some((path) => path.startsWith(folder));
    const stale = this.#store.waiting.filter(
      ({ call, plan, problem, isWriting }) =>
        !isWriting &&
        (plan === null
          ? problem !== null && call.paths.some((path) => changed.has(path))
          : plan.files.some((file) => changed.has(file.path) || (file.kind === 'move' && changed.has(file.to))) ||
            plan.named?.some((name) => (name.endsWith('/') ? isAnyIn(name) : changed.has(name)))),
    );
    void this.#work.planAll(stale);
  }

  /** Plans a change again, after its problem may be gone. */
  planAgain(id: string): void {
    const waiting = this.#store.get(id);
    if (waiting !== undefined) void this.#work.planAll([waiting]);
  }

  /** Ends all waits; what waits stays saved. Resolves when nothing is being written any more. */
  close(): Promise<void> {
    const ended = this.#work.close();
    this.#store.close();
    this.#waits.close();
    this.#listeners.clear();
    return ended;
  }

  async #load(): Promise<void> {
    await this.#store.load();
    const { waiting } = this.#store;
    if (waiting.length === 0) return;
    this.#tell();
    await this.rulesChanged().catch(() => undefined);
    void this.#work.planAll(waiting);
  }

  /** After a yes, a client is no longer new. A rule that the person has made meanwhile stays. */
  async #knowClient(client: string): Promise<void> {
    const { isNewClient } = await this.#options.runner();
    if (isNewClient(this.#options.rules(), client)) await this.#saveRule(client, 'write');
  }

  async #saveRule(client: string, mode: ReviewMode): Promise<void> {
    await this.#options.setRule(client, mode);
    await this.rulesChanged();
  }

  async #take(body: Omit<WaitingCall, 'receivedAt' | 'began'>): Promise<void> {
    const { read, isNewClient } = await this.#options.runner();
    read(body);
    const waiting = newWaiting({ ...body, receivedAt: this.#now(), began: false });
    waiting.isNewClient = isNewClient(this.#options.rules(), body.client);
    await this.#store.add(waiting);
    if (this.#trusted.has(body.client)) return void this.#work.writeUnseen(waiting);
    this.#tell();
    void this.#work.planAll([waiting]);
  }

  async #settle(id: string, answer: ReviewAnswer): Promise<void> {
    await this.#store.settle(id, answer);
    this.#waits.tell(id);
    this.#tell();
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}
