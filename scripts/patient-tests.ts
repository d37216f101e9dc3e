import { vi } from 'vitest';

/** Vitest waits for one second, which is too short on a busy computer. */
const PATIENCE_MS = 20_000;

const { waitFor } = vi;
vi.waitFor = (holds, options = PATIENCE_MS) => waitFor(holds, options);
