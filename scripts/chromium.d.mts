/** The Chromium at hand, or null. */
export function findChromium(): string | null;

/** The available Chromium, downloaded if there is none. Null, with the reason on stderr, if not available. */
export function ensureChromium(): Promise<string | null>;

export const CHROMIUM_FLAGS: string[];
