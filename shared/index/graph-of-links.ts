import type { LinkGraph } from '../graph/link-graph.ts';
import type { Steps } from '../kit/concurrency/slices.ts';
import type { NoteLinks } from '../notes/note-links.ts';
import { isStubGraphKey } from '../notes/stubs.ts';

/**
 * Keeps the link graph in step with what links resolve to: the edges of each note, and stubs for as long as something
 * links to them.
 */
export class GraphOfLinks {
  /** Edges set since the index was created: a counter for deltas. */
  edgesSet = 0;
  readonly #links: NoteLinks;
  readonly #graph: LinkGraph;

  constructor(links: NoteLinks, graph: LinkGraph) {
    this.#links = links;
    this.#graph = graph;
  }

  /** Resolves a note's links again, and sets its edges. `isSame` as in {@link NoteLinks.resolveNote}. */
  *resolve(path: string, isSame: boolean): Steps<void> {
    const outgoing = yield* this.#links.resolveNote(path, isSame);
    const stubs = this.#stubTargets(path);
    this.#graph.setOutgoing(path, outgoing);
    this.edgesSet += outgoing.size;
    this.#dropOrphans(stubs);
  }

  /** Removes a note with its links. */
  remove(path: string): void {
    const stubs = this.#stubTargets(path);
    this.#links.dropNote(path);
    this.#graph.removeNote(path);
    this.#dropOrphans(stubs);
  }

  #stubTargets(path: string): string[] {
    const stubs: string[] = [];
    this.#graph.forEachOutgoing(path, (target) => {
      if (isStubGraphKey(target)) stubs.push(target);
    });
    return stubs;
  }

  #dropOrphans(stubs: readonly string[]): void {
    for (const stub of stubs) if (!this.#links.stubs.has(stub)) this.#graph.removeNote(stub);
  }
}
