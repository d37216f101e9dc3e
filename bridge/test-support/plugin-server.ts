import { randomBytes } from 'node:crypto';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { WebSocketServer } from 'ws';
import { version } from '../../package.json';
import { vaultDataFolder, vaultIdentity } from '../../shared/vault/data-folders.ts';
import type { Engine } from '../../shared/engine/engine.ts';
import { ENGINE_METHODS, ENGINE_ROUTES, routeOf } from '../../shared/engine/engine-routes.ts';
import { CLIENT_HEADER, decodeClaim } from '../../shared/protocol/client-claim.ts';
import { CAPABILITIES, DISCOVERY_FILE, type Discovery } from '../../shared/protocol/discovery.ts';
import { VaultLoomError } from '../../shared/protocol/errors.ts';
import { HELLO_PATH, helloBody, helloProof, helloToken } from '../../shared/protocol/hello.ts';
import { ensureSecret } from '../../shared/vault/user-secret.ts';
import {
  ENGINE_PROTOCOL,
  httpStatus,
  toHttpError,
  type PluginEvent,
  type PluginStatus,
} from '../../shared/protocol/http.ts';

export interface PluginServerOptions {
  /** Real path. */
  vault: string;
  /** The per-user data folder. */
  dataDir: string;
  /** Answers `/engine/…`; without it the plugin reports that it is indexing. */
  engine?: Engine;
  pluginVersion?: string;
  capabilities?: readonly string[];
  protocol?: number;
  state?: PluginStatus['engine']['state'];
  /** Fields of the discovery file that are other than true. */
  discovery?: Partial<Discovery>;
  port?: number;
  /** What it proves itself with; the data folder's own unless given, null for a plugin that knows no `/hello`. */
  secret?: string | null;
  /** Answers routes before the usual ones do; `undefined` leaves it to them. */
  answer?: (path: string, body: unknown) => Promise<{ status?: number; body: unknown } | undefined> | undefined;
}

/** A plugin's server as the protocol has it, over any engine. */
export interface PluginServer {
  port: number;
  token: string;
  /** Paths that were asked for with the right token, in order. */
  requests: string[];
  /** What the askers of each of these called themselves. */
  clients: (string | null)[];
  /** How often it was asked to prove itself. */
  hellos: number;
  state: PluginStatus['engine']['state'];
  /** Where true, requests are taken and not answered. */
  frozen: boolean;
  /** Decides on each request that has the right token. */
  onRequest?: () => 'answer' | 'no answer';
  /** Open event streams. */
  readonly listeners: number;
  send(event: PluginEvent): void;
  /** As a server does with connections that were idle for long. */
  dropConnections(): void;
  /** Like an unload: the discovery file is removed, every socket closed. */
  close(): Promise<void>;
  /** As a crash does: the discovery file stays. */
  crash(): Promise<void>;
}

export async function startPluginServer(options: PluginServerOptions): Promise<PluginServer> {
  const token = randomBytes(32).toString('hex');
  const http = createServer((request, response) => void take(request, response));
  const sockets = new WebSocketServer({ noServer: true });
  http.on('upgrade', (request, socket, head) => {
    if (request.headers.authorization !== `Bearer ${token}` || request.url !== '/events') socket.destroy();
    else sockets.handleUpgrade(request, socket, head, () => undefined);
  });
  await new Promise<void>((resolve) => http.listen(options.port ?? 0, '127.0.0.1', resolve));
  const { port } = http.address() as AddressInfo;
  const capabilities = [...(options.capabilities ?? CAPABILITIES)];
  const pluginVersion = options.pluginVersion ?? version;
  const startedAt = new Date().toISOString();

  const end = async (): Promise<void> => {
    for (const client of sockets.clients) client.terminate();
    http.closeAllConnections();
    await new Promise((resolve) => http.close(resolve));
  };
  const server: PluginServer = {
    port,
    token,
    requests: [],
    clients: [],
    hellos: 0,
    state: options.state ?? (options.engine === undefined ? 'indexing' : 'ready'),
    frozen: false,
    get listeners() {
      return sockets.clients.size;
    },
    send: (event) => {
      for (const client of sockets.clients) client.send(JSON.stringify(event));
    },
    dropConnections: () => http.closeIdleConnections(),
    close: async () => {
      await rm(join(pluginFolder(options.vault), DISCOVERY_FILE), { force: true });
      await end();
    },
    crash: end,
  };

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const reply = (status: number, body: unknown): void => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    if (
      request.url === HELLO_PATH &&
      request.headers.authorization === `Bearer ${helloToken(token, port)}` &&
      options.secret !== null
    ) {
      server.hellos += 1;
      if (server.frozen) return;
      const { nonce } = helloBody.parse(JSON.parse(Buffer.concat(parts).toString('utf8')));
      const secret = options.secret ?? (await ensureSecret(options.dataDir));
      return reply(200, {
        proof: helloProof(secret, nonce, { port, token, startedAt, vault: vaultIdentity(options.vault) }),
      });
    }
    if (request.url === HELLO_PATH && options.secret === null)
      return reply(404, { error: 'not_found', message: 'There is no /hello here.' });
    if (request.headers.authorization !== `Bearer ${token}`)
      return reply(401, { error: 'unauthorized', message: 'Wrong token.' });
    const path = request.url ?? '';
    server.requests.push(path);
    server.clients.push(decodeClaim(request.headers[CLIENT_HEADER]));
    if (server.frozen || server.onRequest?.() === 'no answer') return;
    try {
      const body: unknown = parts.length === 0 ? undefined : JSON.parse(Buffer.concat(parts).toString('utf8'));
      const special = await options.answer?.(path, body);
      if (special !== undefined) return reply(special.status ?? 200, special.body);
      reply(200, await route(path, body));
    } catch (error) {
      const known = error instanceof VaultLoomError ? error : new VaultLoomError('internal', String(error));
      reply(httpStatus(known.code), toHttpError(known));
    }
  }

  async function route(path: string, body: unknown): Promise<unknown> {
    if (path === '/status') {
      const status: PluginStatus = {
        ok: true,
        pluginVersion,
        appVersion: '1.10.0',
        vault: 'Vault',
        capabilities,
        startedAt,
        engine: { protocol: options.protocol ?? ENGINE_PROTOCOL, state: server.state, notesTotal: 0 },
      };
      return status;
    }
    const name = /^\/engine\/([a-z-]+)$/.exec(path)?.[1];
    const method = ENGINE_METHODS.find((known) => routeOf(known) === name);
    if (method === undefined) throw new VaultLoomError('not_found', `There is no route ${path}.`);
    if (options.engine === undefined) throw new VaultLoomError('index_not_ready', 'The vault is still being indexed.');
    return (options.engine[method] as (input: unknown) => Promise<unknown>).call(
      options.engine,
      ENGINE_ROUTES[method].input.parse(body),
    );
  }

  await writeDiscovery(options.vault, {
    port,
    token,
    pid: process.pid,
    pluginVersion,
    startedAt,
    capabilities,
    dataDir: vaultDataFolder(options.dataDir, options.vault),
    ...options.discovery,
  });
  return server;
}

export function pluginFolder(vault: string): string {
  return join(vault, '.obsidian', 'plugins', 'vault-loom');
}

/** Writes any content in place of the discovery file, atomically. */
export async function writeDiscovery(vault: string, content: unknown): Promise<void> {
  const folder = pluginFolder(vault);
  await mkdir(folder, { recursive: true });
  const temporary = join(folder, 'discovery.tmp');
  await writeFile(temporary, typeof content === 'string' ? content : JSON.stringify(content), { mode: 0o600 });
  await rename(temporary, join(folder, DISCOVERY_FILE));
}

/** The app's files in a vault with the plugin installed and enabled. */
export async function installInVault(vault: string, enabled = true): Promise<void> {
  await mkdir(pluginFolder(vault), { recursive: true });
  await writeFile(join(pluginFolder(vault), 'manifest.json'), JSON.stringify({ id: 'vault-loom', version }));
  await writeFile(join(vault, '.obsidian', 'community-plugins.json'), JSON.stringify(enabled ? ['vault-loom'] : []));
}
