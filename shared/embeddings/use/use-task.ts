/** What a worker embeds at once: a text, or words, each as a text of its own. */
export interface UseTask {
  kind: 'text' | 'words';
  texts: readonly string[];
}

/** A task for the pool, which carries only text: its kind is its prefix. */
export function writeText(text: string): string {
  return `text:${text}`;
}

/** @param words without line breaks */
export function writeWords(words: readonly string[]): string {
  return `words:${words.join('\n')}`;
}

export function readTask(task: string): UseTask {
  const colon = task.indexOf(':');
  const rest = task.slice(colon + 1);
  return task.slice(0, colon) === 'words'
    ? { kind: 'words', texts: rest.split('\n') }
    : { kind: 'text', texts: [rest] };
}
