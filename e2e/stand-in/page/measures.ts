import type { Box } from '../mirror/protocol.ts';
import type { EventSender } from './event-sender.ts';
import type { PageDocument } from './page-document.ts';

/** Reports the boxes of the elements that the renderer asked about, as they change. */
export class Measures {
  readonly #page: PageDocument;
  readonly #sender: EventSender;
  readonly #reported = new Map<number, Box | null>();

  constructor(page: PageDocument, sender: EventSender) {
    this.#page = page;
    this.#sender = sender;
    window.addEventListener('resize', () => this.report());
  }

  add(id: number): void {
    this.#reported.set(id, null);
  }

  report(): void {
    const boxes: [number, Box][] = [];
    for (const [id, known] of this.#reported) {
      const element = this.#page.node(id);
      if (!(element instanceof Element)) this.#reported.delete(id);
      else {
        const box = boxOf(element);
        if (known !== null && box.every((value, index) => value === known[index])) continue;
        this.#reported.set(id, box);
        boxes.push([id, box]);
      }
    }
    if (boxes.length > 0) this.#sender.send({ type: 'boxes', target: 0, boxes });
  }
}

function boxOf(element: Element): Box {
  const { left, top, width, height } = element.getBoundingClientRect();
  const { offsetWidth = width, offsetHeight = height } = element as Partial<HTMLElement>;
  return [left, top, width, height, offsetWidth, offsetHeight, element.clientWidth, element.clientHeight];
}
