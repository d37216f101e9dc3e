import { createHash, createHmac } from 'node:crypto';
import { z } from 'zod';
import { isSameSecret } from '../kit/bytes/is-same-secret.ts';

/**
 * How a bridge finds out whether the port in a discovery file is this person's plugin. Anyone may have written that
 * file, and another process may now listen on its port. So the plugin first proves that it knows a secret from the
 * per-user data folder and is the server the file describes.
 */
export const HELLO_PATH = '/hello';

const VERSION = 'vault-loom hello 1';

export const helloBody = z.object({
  /** New and unpredictable for each question. */
  nonce: z
    .string()
    .min(16)
    .max(256)
    .regex(/^[\x21-\x7e]+$/, 'printable ASCII without spaces'),
});

export const helloAnswer = z.looseObject({ proof: z.string().regex(/^[0-9a-f]{64}$/) });

/** What a proof states. A stranger who relays the question gets a proof for the real plugin's port. */
export interface HelloClaim {
  /** The port that answered. */
  port: number;
  token: string;
  startedAt: string;
  /** See `vaultIdentity` of vault/data-folders.ts. */
  vault: string;
}

/** HMAC-SHA-256, in hex, of the nonce and the claim. */
export function helloProof(secret: string, nonce: string, { port, token, startedAt, vault }: HelloClaim): string {
  const about = [VERSION, nonce, vault, port, startedAt, createHash('sha256').update(token).digest('hex')];
  return createHmac('sha256', secret).update(JSON.stringify(about)).digest('hex');
}

/** Checks a proof in constant time. */
export function isHelloProof(proof: string, secret: string, nonce: string, claim: HelloClaim): boolean {
  return isSameSecret(proof, helloProof(secret, nonce, claim));
}

/**
 * Sent instead of the token until the plugin is proven. It opens only {@link HELLO_PATH} on this port, so a process on
 * the port of a stale discovery file learns no token that works elsewhere.
 */
export function helloToken(token: string, port: number): string {
  return createHmac('sha256', token).update(`${VERSION} ${port}`).digest('hex');
}
