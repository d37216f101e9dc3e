/** Where code goes in a file. */
type Place = 'new file' | 'end' | { after: string };

/** Code that is put into a file. */
export interface Addition {
  file: string;
  place: Place;
  imports?: string;
}

/** A part of an example of the page, whose blocks are taken apart at `split`. */
export interface Example extends Addition {
  /** The heading that it is under. */
  of: string;
  /** How the page's code is written in the file; as on the page if absent. */
  within?: (code: string) => string;
}

const TEST_IMPORTS = "import { expect, it, vi } from 'vitest';";

/**
 * The examples of docs/how-to.md in their order, with what the page leaves out of them: where each goes, and its
 * imports.
 */
export const EXAMPLES: readonly Example[] = [
  { of: 'A question to the engine', file: 'shared/protocol/schemas/find.ts', place: 'end' },
  {
    of: 'A question to the engine',
    file: 'shared/answers/count-query.ts',
    place: 'new file',
    imports: `
import type { CountNotesInput, CountNotesOutput } from '../protocol/schemas/find.ts';
import type { Answer } from './answer-parts.ts';
import { folderMeant, isInFolder } from './in-folder.ts';
import { shownNotes } from './shown-notes.ts';`,
  },
  {
    of: 'A question to the engine',
    file: 'shared/engine/engine-routes.ts',
    place: { after: 'export const ENGINE_ROUTES = {' },
    imports: "import { countNotesInput, countNotesOutput } from '../protocol/schemas/find.ts';",
  },
  {
    of: 'A tool',
    file: 'shared/tools/read/count-notes.ts',
    place: 'new file',
    imports: `
import { countNotesInput, countNotesOutput } from '../../protocol/schemas/find.ts';
import { READ_ONLY, defineTool } from '../tool.ts';`,
  },
  {
    of: 'A tool',
    file: 'shared/tools/read/count-notes.test.ts',
    place: 'new file',
    imports: `
import { afterAll, expect, it } from 'vitest';
import { openBench, removeBenches } from '../test-support/writing-bench.ts';
afterAll(removeBenches);`,
    within: (code) => `it('counts the notes of a folder', async () => {\n${code}});`,
  },
  {
    of: 'A question to the app',
    file: 'shared/protocol/live-routes.ts',
    place: { after: 'export const LIVE_ROUTES = {' },
    imports: "import { openTabsOutput } from './schemas/live.ts';",
  },
  {
    of: 'An embedding provider',
    file: 'shared/embeddings/letters/find-letters.ts',
    place: 'new file',
    imports: `
import type { ProvidedModel } from '../adjusted/provided-model.ts';
import { lettersEmbedder } from './letters-embedder.ts';`,
  },
  {
    of: 'An embedding provider',
    file: 'shared/embeddings/providers.ts',
    place: { after: 'export const PROVIDERS: Readonly<Record<string, Provider>> = {' },
  },
  {
    of: 'A setting',
    file: 'shared/protocol/plugin-settings.ts',
    place: { after: 'export const pluginSettings = z.object({' },
  },
  { of: 'A setting', file: 'plugin/settings/index-group.ts', place: { after: '    rows: [' } },
  { of: 'A setting', file: 'plugin/settings/index-group.ts', place: 'end' },
  {
    of: 'A command of the bridge',
    file: 'bridge/commands/count-command.ts',
    place: 'new file',
    imports: `
import type { BridgeConfig } from '../process/config.ts';
import { openVault } from './open-vault.ts';
import type { CommandLine } from './surroundings.ts';`,
  },
  {
    of: 'A command of the bridge',
    file: 'bridge/commands/own-commands.ts',
    place: { after: 'export function addOwnCommands(root: Command, line: CommandLine): void {' },
  },
  {
    of: 'A screen',
    file: 'plugin/views/count/count-view.ts',
    place: 'new file',
    imports: `
import { ItemView, type WorkspaceLeaf } from 'obsidian';
import type { Companion } from '../../companion/companion.ts';`,
  },
  {
    of: 'A screen',
    file: 'plugin/main.ts',
    place: { after: '    this.#addSearch();' },
    imports: "import { COUNT_VIEW, CountView } from './views/count/count-view.ts';",
  },
  {
    of: 'A screen',
    file: 'e2e/stand-in/count-view.test.ts',
    place: 'new file',
    imports: `
${TEST_IMPORTS}
import { readFileSync } from 'node:fs';
import { PATIENT, startSandbox } from './app/test-kit.ts';`,
    within: (code) => `
it('shows the note count', async () => {
  const plugin = Object.fromEntries(
    ['main.js', 'manifest.json'].map((name) => [
      \`.obsidian/plugins/vault-loom/\${name}\`,
      readFileSync(\`dist/plugin/\${name}\`, 'utf8'),
    ]),
  );
  const settings = { '.obsidian/plugins/vault-loom/data.json': '{"embedder": "letters"}' };
  const { app } = await startSandbox({ ...plugin, ...settings, 'A.md': 'a', 'B.md': 'b' });
${code}});`,
  },
];

/** What the page asks for in words alone. */
export const IN_WORDS: readonly (Addition & { code: string })[] = [
  {
    file: 'shared/tools/all-tools.ts',
    place: { after: 'export const ALL_TOOLS: readonly Tool[] = [' },
    imports: "import { countNotes } from './read/count-notes.ts';",
    code: '  countNotes,',
  },
  {
    file: 'shared/protocol/schemas/live.ts',
    place: 'end',
    code: 'export const openTabsOutput = z.looseObject({ paths: z.array(z.string()) });',
  },
  {
    file: 'plugin/live/open-tabs.ts',
    place: 'new file',
    imports: "import { FileView, type App } from 'obsidian';",
    code: `
/** The files in tabs. */
export function openTabs(app: App): { paths: string[] } {
  const paths: string[] = [];
  app.workspace.iterateAllLeaves(({ view }) => {
    if (view instanceof FileView && view.file !== null) paths.push(view.file.path);
  });
  return { paths };
}`,
  },
  {
    file: 'plugin/live/live-parts.ts',
    place: { after: '  return {' },
    imports: "import { openTabs } from './open-tabs.ts';",
    code: '    openTabs: () => Promise.resolve(openTabs(app)),',
  },
  {
    file: 'shared/tools/live/open-tabs.ts',
    place: 'new file',
    imports: "import type { LiveApp, LiveWait } from './live-app.ts';",
    code: `
export function openTabs(context: { live: LiveApp }, wait: LiveWait): Promise<{ paths: string[] }> {
  return context.live.openTabs(wait);
}`,
  },
  {
    file: 'shared/embeddings/letters/letters-embedder.ts',
    place: 'new file',
    imports: "import type { Embedder } from '../embedder.ts';",
    code: `
export function lettersEmbedder(): Embedder {
  return {
    identity: { provider: 'letters', model: 'letters', dimensions: 26, prefixes: { query: '', document: '' } },
    maxTokens: 8_192,
    pace: { textsPerCall: 16, callsAtOnce: 1 },
    countTokens: (text) => text.length,
    embed: (texts) => Promise.resolve(texts.map(lettersOf)),
    state: () => ({ phase: 'ready' }),
    close: () => Promise.resolve(),
  };
}

function lettersOf(text: string): Float32Array {
  const counts = new Float32Array(26);
  for (const letter of text.toLowerCase().match(/[a-z]/gu) ?? []) {
    const at = letter.charCodeAt(0) - 97;
    counts[at] = (counts[at] ?? 0) + 1;
  }
  const length = Math.hypot(...counts) || 1;
  return counts.map((count) => count / length);
}`,
  },
  {
    file: 'plugin/settings/settings-words.ts',
    place: { after: 'export const WORDS = {' },
    code: "  status: 'Status bar',\n  aboutStatus: 'Says how the index is doing.',",
  },
];
