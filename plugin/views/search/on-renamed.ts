import type { SearchHost } from './search-host.ts';

/** Calls back after each rename of a file or folder, in the app or by an assistant; returns a function that ends this. */
export function onRenamed(
  { app: { vault }, onMoved }: Pick<SearchHost, 'app' | 'onMoved'>,
  listener: (from: string, to: string) => void,
): () => void {
  const inApp = vault.on('rename', ({ path }, from) => listener(from, path));
  const stop = onMoved(listener);
  return () => {
    vault.offref(inApp);
    stop();
  };
}
