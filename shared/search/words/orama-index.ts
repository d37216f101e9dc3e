import { create, insert, remove, search } from '@orama/orama';
import type {
  AnyDocument,
  AnyDocumentStore,
  AnyIndexStore,
  AnyPinningStore,
  AnySorterStore,
  IDocumentsStore,
  IIndex,
  IPinning,
  ISorter,
  Orama,
  SearchableType,
  Tokenizer,
} from '@orama/orama';
import { runSteps } from '../../kit/concurrency/slices.ts';
import type { FullTextDocument, FullTextHit, FullTextSearchOptions } from './fulltext-types.ts';
import type { InvertedIndex, StagedNote } from './inverted-index.ts';

const SCHEMA = {
  title: 'string',
  aliases: 'string[]',
  headings: 'string[]',
  chunks: 'string[]',
  tags: 'string[]',
  properties: 'string[]',
} as const;
const PROPERTIES: readonly string[] = Object.keys(SCHEMA);
const PROPERTY_TYPES: Readonly<Record<string, SearchableType>> = SCHEMA;
/** For searches on the Orama instance itself, which does not pass on its limit. */
const ALL: FullTextSearchOptions = { limit: 10_000 };

type NoteOrama = Orama<
  typeof SCHEMA,
  IIndex<AnyIndexStore>,
  IDocumentsStore<AnyDocumentStore>,
  ISorter<AnySorterStore>,
  IPinning<AnyPinningStore>
>;

/**
 * An Orama instance (version 3) over the engine: same API, but with our own index, tokenizer, document store and
 * sorter. Orama calls notes by `String(id)`, which is all its document store has; the rest is in the engine.
 */
export class OramaNotes {
  readonly orama: NoteOrama;
  readonly #engine: InvertedIndex;
  /** A note in the engine that the current insertion makes live. */
  #staged: StagedNote | null = null;
  #inserting: (FullTextDocument & { id: string }) | null = null;
  #options = ALL;
  #hits: readonly FullTextHit[] = [];

  constructor(engine: InvertedIndex) {
    this.#engine = engine;
    const components = {
      index: this.#index(),
      tokenizer: this.#tokenizer(),
      documentsStore: this.#documents(),
      sorter: NO_SORTER,
    };
    this.orama = create<
      typeof SCHEMA,
      IIndex<AnyIndexStore>,
      IDocumentsStore<AnyDocumentStore>,
      ISorter<AnySorterStore>,
      IPinning<AnyPinningStore>
    >({
      schema: SCHEMA,
      components,
    });
  }

  /** Makes a staged note live in place of any older version. */
  insert(staged: StagedNote, document: FullTextDocument): void {
    this.remove(staged.id);
    this.#staged = staged;
    const { title, aliases, headings, tags, properties } = document;
    void insert(this.orama, {
      id: String(staged.id),
      title,
      aliases: [...aliases],
      headings: [...headings],
      // The staged note has them.
      chunks: [],
      tags: [...tags],
      properties: [...properties],
    });
  }

  remove(id: number): void {
    void remove(this.orama, String(id));
  }

  search(query: string, options: FullTextSearchOptions): FullTextHit[] {
    if (query === '' || options.limit <= 0) return [];
    this.#options = options;
    try {
      const found = search(this.orama, { term: query, limit: Math.min(options.limit, this.#engine.size) });
      if (found instanceof Promise) throw new TypeError('Orama searches at once unless a hook is set');
      // In the engine's order: Orama knows no other for hits with the same score than that of arrival.
      const scores = new Map(found.hits.map(({ id, score }) => [Number(id), score]));
      return this.#hits.flatMap((hit) => {
        const score = scores.get(hit.id);
        return score === undefined ? [] : { ...hit, score };
      });
    } finally {
      this.#options = ALL;
      this.#hits = [];
    }
  }

  /** Tells Orama of notes that came with a segment. */
  adopt(ids: Iterable<number>): void {
    const { docs } = this.orama.data.docs;
    for (const id of ids) docs[this.#numberOf(String(id))] = { id: String(id) };
  }

  /** Orama's own number of a note, in order of arrival. */
  #numberOf(name: string): number {
    const { idToInternalId, internalIdToId } = this.orama.internalDocumentIDStore;
    const known = idToInternalId.get(name);
    if (known !== undefined) return known;
    idToInternalId.set(name, idToInternalId.size + 1);
    return internalIdToId.push(name);
  }

  #index(): IIndex<AnyIndexStore> {
    return {
      create: () => ({ indexes: {}, vectorIndexes: {} }),
      getSearchableProperties: () => [...PROPERTIES],
      getSearchablePropertiesWithTypes: () => ({ ...PROPERTY_TYPES }),
      // Called for each property; the first call handles the whole note.
      insert: () => {
        this.#commit();
      },
      // The document store removes notes: Orama calls this only for properties of stored documents.
      remove: () => true,
      search: (
        _index,
        term,
        _tokenizer,
        _language,
        _properties,
        _exact,
        _tolerance,
        _boost,
        _relevance,
        _count,
        allowed,
      ) => {
        const { filter, ...options } = this.#options;
        const wanted = (id: number): boolean =>
          (filter?.(id) ?? true) && (allowed?.has(this.#numberOf(String(id))) ?? true);
        this.#hits = this.#engine.search(term, { ...options, filter: wanted });
        return this.#hits.map((hit) => [this.#numberOf(String(hit.id)), hit.score]);
      },
      searchByWhereClause: () => unsupported('a search takes its filter as a function'),
      insertDocumentScoreParameters: nothing,
      insertTokenScoreParameters: nothing,
      removeDocumentScoreParameters: nothing,
      removeTokenScoreParameters: nothing,
      calculateResultScores: nothing,
      load: () => unsupported('segments are attached'),
      save: () => unsupported('segments are saved by who freezes them'),
    };
  }

  #commit(): void {
    const document = this.#inserting;
    if (document === null) return;
    this.#inserting = null;
    this.#engine.commit(this.#staged ?? runSteps(this.#engine.stage(Number(document.id), document)));
    this.#staged = null;
  }

  #tokenizer(): Tokenizer {
    return { language: 'any', normalizationCache: new Map(), tokenize: (text) => this.#engine.tokenizer.terms(text) };
  }

  #documents(): IDocumentsStore<AnyDocumentStore> {
    const get = (store: AnyDocumentStore, id: string | number): AnyDocument | undefined =>
      store.docs[typeof id === 'number' ? id : this.#numberOf(id)];
    return {
      create: () => ({ docs: {} }),
      get,
      getMultiple: (store, ids) => ids.map((id) => get(store, id)),
      getAll: (store) => store.docs,
      store: (store, name, number, document) => {
        if (store.docs[number] !== undefined) return false;
        store.docs[number] = { id: name };
        this.#inserting = document as FullTextDocument & { id: string };
        return true;
      },
      remove: (store, name, number) => {
        if (store.docs[number] === undefined) return false;
        Reflect.deleteProperty(store.docs, number);
        this.#engine.remove(Number(name));
        return true;
      },
      count: () => this.#engine.size,
      load: () => unsupported('segments are attached'),
      save: () => unsupported('segments are saved by who freezes them'),
    };
  }
}

const NO_SORTER: ISorter<AnySorterStore> = {
  create: () => ({}),
  insert: nothing,
  remove: nothing,
  load: () => ({}),
  save: () => unsupported('nothing is kept sorted'),
  sortBy: () => unsupported('hits are ranked'),
  getSortableProperties: () => [],
  getSortablePropertiesWithTypes: () => ({}),
};

function nothing(): void {
  // Bookkeeping that the engine does itself.
}

function unsupported(reason: string): never {
  throw new Error(`This Orama instance does not do that: ${reason}`);
}
