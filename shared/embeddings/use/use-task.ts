import { MAX_CHARACTERS, readableText } from './use-text.ts';

/** What a worker embeds at once: texts, or words in the space of words. */
export interface UseTask {
  kind: 'texts' | 'words';
  texts: readonly string[];
}

/** A task for the pool, which carries only text: its kind is its prefix. */
export function writeTexts(texts: readonly string[]): string {
  return `texts:${texts.map((text) => readableText(text.slice(0, MAX_CHARACTERS))).join('\n')}`;
}

/** @param words without line breaks */
export function writeWords(words: readonly string[]): string {
  return `words:${words.join('\n')}`;
}

export function readTask(task: string): UseTask {
  const colon = task.indexOf(':');
  return { kind: task.slice(0, colon) === 'words' ? 'words' : 'texts', texts: task.slice(colon + 1).split('\n') };
}
