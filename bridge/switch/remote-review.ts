import { randomUUID } from 'node:crypto';
import { VaultLoomError } from '../../shared/protocol/errors.ts';
import { MAX_BODY_BYTES } from '../../shared/protocol/http.ts';
import type { ReviewRules } from '../../shared/protocol/plugin-settings.ts';
import { REVIEW_WAIT_MS, reviewAnswer, type ReviewAnswer } from '../../shared/protocol/review.ts';
import type { Review, ReviewQuestion } from '../../shared/tools/review/review.ts';
import { describeAbsence, PluginUnavailable } from './contact/plugin-absence.ts';
import type { PluginClient } from './contact/plugin-client.ts';
import type { PluginLink } from './contact/plugin-link.ts';
import { wholeSettings } from './plugins-settings.ts';

export interface RemoteReviewOptions {
  link: Pick<PluginLink, 'discoveryForCall'>;
  client: Pick<PluginClient, 'request'>;
  vaultRealPath: string;
  /** How long a call waits for the person; at most {@link REVIEW_WAIT_MS}. */
  waitMs: number;
}

const TAKE_IN_MS = 15_000;
/** For the answer to come, after the plugin has waited. */
const SLACK_MS = 3_000;

/** `VAULT_LOOM_REVIEW_WAIT`: seconds, for clients that give up sooner. Anything but a number from 0 to 45 means 45. */
export function reviewWait(env: Readonly<Record<string, string | undefined>>): number {
  const text = env['VAULT_LOOM_REVIEW_WAIT']?.trim() ?? '';
  const ms = text === '' ? REVIEW_WAIT_MS : Math.round(Number(text) * 1_000);
  return ms >= 0 && ms <= REVIEW_WAIT_MS ? ms : REVIEW_WAIT_MS;
}

/** The person behind the plugin, and their rules, which are in the plugin's settings file. */
export function createRemoteReview({ link, client, vaultRealPath, waitMs }: RemoteReviewOptions): Review {
  let known: ReviewRules | null = null;
  const answerTo = async (id: string, signal: AbortSignal): Promise<ReviewAnswer> => {
    const path = `/review/${id}?waitMs=${waitMs}`;
    return client.request({ method: 'GET', path, output: reviewAnswer, timeoutMs: waitMs + SLACK_MS, signal });
  };
  const reach = async (): Promise<void> => {
    const { capabilities, pluginVersion } = await link.discoveryForCall().catch(unavailable);
    if (!capabilities.includes('review'))
      throw noReview(`the installed plugin, version ${pluginVersion}, cannot ask for it; it has to be upgraded.`);
  };
  return {
    rules: async () => {
      known = await readRules(vaultRealPath, known);
      return known;
    },
    ask: async (question, signal) => {
      await reach();
      const id = `review-${randomUUID()}`;
      const body = { ...fitting(question), id, waitMs: 0 };
      const first = await client
        .request({ method: 'POST', path: '/review', body, output: reviewAnswer, timeoutMs: TAKE_IN_MS, signal })
        .catch(unavailable);
      if (first.decision !== 'pending') return first;
      // It is saved there: even if the app is closed now, the answer can be collected later.
      return answerTo(id, signal).catch((error: unknown) => {
        if (error instanceof PluginUnavailable || codeOf(error) === 'timeout') return first;
        throw error;
      });
    },
    collect: async (id, signal) => {
      await reach();
      return answerTo(id, signal).catch((error: unknown) => {
        if (codeOf(error) === 'timeout') return { id, decision: 'pending' };
        if (codeOf(error) === 'not_found')
          throw new VaultLoomError(
            'preview_not_found',
            'No such change waits for the person: it was answered long ago, expired after 24 hours, or never existed.',
            {
              hint: 'Read the note, and call the tool again if the change is still missing.',
            },
          );
        return unavailable(error);
      });
    },
  };
}

/**
 * The rules in the settings file. While it cannot be read, the last ones hold; without any, everything is asked about.
 * Without a file, there are no rules but the default ones.
 */
async function readRules(vaultRealPath: string, last: ReviewRules | null): Promise<ReviewRules> {
  const whole = await wholeSettings(vaultRealPath);
  return whole ?? last ?? { reviewMode: 'ask-always', reviewClients: [], reviewFolders: [] };
}

/** Without the diff, if the body would be too long with it: the plugin makes its own. */
function fitting(question: ReviewQuestion): ReviewQuestion {
  const isShort = Buffer.byteLength(JSON.stringify(question)) < MAX_BODY_BYTES - 1_000;
  return isShort ? question : { ...question, diff: '' };
}

function unavailable(error: unknown): never {
  throw error instanceof PluginUnavailable ? noReview(describeAbsence(error.absence)) : error;
}

function noReview(why: string): VaultLoomError {
  return new VaultLoomError(
    'review_unavailable',
    `The person wants to see this change before it is made, and cannot be asked: ${why}`,
    {
      hint: 'Ask the person to open the vault in the app with the plugin enabled, then repeat the call. Nothing was written.',
    },
  );
}

function codeOf(error: unknown): unknown {
  return error instanceof VaultLoomError ? error.code : null;
}
