import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';

/**
 * How a bridge finds out whether the port in a discovery file is this person's plugin. The file is part of the vault, which
 * anyone may have made, and may be older than the process that now listens on its port. So before anything else the plugin
 * proves that it knows a secret from the per-user data folder and that it is the very server the file describes.
 */
export const HELLO_PATH = '/hello';

const VERSION = 'vault-loom hello 1';

export const helloBody = z.object({
  /** New for each question, and unpredictable. */
  nonce: z
    .string()
    .min(16)
    .max(256)
    .regex(/^[\x21-\x7e]+$/, 'printable ASCII without spaces'),
});

export const helloAnswer = z.looseObject({ proof: z.string().regex(/^[0-9a-f]{64}$/) });

/** What a proof is about. A stranger who relays the question to the real plugin gets a proof for the real plugin's port. */
export interface HelloClaim {
  /** The port that answered. */
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

/** Whether this is the proof; takes the same time for any input. */
export function isHelloProof(proof: string, secret: string, nonce: string, claim: HelloClaim): boolean {
  return timingSafeEqual(digest(proof), digest(helloProof(secret, nonce, claim)));
}

/**
 * Sent in place of the token while nothing is proven yet. It opens {@link HELLO_PATH} on this port and nothing else, so
 * whoever listens on the port of a stale discovery file does not learn a token that works elsewhere.
 */
export function helloToken(token: string, port: number): string {
  return createHmac('sha256', token).update(`${VERSION} ${port}`).digest('hex');
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
