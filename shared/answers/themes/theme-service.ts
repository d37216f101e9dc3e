import { VaultLoomError } from '../../protocol/errors.ts';
import type { ThemeRef } from '../../protocol/schemas/common.ts';
import type { Cluster, DetectThemesInput, DetectThemesOutput } from '../../protocol/schemas/graph.ts';
import type { GraphCompute } from '../../graph/compute/graph-compute.ts';
import type { StoredCluster, StoredThemes, ThemeNote } from '../../graph/graph-types.ts';
import type { KeyedCompactGraph } from '../../graph/link-graph.ts';
import { themesSteps } from '../../graph/themes/themes.ts';
import { similarityTo } from '../../notes/fuzzy-match.ts';
import { isRecord } from '../../kit/json/is-record.ts';
import type { Slicer } from '../../kit/concurrency/slices.ts';
import { foldPath } from '../../vault/paths.ts';
import type { NoteIndex } from '../../index/note-index.ts';
import type { VaultSource } from '../../vault/vault-source.ts';
import { byShownPaths, isRanked, isWithheld } from '../shown-notes.ts';
import { graphFingerprint } from '../graph-fingerprint.ts';
import { namesFingerprint, renamedThemes } from '../theme-names.ts';
import { keyOfMember, overviewOf, showTheme, withinBytes } from './shown-theme.ts';

/** Saved themes, and the graph they were computed from. */
export interface SavedThemes extends StoredThemes {
  /** See {@link graphFingerprint}. */
  fingerprint: string;
  /** See {@link namesFingerprint}. */
  names?: string;
}

export interface ThemeServiceParts {
  index: () => NoteIndex;
  source: Pick<VaultSource, 'rulesVersion'>;
  compute: GraphCompute;
  slicer: Slicer;
  /** The graph of the notes and stubs that count. */
  compact: () => Promise<KeyedCompactGraph>;
  save: (themes: SavedThemes) => Promise<void>;
}

/** A value, kept until the data in `of` changes. */
interface Kept<T> {
  of: readonly unknown[];
  value: T;
}

const DEFAULT_RESOLUTION = 1;
/** Bytes of JSON in an overview: a model pays for it by the token, and gets it twice (structured, and as text). */
const OVERVIEW_BYTES = 5_800;
const LOW_MODULARITY = 0.3;
const MAX_SUGGESTIONS = 5;

/** Answers `detect_themes` from a cache, which it maintains (contract, 'Themes and ranks over time'). */
export class ThemeService {
  readonly #parts: ThemeServiceParts;
  #themes: SavedThemes | null = null;
  /** The links that `#themes` are known to match; null if unknown. */
  #links: { index: NoteIndex; version: number } | null = null;
  #running: Promise<unknown> | null = null;
  /** The last overview, with and without stubs. */
  readonly #overviews = new Map<boolean, Kept<readonly Cluster[]>>();
  /** The theme of each note. */
  #ofNotes: Kept<ReadonlyMap<string, ThemeRef>> | null = null;
  /** Whether a member is withheld. */
  #withheld: Kept<boolean> | null = null;

  constructor(parts: ThemeServiceParts) {
    this.#parts = parts;
  }

  /** Takes over the saved themes if they are complete. */
  async restore(saved: unknown): Promise<void> {
    if (!isSavedThemes(saved) || this.#themes !== null) return;
    const links = this.#linksNow();
    const now = await this.#parts.slicer.run(graphFingerprint(await this.#parts.compact()));
    if (this.#themes !== null) return;
    this.#themes = saved;
    this.#links = now === saved.fingerprint ? links : null;
  }

  /**
   * Recomputes the themes, at the last resolution, if the links have changed; if not, names them after their notes as
   * they are now.
   */
  async refresh(): Promise<void> {
    if (this.#themes === null || this.#isStale()) await this.#compute(this.#themes?.resolution ?? DEFAULT_RESOLUTION);
    else await this.#inTurn(() => this.#rename());
  }

  /** Recomputes the themes for `reindex`; the number of clusters, or 0 if the cache was still good. */
  async reindex(resolution: number | undefined): Promise<number> {
    const wanted = resolution ?? DEFAULT_RESOLUTION;
    if (resolution === undefined && this.#themes?.resolution === wanted && !this.#isStale()) return 0;
    return (await this.#compute(wanted)).clusters.length;
  }

  async query(input: DetectThemesInput): Promise<DetectThemesOutput> {
    const themes = await this.#usable();
    const stale = this.#isStale() ? { stale: true } : {};
    if (input.themeId !== undefined) {
      const found = this.#find(themes, input.themeId);
      return { cluster: showTheme(this.#parts.index(), found, input.includeStubs), ...stale };
    }
    const shown = await this.#overview(themes, input.includeStubs);
    // Hidden while the overview was being made.
    if (this.#hasWithheld(themes)) return this.query(input);
    const clusters = input.limit === undefined ? withinBytes(shown, OVERVIEW_BYTES) : shown.slice(0, input.limit);
    return {
      clusters,
      ...(clusters.length < shown.length ? { total: shown.length } : {}),
      modularity: themes.modularity,
      ...(themes.modularity < LOW_MODULARITY ? { warning: weakClusters(themes.modularity) } : {}),
      ...stale,
    };
  }

  /**
   * Whether a graph key is a member of one theme.
   * @throws VaultLoomError `theme_not_found`
   */
  async membership(themeId: string): Promise<(key: string) => boolean> {
    const themes = await this.#usable();
    const index = this.#parts.index();
    const keys = new Set(this.#find(themes, themeId).members.map((path) => keyOfMember(index, path)));
    return (key) => keys.has(key);
  }

  /**
   * The theme of a note, by the themes computed last; null if it has none, or if a label may say what is hidden now.
   */
  themeOf(path: string): ThemeRef | null {
    const themes = this.#themes;
    const index = this.#parts.index();
    if (themes === null || !isRanked(index, path) || this.#hasWithheld(themes)) return null;
    if (!isOf(this.#ofNotes, [themes])) this.#ofNotes = { of: [themes], value: themesByMember(themes) };
    return this.#ofNotes.value.get(path) ?? null;
  }

  /** The cache, rebuilt if a member has been hidden or excluded since: its words may be in the labels. */
  async #usable(): Promise<SavedThemes> {
    const themes = this.#themes ?? (await this.#compute(DEFAULT_RESOLUTION));
    return this.#hasWithheld(themes) ? this.#compute(themes.resolution) : themes;
  }

  #hasWithheld(themes: StoredThemes): boolean {
    const index = this.#parts.index();
    const of = [themes, index, index.tally.withheldVersion, this.#parts.source.rulesVersion];
    if (!isOf(this.#withheld, of))
      this.#withheld = {
        of,
        value: themes.clusters.some(({ members }) => members.some((path) => isWithheld(index, path))),
      };
    return this.#withheld.value;
  }

  async #overview(themes: StoredThemes, includeStubs: boolean): Promise<readonly Cluster[]> {
    const { index, source, slicer } = this.#parts;
    const of = [themes, index(), index().version, source.rulesVersion];
    const known = this.#overviews.get(includeStubs) ?? null;
    if (isOf(known, of)) return known.value;
    const value = await slicer.run(overviewOf(index(), themes, includeStubs));
    this.#overviews.set(includeStubs, { of, value });
    return value;
  }

  #isStale(): boolean {
    const { index, version } = this.#linksNow();
    return this.#links?.index !== index || this.#links.version !== version;
  }

  #linksNow(): { index: NoteIndex; version: number } {
    const index = this.#parts.index();
    return { index, version: index.linksVersion };
  }

  #compute(resolution: number): Promise<SavedThemes> {
    return this.#inTurn(() => this.#computeNow(resolution));
  }

  #inTurn<T>(task: () => Promise<T>): Promise<T> {
    const running = (this.#running ?? Promise.resolve()).catch(() => undefined).then(task);
    this.#running = running;
    return running;
  }

  /** Gives the themes new names if what they may be named after has changed, but not their links. */
  async #rename(): Promise<void> {
    const { slicer, compact, save } = this.#parts;
    const [themes, index] = [this.#themes, this.#parts.index()];
    if (themes === null || this.#isStale()) return;
    const { graph, keys } = byShownPaths(await compact(), index);
    const noteAt = (path: string): ThemeNote | undefined => factsOf(index, path);
    const names = await slicer.run(namesFingerprint(keys, noteAt));
    if (names === themes.names || this.#isStale()) return;
    const renamed = await slicer.run(renamedThemes({ graph, keys, noteAt, themes }));
    this.#themes = { ...renamed, fingerprint: themes.fingerprint, names };
    await save(this.#themes);
  }

  async #computeNow(resolution: number): Promise<SavedThemes> {
    const known = this.#themes;
    if (known?.resolution === resolution && !this.#isStale() && !this.#hasWithheld(known)) return known;
    const links = this.#linksNow();
    const { index } = links;
    const keyed = await this.#parts.compact();
    const communities = await this.#parts.compute.communities(keyed.graph, resolution);
    const { keys } = byShownPaths(keyed, index);
    const noteAt = (path: string): ThemeNote | undefined => factsOf(index, path);
    const previous = this.#themes ?? undefined;
    const built = await this.#parts.slicer.run(
      themesSteps({ graph: keyed.graph, keys, communities, resolution, noteAt, previous }),
    );
    const fingerprint = await this.#parts.slicer.run(graphFingerprint(keyed));
    const names = await this.#parts.slicer.run(namesFingerprint(keys, noteAt));
    const themes: SavedThemes = { ...built, fingerprint, names };
    this.#themes = themes;
    this.#links = links;
    await this.#parts.save(themes);
    return themes;
  }

  #find(themes: StoredThemes, idOrLabel: string): StoredCluster {
    const folded = foldPath(idOrLabel.trim());
    const found =
      themes.clusters.find((cluster) => cluster.id === idOrLabel) ??
      themes.clusters.find((cluster) => cluster.label === idOrLabel) ??
      themes.clusters.find((cluster) => foldPath(cluster.id) === folded || foldPath(cluster.label) === folded);
    if (found !== undefined) return found;
    const likeness = similarityTo(folded);
    const suggestions = themes.clusters
      .map(({ id, label }) => ({ id, label, score: likeness(foldPath(label)) }))
      .sort((a, b) => b.score - a.score)
      .slice(0, MAX_SUGGESTIONS)
      .map(({ id, label }) => ({ id, label }));
    throw new VaultLoomError('theme_not_found', `No theme has the id or label "${idOrLabel.slice(0, 120)}".`, {
      hint: 'Call detect_themes without themeId for the existing ids and labels.',
      details: { suggestions },
    });
  }
}

function isOf<T>(known: Kept<T> | null, of: readonly unknown[]): known is Kept<T> {
  return known?.of.every((part, at) => part === of[at]) === true;
}

function themesByMember(themes: StoredThemes): Map<string, ThemeRef> {
  const refs = new Map<string, ThemeRef>();
  for (const { id, label, members } of themes.clusters) for (const member of members) refs.set(member, { id, label });
  return refs;
}

function factsOf(index: NoteIndex, path: string): ThemeNote | undefined {
  const record = index.note(path);
  if (record === undefined) return undefined;
  return {
    path: record.path,
    title: record.title,
    tags: record.tags,
    headings: record.headings.map((heading) => heading.text),
  };
}

function weakClusters(modularity: number): string {
  return `The vault's modularity is ${modularity.toPrecision(2)}, below ${LOW_MODULARITY}: its notes are linked too evenly for clear themes.`;
}

function isSavedThemes(value: unknown): value is SavedThemes {
  if (!isRecord(value)) return false;
  const { resolution, modularity, clusters, fingerprint: from } = value;
  return (
    typeof resolution === 'number' &&
    typeof modularity === 'number' &&
    typeof from === 'string' &&
    Array.isArray(clusters)
  );
}
