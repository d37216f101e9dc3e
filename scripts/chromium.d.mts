/** The Chromium at hand, or null. */
export function findChromium(): string | null;

/** The Chromium at hand, fetched where there is none. Null, with the reason on stderr, where it cannot be had. */
export function ensureChromium(): Promise<string | null>;

export const CHROMIUM_FLAGS: string[];
