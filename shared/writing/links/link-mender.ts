import { VaultLoomError } from '../../protocol/errors.ts';
import { shownMessage } from '../../kit/text/shown-message.ts';
import { eventLoopYield, Slicer } from '../../kit/concurrency/slices.ts';
import type { Change } from '../change/file-change.ts';
import { quoted } from '../places/name-rules.ts';
import type { LinkWarnings } from './link-warnings.ts';
import type { LinksToMend } from './links-to-mend.ts';
import type { WriteSession } from '../write-session.ts';
import type { Log } from '../journal/recovery.ts';

export interface LinkMenderParts {
  withPaths: <T>(paths: readonly string[], work: (session: WriteSession) => Promise<T>) => Promise<T>;
  warnings: LinkWarnings;
  log: Log;
  /** Milliseconds since 1970. */
  clock: () => number;
}

/**
 * Repairs links that a move should have rewritten, in notes that someone changed after the move was interrupted and
 * before it was settled. Recorded like any change. If that fails, keeps a warning for the person.
 */
export class LinkMender {
  readonly #parts: LinkMenderParts;
  readonly #slicer = new Slicer(SLICE_MS, eventLoopYield());
  readonly #waiting: LinksToMend[] = [];

  constructor(parts: LinkMenderParts) {
    this.#parts = parts;
  }

  add(links: readonly LinksToMend[]): void {
    this.#waiting.push(...links);
  }

  /** Repairs what is waiting. Never throws. */
  async mend(): Promise<void> {
    for (const links of this.#waiting.splice(0)) {
      try {
        await this.#mendOne(links);
      } catch (error) {
        await this.#warn(links, error);
      }
    }
  }

  async #mendOne(links: LinksToMend): Promise<void> {
    // Loads the parser, which few starts need.
    const { mendLinks } = await import('./mend-links.ts');
    for (let tries = 1; ; tries++) {
      try {
        return await this.#parts.withPaths([links.path], async (session) => {
          const { bytes } = await session.read(links.path);
          const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
          const mended = await this.#slicer.run(mendLinks(text, links));
          if (mended === text) return;
          const change: Change = {
            tool: 'move_note',
            client: 'recovery',
            files: [{ kind: 'edit', path: links.path, before: bytes, after: new TextEncoder().encode(mended) }],
          };
          await session.apply(change);
        });
      } catch (error) {
        if (!(error instanceof VaultLoomError) || error.code !== 'file_changed' || tries >= MOST_TRIES) throw error;
      }
    }
  }

  async #warn({ path, about }: LinksToMend, error: unknown): Promise<void> {
    const reason = shownMessage(error);
    const message = `A move was cut off while this note was to be rewritten, and the note was changed since. Its links to ${quoted(about)} may lead nowhere: look at them.`;
    this.#parts.log('warn', `${quoted(path)}: ${message} (${reason})`);
    await this.#parts.warnings.add({ path, about, message, time: this.#parts.clock() }).catch((failure: unknown) => {
      this.#parts.log('error', `A warning could not be kept: ${shownMessage(failure)}`);
    });
  }
}

const SLICE_MS = 10;
const MOST_TRIES = 3;
