import type { EmbedKind } from '../embedder.ts';

/** A task for the pool, which carries only text: the kind is its prefix. */
export function writeTask(text: string, kind: EmbedKind): string {
  return `${kind}:${text}`;
}

export function readTask(task: string): { text: string; kind: EmbedKind } {
  const colon = task.indexOf(':');
  return { kind: task.slice(0, colon) === 'query' ? 'query' : 'document', text: task.slice(colon + 1) };
}
