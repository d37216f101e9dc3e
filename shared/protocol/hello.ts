import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';

/**
 * How a bridge finds out whether the port that a discovery file names is this person's plugin. The file lies in the vault,
 * which anyone may have made, and may be older than what listens on its port now. So the plugin shows, before anything else is
 * asked of it, that it knows a secret of the per-user data folder, and that it is the very server that the file tells of.
 */
export const HELLO_PATH = '/hello';

const VERSION = 'vault-loom hello 1';

export const helloBody = z.object({
  /** New for each question, and not to be foreseen. */
  nonce: z
    .string()
    .min(16)
    .max(256)
    .regex(/^[\x21-\x7e]+$/, 'printable ASCII without blanks'),
});

export const helloAnswer = z.looseObject({ proof: z.string().regex(/^[0-9a-f]{64}$/) });

/** What a proof is about. A stranger who passes the question on to the true plugin gets a proof for that one's port. */
export interface HelloClaim {
  /** Where the answer came from. */
  port: number;
  token: string;
  startedAt: string;
  /** See `vaultIdentity` of vault/data-folders.ts. */
  vault: string;
}

/** The HMAC-SHA-256, in hex, of the nonce and the claim with the secret. */
export function helloProof(secret: string, nonce: string, { port, token, startedAt, vault }: HelloClaim): string {
  const about = [VERSION, nonce, vault, port, startedAt, createHash('sha256').update(token).digest('hex')];
  return createHmac('sha256', secret).update(JSON.stringify(about)).digest('hex');
}

/** Whether this is the proof; takes the same time whatever was given. */
export function isHelloProof(proof: string, secret: string, nonce: string, claim: HelloClaim): boolean {
  return timingSafeEqual(digest(proof), digest(helloProof(secret, nonce, claim)));
}

/**
 * What is sent in the token's place where nothing has been proven yet. It opens {@link HELLO_PATH} on this port and nothing
 * else, so that whoever listens on the port of a stale discovery file does not learn a token that works elsewhere.
 */
export function helloToken(token: string, port: number): string {
  return createHmac('sha256', token).update(`${VERSION} ${port}`).digest('hex');
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
