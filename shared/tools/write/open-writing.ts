import { randomUUID } from 'node:crypto';
import { EditBuffer } from '../../edit/edit-buffer.ts';
import { PreviewStore } from '../../edit/previews.ts';
import { Turns } from '../../kit/work/turns.ts';
import { Slicer, type YieldToLoop } from '../../kit/work/slices.ts';
import { readAppSettings } from '../../vault/rules/read-app-settings.ts';
import type { VaultSource } from '../../vault/vault-source.ts';
import { writeRules } from '../../writing/places/path-guard.ts';
import { VaultWriter, type VaultWriterParts } from '../../writing/vault-writer.ts';
import { InFlight } from './in-flight.ts';
import type { Writing } from './writing-parts.ts';

/** What of the writer a host may set. */
type WriterOptions = Pick<VaultWriterParts, 'root' | 'dataFolder' | 'log' | 'schedule' | 'trash'>;

export interface WritingOptions extends WriterOptions {
  source: VaultSource;
  /** Limits what tools may write: `VAULT_LOOM_READ_ONLY`, `VAULT_LOOM_FOLDERS`. */
  env: Readonly<Record<string, string | undefined>>;
  yieldToLoop: YieldToLoop;
  sliceMs: number;
  /** Reads the ignore rules as they are on the disk; by default those that the source says have changed. */
  readRules?: () => Promise<void>;
  /** Of previews and buffers, milliseconds since 1970. */
  now?: () => number;
}

/**
 * Opens the one way to the disk of one vault, for this process: bridge, plugin and tests alike. The caller closes `writer`.
 * @throws VaultLoomError `invalid_arguments` for a setting that cannot be understood
 */
export function openWriting({
  source,
  env,
  yieldToLoop,
  sliceMs,
  readRules = () => source.lookAtRules(),
  now = Date.now,
  ...options
}: WritingOptions): Writing {
  const rules = writeRules(env, { configDir: source.configDir });
  const settings = () => readAppSettings(options.root, source.configDir);
  const hiding = async () => {
    await readRules();
    return (path: string) => source.visibility(path) === 'hidden';
  };
  const writer = new VaultWriter({ ...options, rules, hiding, settings });
  return {
    writer,
    rules,
    hiding,
    previews: new PreviewStore(now, randomUUID),
    buffer: new EditBuffer(now),
    slicer: new Slicer(sliceMs, yieldToLoop),
    moves: new Turns(),
    inFlight: new InFlight(),
    changedSince: async (ms) =>
      (await source.list()).files.filter((file) => file.kind === 'note' && file.mtimeMs >= ms).map((file) => file.path),
    read: async (path) => {
      const bytes = await source.read(path);
      return bytes.length === 0 ? writer.read(path).catch(() => bytes) : bytes;
    },
    settings,
  };
}
