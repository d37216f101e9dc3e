import { randomBytes } from 'node:crypto';
import type { z } from 'zod';
import { untilAborted, withDeadline } from '../../../shared/kit/time/deadline.ts';
import { vaultDataFolder, vaultIdentity } from '../../../shared/vault/data-folders.ts';
import type { Discovery } from '../../../shared/protocol/discovery.ts';
import { VaultLoomError } from '../../../shared/protocol/errors.ts';
import { helloToken, isHelloProof, type helloAnswer, type helloBody } from '../../../shared/protocol/hello.ts';
import { ensureSecret } from '../../../shared/vault/user-secret.ts';
import { PluginUnavailable } from './plugin-absence.ts';
import { isSameFolder } from './plugin-discovery.ts';

export interface PluginProofOptions {
  /** Real path. */
  vault: string;
  /** The per-user data folder. */
  dataFolder: string;
  /** Reads the secret that both halves share, or null; by default a missing one is created. */
  secret?: (dataFolder: string) => Promise<string | null>;
}

/** Asks `/hello` at the address in the discovery file; throws as `PluginClient.request` does. */
type AskHello = (request: {
  token: string;
  body: z.input<typeof helloBody>;
  signal: AbortSignal;
}) => Promise<z.output<typeof helloAnswer>>;

const NONCE_BYTES = 32;
/** Longer than callers wait: the answer serves the next one. */
const LONGEST_MS = 10_000;

/**
 * Whether this person's plugin listens where a discovery file says (`protocol/hello.ts`). Asked once for each file, and
 * again after a broken contact: another program may listen then.
 */
export class PluginProof {
  readonly #options: PluginProofOptions;
  #proven: string | null = null;
  #asking: { key: string; done: Promise<void> } | null = null;

  constructor(options: PluginProofOptions) {
    this.#options = options;
  }

  /** The next request needs a new proof. */
  forget(): void {
    this.#proven = null;
    this.#asking = null;
  }

  has(discovery: Discovery): boolean {
    return this.#proven === keyOf(discovery);
  }

  /**
   * Resolves when the plugin has proven its identity.
   * @throws PluginUnavailable if it has not; the system's error if nobody answers; the signal's reason
   */
  async demand(discovery: Discovery, ask: AskHello, signal: AbortSignal): Promise<void> {
    const key = keyOf(discovery);
    if (this.#proven === key) return;
    if (this.#asking?.key !== key) {
      const asking = { key, done: this.#ask(discovery, ask) };
      this.#asking = asking;
      asking.done.then(
        () => {
          if (this.#asking === asking) this.#proven = key;
        },
        () => {
          if (this.#asking === asking) this.#asking = null;
        },
      );
    }
    await untilAborted(this.#asking.done, signal);
  }

  async #ask(discovery: Discovery, ask: AskHello): Promise<void> {
    const { port, token, startedAt, dataDir } = discovery;
    const nonce = randomBytes(NONCE_BYTES).toString('hex');
    const { proof } = await withDeadline({ ms: LONGEST_MS, late: tooLate }, (signal) =>
      ask({ token: helloToken(token, port), body: { nonce }, signal }),
    ).catch((error: unknown) => {
      const isRefused = error instanceof VaultLoomError && !(error instanceof PluginUnavailable);
      throw isRefused ? new PluginUnavailable({ cause: 'unproven', port, why: 'no answer' }) : error;
    });
    const { vault, dataFolder, secret = ensureSecret } = this.#options;
    const known = await secret(dataFolder).catch(() => null);
    if (known === null) throw new PluginUnavailable({ cause: 'unproven', port, why: 'no secret' });
    if (isHelloProof(proof, known, nonce, { port, token, startedAt, vault: vaultIdentity(vault) })) return;
    const isApart = dataDir !== undefined && !isSameFolder(dataDir, vaultDataFolder(dataFolder, vault));
    throw new PluginUnavailable({ cause: 'unproven', port, why: isApart ? 'other data folder' : 'wrong proof' });
  }
}

function keyOf({ port, token, startedAt }: Discovery): string {
  return JSON.stringify([port, token, startedAt]);
}

function tooLate(): Error {
  return new DOMException('The plugin did not prove itself in time.', 'TimeoutError');
}
