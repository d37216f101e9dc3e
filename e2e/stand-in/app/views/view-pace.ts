/** How views keep time. */
export interface ViewPace {
  /** How long a change waits before it is saved, in milliseconds. */
  saveAfterMs: number;
  /**
   * How long after a file has changed a view reads it, in milliseconds: the app is told late by the system, or is busy.
   */
  readAfterMs: number;
  /** How long what was read then waits before it is shown, in milliseconds. */
  showAfterMs: number;
}

/** The app's own pace. */
export const VIEW_PACE: ViewPace = { saveAfterMs: 2_000, readAfterMs: 0, showAfterMs: 0 };
