import type { Example } from './tool-docs.ts';

/** The vault that the examples are about. */
export const EXAMPLE_VAULT: Readonly<Record<string, string>> = {
  '.obsidian/app.json': '{}',
  'Garden.md':
    '---\nstatus: active\ntags: [outdoor]\n---\n# Beds\n\nThe tomato bed needs compost, see [[Soup]].\n\n## Water\n\n- [ ] Fill the barrels [due:: 2026-03-14]\n',
  'Recipes/Soup.md': '---\ntags: [recipe]\n---\n# Soup\n\nRoast tomatoes from the [[Garden]], add basil.\n',
  'Journal/2026-03-14.md': 'Sowed beans in the [[Garden]].\n',
  'Projects/Greenhouse.md': '# Plan\n\nGlass and timber.\n',
  'Active.base': 'views:\n  - type: table\n    name: All\n    filters: status == "active"\n    order: [file.name]\n',
};

/** A call of each tool that there may be. The test runs those of the tools that are listed, in their order. */
export const EXAMPLES: Readonly<Record<string, Example>> = {
  search: {
    query: 'what do my tomatoes need',
    variants: ['tomato bed compost', 'fertiliser for vegetables', 'feeding tomato plants'],
    limit: 5,
  },
  list_notes: { directory: 'Recipes', tag: 'recipe', limit: 10 },
  list_tasks: { status: 'open', dueBefore: '2026-12-31' },
  describe_vault: { of: 'overview' },
  read_note: { name: 'Garden', section: 'Water' },
  find_connections: { name: 'Garden', depth: 2 },
  find_path_between: { from: 'Soup', to: '2026-03-14' },
  detect_themes: {},
  rank_notes: { metric: 'influence', minIncomingLinks: 0, limit: 3 },
  create_note: { title: 'Cold frame', directory: 'Projects', content: 'For the [[Garden]].' },
  edit_note: { name: 'Garden', mode: 'patch_frontmatter', key: 'status', value: 'done' },
  apply_edit_preview: { previewId: 'the id that a dry run gave' },
  link_notes: { source: 'Greenhouse', target: 'Garden', context: 'It stands next to the beds.' },
  move_note: { source: 'Projects/Greenhouse.md', destination: 'Archive/' },
  delete_note: { name: 'Journal/2026-03-14.md', confirm: true },
  active_note: {},
  dql_query: { query: 'TABLE status FROM #outdoor' },
  base_query: { file: 'Active.base', view: 'All' },
  reindex: {},
  index_status: {},
  daily_note: { date: 'today', content: 'Watered the beans.' },
  rename_tag: { from: 'outdoor', to: 'outside' },
  list_changes: { limit: 5 },
  undo_change: { id: 'last' },
};

/** Tools whose example cannot be run here: they need the app, or what an earlier call gave. */
export const NOT_RUN: ReadonlySet<string> = new Set(['active_note', 'dql_query', 'apply_edit_preview']);
