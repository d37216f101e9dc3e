import type { ViewHost } from '../view-host.ts';

/** Calls `listener` after each change of the host or of what waits; returns a function that stops it. */
export function watchDesk(host: ViewHost, listener: () => void): () => void {
  let stopDesk: (() => void) | null = null;
  const follow = (): void => {
    const companion = host.companion();
    if (companion !== null) stopDesk ??= companion.review.onChange(listener);
  };
  const stopHost = host.onChange(() => {
    follow();
    listener();
  });
  follow();
  return () => {
    stopHost();
    stopDesk?.();
  };
}
