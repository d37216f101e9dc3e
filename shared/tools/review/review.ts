import type { ReviewRules } from '../../protocol/plugin-settings.ts';
import type { ReviewAnswer, ReviewBody } from '../../protocol/review.ts';

/** A change to show to the person. */
export type ReviewQuestion = Pick<ReviewBody, 'tool' | 'args' | 'paths' | 'diff' | 'client' | 'folders'>;

/** The person, as a process that wants to write reaches them. The bridge asks the plugin. */
export interface Review {
  /** The rules as they are now. */
  rules(): Promise<ReviewRules>;
  /**
   * Shows a change, and waits for the answer for a while; `pending` if there is none yet. On a yes the plugin has
   * written it. Throws `review_unavailable` if the app is not there, and what the plugin answers.
   */
  ask(question: ReviewQuestion, signal: AbortSignal): Promise<ReviewAnswer>;
  /** The answer to an earlier question. Throws `review_unavailable`, and `preview_not_found` for an unknown id. */
  collect(id: string, signal: AbortSignal): Promise<ReviewAnswer>;
}

/** A call in a form that another process can make, for one whose arguments mean something in this process alone. */
export interface PortableCall {
  tool: string;
  args: Record<string, unknown>;
  /** The call's own result, from that of the portable one. */
  resultOf?: (result: Record<string, unknown>) => Record<string, unknown>;
}
