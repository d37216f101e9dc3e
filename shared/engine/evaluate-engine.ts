/**
 * Evaluates the engine's code. In the plugin's bundle each import is a piece of its own, compiled and evaluated in
 * turns (build/chunks/in-pieces.mjs): the whole engine at once would freeze the app's window too long.
 */
export async function evaluateEngine(): Promise<void> {
  await import('../index/drafts/note-drafts.ts');
  await import('../graph/compute/graph-compute.ts');
  await import('../meaning/embedding-service.ts');
  await import('../answers/search/answer-search.ts');
  await import('../index/note-index.ts');
  await import('./local-engine.ts');
}
