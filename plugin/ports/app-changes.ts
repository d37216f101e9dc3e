import type { EventRef, TAbstractFile, Vault } from 'obsidian';
import { isLeftOut, toNfc } from '../../shared/vault/paths.ts';
import { QuietTimer } from '../../shared/kit/time/quiet-timer.ts';
import { scheduleTimeout, type Schedule } from '../../shared/kit/time/schedule.ts';
import type { VaultChange } from '../../shared/vault/vault-source.ts';

export interface AppChangesOptions {
  vault: Pick<Vault, 'on' | 'offref' | 'configDir'>;
  /** Called for one batch at a time; the next waits for its promise. */
  onChange: (change: VaultChange) => void | Promise<void>;
  /** Called with the app's own spelling of a path before that is in a batch. */
  onSpelling: (appPath: string) => void;
  /** Whether the ignore rules have changed. Called every `rulesPollMs`: the app does not report dot-files. */
  rulesChanged: () => Promise<boolean>;
  /** Replaces `setTimeout`, which is throttled while the app's window is hidden. */
  schedule?: Schedule;
  quietMs?: number;
  maxWaitMs?: number;
  rulesPollMs?: number;
}

const QUIET_MS = 150;
/** A file that keeps changing must not hold up other changes. */
const MAX_WAIT_MS = 300;
const RULES_POLL_MS = 3_000;

export interface FollowedChanges {
  /** Delivers what the app has reported so far; resolves when it has been processed. */
  catchUp: () => Promise<void>;
  /** No batch begins after this; resolves when one in progress has ended. */
  stop: () => Promise<void>;
}

/** Turns the app's events into batches of changed paths. */
export function followAppChanges(options: AppChangesOptions): FollowedChanges {
  const { vault } = options;
  let pending = emptyBatch();
  let delivery: Promise<void> = Promise.resolve();
  let stopped = false;
  const onQuiet = (): void => {
    delivery = delivery.then(deliver);
  };
  const timer = new QuietTimer(
    options.quietMs ?? QUIET_MS,
    options.maxWaitMs ?? MAX_WAIT_MS,
    onQuiet,
    options.schedule,
  );

  async function deliver(): Promise<void> {
    const batch = pending;
    pending = emptyBatch();
    if (stopped || (batch.files.size === 0 && batch.folders.size === 0 && !batch.rules)) return;
    await options.onChange({ files: [...batch.files], folders: [...batch.folders], rules: batch.rules });
  }

  function note(appPath: string, isFolder: boolean): void {
    const path = toNfc(appPath);
    if (stopped || path === '' || isLeftOut(path, toNfc(vault.configDir))) return;
    options.onSpelling(appPath);
    (isFolder ? pending.folders : pending.files).add(path);
    timer.touch();
  }

  const noteFile = (file: TAbstractFile): void => note(file.path, isFolder(file));
  const refs: EventRef[] = [
    vault.on('create', noteFile),
    vault.on('modify', noteFile),
    vault.on('delete', noteFile),
    vault.on('rename', (file, oldPath) => {
      note(oldPath, isFolder(file));
      noteFile(file);
    }),
  ];
  const schedule = options.schedule ?? scheduleTimeout;
  let stopPolling = (): void => undefined;
  const pollRules = (): void => {
    stopPolling = schedule(() => {
      void options.rulesChanged().then((changed) => {
        if (stopped) return;
        if (changed) {
          pending.rules = true;
          timer.touch();
        }
        pollRules();
      });
    }, options.rulesPollMs ?? RULES_POLL_MS);
  };
  pollRules();

  return {
    catchUp: async () => {
      timer.cancel();
      onQuiet();
      await delivery;
    },
    stop: async () => {
      stopped = true;
      stopPolling();
      timer.cancel();
      for (const ref of refs) vault.offref(ref);
      await delivery;
    },
  };
}

interface Batch {
  files: Set<string>;
  folders: Set<string>;
  rules: boolean;
}

function emptyBatch(): Batch {
  return { files: new Set(), folders: new Set(), rules: false };
}

/** Recognised by its shape, since the app's classes exist only inside the app. */
function isFolder(file: TAbstractFile): boolean {
  return 'children' in file;
}
