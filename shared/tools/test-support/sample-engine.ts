import { recordOf } from '../../kit/record-of.ts';
import type { Engine } from '../../engine/engine.ts';
import { ENGINE_METHODS, type EngineMethod } from '../../engine/engine-routes.ts';
import type { ConnectionsResult } from '../../protocol/engine-messages.ts';
import { VaultLoomError } from '../../protocol/errors.ts';
import type { NoteOrStubRef } from '../../protocol/schemas/common.ts';
import type { IndexStatusOutput } from '../../protocol/schemas/maintenance.ts';

/** A sample note: its text, and the paths it links to. */
export interface SampleNote {
  text: string;
  links: string[];
}
export type SampleVault = Record<string, SampleNote>;

/** A hub with 12 neighbours, a note two hops away, a stub, and a note without links. */
export const SAMPLE_VAULT: SampleVault = {
  'Hub.md': {
    text: 'The hub of all spokes.',
    links: [...Array.from({ length: 11 }, (_, n) => `Spoke ${n}.md`), '_stub/trips/Lisbon.md'],
  },
  ...Object.fromEntries(
    Array.from({ length: 11 }, (_, n) => [
      `Spoke ${n}.md`,
      { text: `Spoke number ${n}.`, links: n === 0 ? ['Far/Rim.md'] : [] },
    ]),
  ),
  'Far/Rim.md': { text: 'The rim, with a long-distance view.', links: [] },
  'Island.md': { text: 'Nothing links here.', links: [] },
};

/** An engine over a few notes in memory, simple enough to check by eye. */
export function sampleEngine(vault: SampleVault = SAMPLE_VAULT): Engine {
  const linksTo = (path: string) => Object.keys(vault).filter((source) => vault[source]?.links.includes(path));
  const linksFrom = (path: string) => vault[path]?.links ?? [];
  const requireNote = (name: string): string => {
    const path = [name, `${name}.md`].find((candidate) => candidate in vault || linksTo(candidate).length > 0);
    if (path === undefined)
      throw new VaultLoomError('note_not_found', `No note is named "${name}".`, { details: { suggestions: [] } });
    return path;
  };

  return {
    ...unplayed(),
    async search({ query = '', limit, offset = 0 }) {
      const words = query.toLowerCase().match(/\p{L}+/gu) ?? [];
      const rows = Object.entries(vault)
        .map(([path, { text }]) => ({
          path,
          text,
          score: words.filter((word) => text.toLowerCase().includes(word)).length / 3,
        }))
        .filter(({ score }) => score > 0)
        .sort((a, b) => b.score - a.score)
        .map(({ path, text, score }) => ({ ...ref(path), score, excerpt: text, matchedBy: ['fulltext' as const] }));
      const hasMore = rows.length > offset + limit;
      return {
        rows: rows.slice(offset, offset + limit),
        match: rows.length === 0 ? 'weak' : 'strong',
        ...(hasMore ? { hasMore } : {}),
      };
    },
    async listNotes({ limit }) {
      const paths = Object.keys(vault).sort();
      const notes = paths
        .slice(0, limit)
        .map((path) => ({ ...ref(path), tags: [], modified: '2024-01-01T00:00:00.000Z', size: 1 }));
      return { notes, total: paths.length };
    },
    async readNote({ name, mode, maxContentLength }) {
      const path = requireNote(name);
      const text = vault[path]?.text;
      return {
        ...ref(path),
        tags: [],
        aliases: [],
        frontmatter: text === undefined ? { _stub: true } : {},
        headings: [],
        outgoing: linksFrom(path).map(ref),
        incoming: linksTo(path).map(ref),
        ...(mode === 'full' && text !== undefined
          ? {
              content: text.slice(0, maxContentLength),
              truncated: text.length > maxContentLength,
              contentLength: text.length,
            }
          : {}),
      };
    },
    async connections({ name, depth, returnSubgraph, includeStubs }): Promise<ConnectionsResult> {
      const root = requireNote(name);
      const hopOf = new Map([[root, 0]]);
      const hops = [];
      for (let hop = 1; hop <= depth; hop++) {
        const frontier = [...hopOf].filter(([, at]) => at === hop - 1).map(([path]) => path);
        const fresh = (paths: string[]) =>
          [...new Set(paths)].filter((path) => !hopOf.has(path) && (includeStubs || !isStub(path)));
        const outgoing = fresh(frontier.flatMap(linksFrom));
        const incoming = fresh(frontier.flatMap(linksTo));
        for (const path of [...outgoing, ...incoming]) hopOf.set(path, hop);
        if (outgoing.length + incoming.length > 0)
          hops.push({ hop, outgoing: outgoing.map(ref), incoming: incoming.map(ref) });
      }
      if (!returnSubgraph) return { root: ref(root), hops };
      return {
        root: ref(root),
        subgraph: { nodes: [...hopOf].map(([path, hop]) => ({ ...ref(path), hop })), edges: [] },
      };
    },
    async findPath({ from, to }) {
      const [source, target] = [requireNote(from), requireNote(to)];
      if (!linksFrom(source).includes(target)) return { paths: [], length: null, reason: 'no_path' };
      return {
        paths: [{ notes: [ref(source), ref(target)], links: [{ source, target, context: 'a line' }] }],
        length: 1,
      };
    },
    async themes() {
      return { clusters: [], modularity: 0.123456789 };
    },
    async rankNotes() {
      return {
        influence: [{ ...ref('Hub.md'), score: 0.0123456, incoming: 0 }],
        bridging: [{ ...ref('Hub.md'), score: 1 / 3 }],
      };
    },
    async reindex() {
      return {
        nodesIndexed: 0,
        nodesSkipped: 13,
        edgesIndexed: 13,
        stubNodesCreated: 0,
        stubsPruned: 0,
        communitiesDetected: 1,
        durationMs: 1,
      };
    },
    async status() {
      return sampleStatus(Object.keys(vault).length);
    },
    async refresh({ paths }) {
      return { refreshed: paths.length, stubsCreated: 0, stubsPruned: 0 };
    },
    async resolve({ name }) {
      return ref(requireNote(name));
    },
    async linkFacts() {
      return { inboundNotes: 0, inboundLinks: 0, edges: 0, orphanStubs: 0 };
    },
    async linkSources() {
      return { files: Object.keys(vault), sources: [], hidden: [] };
    },
    async prepareWrite() {
      return { prepared: true };
    },
    async afterWrite() {
      return { settled: true };
    },
    async whenReady() {
      return { ready: true };
    },
  };
}

/** Refuses every question that no test asks. */
function unplayed(): Engine {
  const refuse = (method: EngineMethod) => () =>
    Promise.reject(new Error(`The sample engine has no answer to ${method}.`));
  return recordOf(ENGINE_METHODS, refuse);
}

function ref(path: string): NoteOrStubRef {
  const title = (path.split('/').at(-1) ?? path).replace(/\.md$/u, '');
  return { path, title, ...(isStub(path) ? { stub: true } : {}) };
}

function isStub(path: string): boolean {
  return path.startsWith('_stub/');
}

function sampleStatus(notesTotal: number): IndexStatusOutput {
  return {
    summary: `${notesTotal} notes indexed`,
    host: 'disk',
    notesTotal,
    notesWithEmbeddings: 0,
    notesNoEmbeddableContent: 0,
    notesMissingEmbeddings: 0,
    chunksTotal: 0,
    embeddingModel: 'none',
    embeddingDim: 0,
    provider: 'none',
    chunksSkippedInLastRun: 0,
    failedChunks: [],
    failedChunksTotal: 0,
    advertisedMaxTokens: 0,
    discoveredMaxTokens: 0,
    prefixSource: 'none',
    overrideApplied: false,
    lastReindexReasons: [],
    reindexInProgress: false,
    embeddingInProgress: false,
    embeddingsComplete: true,
    embedderReady: false,
    initError: null,
    warnings: [],
    warningsTotal: 0,
  };
}
