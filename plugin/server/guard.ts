import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isSameSecret } from '../../shared/kit/bytes/is-same-secret.ts';
import { VaultLoomError } from '../../shared/protocol/errors.ts';
import { HELLO_PATH, helloToken } from '../../shared/protocol/hello.ts';

/** What a request says about itself in its headers. */
export interface RequestClaims {
  host: string | undefined;
  /** The host in a request for a whole address (`GET http://host:port/path`), which counts as well as the header. */
  authority?: string | undefined;
  origin: string | undefined;
  authorization: string | undefined;
}

const TOKEN_BYTES = 32;

/** A fresh bearer token: 32 random bytes in hex. */
export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString('hex');
}

/** A request's claims. Several host headers count as none: programs differ on which one holds. */
function claimsOf({ url, headers, rawHeaders }: IncomingMessage): RequestClaims {
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host');
  const authority = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i.exec(url ?? '')?.[1];
  return {
    host: hosts.length === 1 ? headers.host : undefined,
    authority,
    origin: headers.origin,
    authorization: headers.authorization,
  };
}

/**
 * {@link refusal} for an incoming request. `/hello`, which comes before any proof, may be called with its own token.
 */
export function refusalOf(request: IncomingMessage, token: string): VaultLoomError | null {
  const port = request.socket.localPort ?? 0;
  const claims = claimsOf(request);
  const refused = refusal(claims, { token, port });
  if (refused?.code !== 'unauthorized' || request.url !== HELLO_PATH) return refused;
  return refusal(claims, { token: helloToken(token, port), port });
}

/**
 * Why a request is refused, or null if it may pass. Host and origin come first, so that a web page gets the same answer
 * for any token it tries.
 *
 * Errors: `forbidden_host` (DNS rebinding), `forbidden_origin` (any web page), `unauthorized`.
 */
export function refusal(
  claims: RequestClaims,
  { token, port }: { token: string; port: number },
): VaultLoomError | null {
  if (!isOwnHost(claims.host, port) || (claims.authority !== undefined && !isOwnHost(claims.authority, port))) {
    return new VaultLoomError(
      'forbidden_host',
      `Requests must be addressed to 127.0.0.1:${port} or localhost:${port}.`,
    );
  }
  // Browsers send it with any cross-site request that could do harm here.
  if (claims.origin !== undefined) {
    return new VaultLoomError('forbidden_origin', 'Web pages may not ask this server: send no Origin header.');
  }
  if (!isBearer(claims.authorization, token)) {
    return new VaultLoomError('unauthorized', 'The bearer token is missing or wrong.', {
      hint: "Read the token from discovery.json in the plugin's folder again: it is new each time the plugin is loaded.",
    });
  }
  return null;
}

function isOwnHost(host: string | undefined, port: number): boolean {
  const name = host?.toLowerCase();
  return name === `127.0.0.1:${port}` || name === `localhost:${port}`;
}

function isBearer(authorization: string | undefined, token: string): boolean {
  const given = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1] ?? '';
  return isSameSecret(given, token);
}
