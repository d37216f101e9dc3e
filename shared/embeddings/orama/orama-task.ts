import type { EmbedKind } from '../embedder.ts';

/** What a worker is to embed: the pool carries a text alone, so its kind stands before it. */
export function writeTask(text: string, kind: EmbedKind): string {
  return `${kind}:${text}`;
}

export function readTask(task: string): { text: string; kind: EmbedKind } {
  const colon = task.indexOf(':');
  return { kind: task.slice(0, colon) === 'query' ? 'query' : 'document', text: task.slice(colon + 1) };
}
