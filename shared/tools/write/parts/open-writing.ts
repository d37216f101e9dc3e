import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { EditBuffer } from '../../../edit/edit-buffer.ts';
import { PreviewStore } from '../../../edit/previews.ts';
import { Turns } from '../../../kit/concurrency/turns.ts';
import { Slicer, type YieldToLoop } from '../../../kit/concurrency/slices.ts';
import { compareCodeUnits } from '../../../kit/text/compare-code-units.ts';
import { childPath, toNfc } from '../../../vault/paths.ts';
import { readPropertyTypes } from '../../../vault/rules/property-types.ts';
import { readAppSettings } from '../../../vault/rules/read-app-settings.ts';
import { readAppLanguage } from '../../../vault/app-language.ts';
import { readNoteSettings } from '../../../vault/rules/note-settings.ts';
import type { VaultSource } from '../../../vault/vault-source.ts';
import { writeRules } from '../../../writing/places/path-guard.ts';
import { VaultWriter, type VaultWriterParts } from '../../../writing/vault-writer.ts';
import { InFlight } from './in-flight.ts';
import type { OpenedWriting } from './writing-parts.ts';

/** What a host may set of the writer. */
type WriterOptions = Pick<VaultWriterParts, 'root' | 'dataFolder' | 'log' | 'schedule' | 'trash'>;

export interface WritingOptions extends WriterOptions {
  source: VaultSource;
  /** `VAULT_LOOM_READ_ONLY` and `VAULT_LOOM_FOLDERS` limit what tools may write. */
  env: Readonly<Record<string, string | undefined>>;
  yieldToLoop: YieldToLoop;
  sliceMs: number;
  /** Reads the ignore rules again; by default only if the source says they changed. */
  readRules?: () => Promise<void>;
  /** Clock of previews and buffers, in milliseconds since 1970. */
  now?: () => number;
}

/**
 * Opens the one way to a vault's disk for this process: bridge, plugin or test. The caller closes `writer`.
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
}: WritingOptions): OpenedWriting {
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
    namesIn: async (folder) => {
      const isHidden = await hiding();
      const entries = await readdir(join(options.root, folder), { withFileTypes: true }).catch(() => []);
      return entries.flatMap((entry) => {
        const name = toNfc(entry.name);
        const path = childPath(folder, name);
        // A rule may hide what is in a folder, and not name the folder.
        return name.startsWith('.') || isHidden(entry.isDirectory() ? `${path}/x` : path) ? [] : [name];
      });
    },
    symlinksIn: async (folders) => {
      const isHidden = await hiding();
      const paths: string[] = [];
      for (const folder of folders) {
        const entries = await readdir(join(options.root, folder), { withFileTypes: true }).catch(() => []);
        for (const entry of entries)
          if (entry.isSymbolicLink() && !entry.name.startsWith('.')) paths.push(childPath(folder, toNfc(entry.name)));
      }
      return paths.filter((path) => !isHidden(path)).sort(compareCodeUnits);
    },
    settings,
    propertyTypes: () => readPropertyTypes(source),
    noteSettings: () => readNoteSettings(options.root, source.configDir),
    language: () => readAppLanguage(options.dataFolder),
    now,
  };
}
