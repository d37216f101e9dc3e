/** What the engine says to assistants, and what a person at a terminal is told in its place. */
const PHRASES: readonly (readonly [toAssistants: string, toPersons: string])[] = [
  ['index_status tells how far embedding is', 'vault-loom:status tells how far it is'],
  ['index_status tells how far it is', 'vault-loom:status tells how far it is'],
  ['Use mode "fulltext" or "hybrid"', 'Use by=words or by=both'],
  ['Semantic search cannot answer', 'Search by meaning cannot answer'],
  ['embeddings are turned off', 'it is turned off in the settings'],
  ['; list_notes lists them', ''],
  ['Find the note with search or list_notes.', 'vault-loom:search finds notes.'],
  ['`*` alone finds nothing: list_notes lists all notes, describe_vault what there is.', '* alone finds nothing.'],
  ['Use mode "regex", or give words', 'Give words'],
  ['The arguments `tag` and `directory` narrow a search.', 'path=<folder> narrows a search to a folder.'],
  [' The arguments `modifiedAfter` and `modifiedBefore` narrow a search by time.', ''],
  [' The argument `where` narrows a search by properties: {"status": "active"}.', ''],
  [
    'its lines were searched for just these characters, as mode "regex" does.',
    'lines with just these characters were looked for.',
  ],
];

/** Words of the engine, as said to a person at a terminal. */
export function personsWords(text: string): string {
  return PHRASES.reduce((words, [toAssistants, toPersons]) => words.replaceAll(toAssistants, toPersons), text);
}
