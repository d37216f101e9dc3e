import { z } from 'zod';
import { LIVE_METHODS, LIVE_ROUTES, type LiveCapability } from './live-routes.ts';

/** The companion plugin's id, also the name of its folder. */
export const PLUGIN_ID = 'vault-loom';

/** Written into the plugin's folder while its server runs. */
export const DISCOVERY_FILE = 'discovery.json';

export const DEFAULT_PORT = 27_125;
/** How many of the following ports are tried if this one is taken. */
export const FOLLOWING_PORTS = 10;

/** What the plugin can do. Ask a route only if its capability is listed. */
export type Capability = 'status' | LiveCapability | 'engine' | 'events' | 'review';
export const CAPABILITIES: readonly Capability[] = [
  'status',
  ...LIVE_METHODS.map((method) => LIVE_ROUTES[method].capability),
  'engine',
  'events',
  'review',
];

/** The contents of the discovery file (contract, 'Discovery file'). Later versions may add fields and capabilities. */
export const discovery = z.looseObject({
  port: z.number().int().min(1).max(65_535),
  /** 32 random bytes in hex, new with each load. */
  token: z.string().regex(/^[0-9a-f]{64}$/),
  /** Only a hint: containers and sandboxes have their own numbers. */
  pid: z.number().int(),
  pluginVersion: z.string(),
  /** ISO 8601. */
  startedAt: z.string(),
  capabilities: z.array(z.string()),
  /** The data folder of this vault: journal, history and lock. Absolute. */
  dataDir: z.string().optional(),
});
export type Discovery = z.infer<typeof discovery>;
