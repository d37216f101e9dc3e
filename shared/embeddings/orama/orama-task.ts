import type { EmbedKind } from '../embedder.ts';

/** A worker's text: the pool carries only text, so its kind is a prefix. */
export function writeTask(text: string, kind: EmbedKind): string {
  return `${kind}:${text}`;
}

export function readTask(task: string): { text: string; kind: EmbedKind } {
  const colon = task.indexOf(':');
  return { kind: task.slice(0, colon) === 'query' ? 'query' : 'document', text: task.slice(colon + 1) };
}
