import { z } from 'zod';
import { LIVE_METHODS, LIVE_ROUTES, type LiveCapability } from './live-routes.ts';

/** The companion plugin's id, also the name of its folder. */
export const PLUGIN_ID = 'vault-loom';

/** Written into the plugin's folder while its server runs. */
export const DISCOVERY_FILE = 'discovery.json';

export const DEFAULT_PORT = 27_125;
/** If the port is taken, this is how many of the following ones are tried. */
export const FOLLOWING_PORTS = 10;

/** What the plugin can do for others; a route is only asked for where its capability is named. */
export type Capability = 'status' | LiveCapability | 'engine' | 'events';
export const CAPABILITIES: readonly Capability[] = [
  'status',
  ...LIVE_METHODS.map((method) => LIVE_ROUTES[method].capability),
  'engine',
  'events',
];

/** The contents of the discovery file (contract, 'Discovery file'). A later version may add fields and capabilities. */
export const discovery = z.looseObject({
  port: z.number().int().min(1).max(65_535),
  /** 32 random bytes in hex, new with every load. */
  token: z.string().regex(/^[0-9a-f]{64}$/),
  /** A hint only: containers and sandboxes number their own processes. */
  pid: z.number().int(),
  pluginVersion: z.string(),
  /** ISO 8601. */
  startedAt: z.string(),
  capabilities: z.array(z.string()),
  /** The per-user data folder of this vault: journal, history and lock. Absolute. */
  dataDir: z.string().optional(),
});
export type Discovery = z.infer<typeof discovery>;
