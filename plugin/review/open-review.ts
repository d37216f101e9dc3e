import { once } from '../../shared/kit/concurrency/once.ts';
import type { Schedule } from '../../shared/kit/time/schedule.ts';
import { isSameClient } from '../../shared/protocol/client-claim.ts';
import type { PluginSettings } from '../../shared/protocol/plugin-settings.ts';
import type { CallParts } from '../../shared/tools/review/carry-out.ts';
import type { CallRunner } from './call-runner.ts';
import { ReviewDesk } from './review-desk.ts';
import { ReviewFile } from './review-file.ts';

export interface OpenReviewOptions {
  /** The vault's part of the per-user data folder. Absolute. */
  folder: () => Promise<string>;
  /** Engine and way to the disk. Throws `index_not_ready`. */
  writable: () => Promise<CallParts>;
  settings: () => PluginSettings;
  changeSettings: (changes: Partial<PluginSettings>) => Promise<void>;
  schedule: Schedule;
}

/** The desk of a vault, with the tools loaded once something is put on it. */
export function openReview({ folder, writable, settings, changeSettings, schedule }: OpenReviewOptions): ReviewDesk {
  const file = once(async () => new ReviewFile(await folder()));
  return new ReviewDesk({
    file: { load: async () => (await file()).load(), save: async (reviews) => (await file()).save(reviews) },
    runner: loadRunner,
    parts: writable,
    rules: settings,
    setRule: (client, mode) => {
      const others = settings().reviewClients.filter((rule) => !isSameClient(rule.client, client));
      return changeSettings({ reviewClients: [...others, { client, mode }] });
    },
    schedule,
    log: (message) => console.error(`Vault Loom: ${message}`),
  });
}

async function loadRunner(): Promise<CallRunner> {
  const [{ readCall, planForeign, carryOut }, { risksOf }, { isNewClient, verdictOf }] = await Promise.all([
    import('../../shared/tools/review/carry-out.ts'),
    import('../../shared/tools/review/risk.ts'),
    import('../../shared/tools/review/verdict.ts'),
  ]);
  return {
    read: readCall,
    plan: planForeign,
    carryOut,
    risksOf,
    verdictOf,
    isNewClient,
  };
}
