import type { DOMWindow } from 'jsdom';

/** What plugins use of `DataTransfer`, which jsdom has not: texts by MIME type. */
export class TransferredData {
  dropEffect = 'none';
  effectAllowed = 'all';
  readonly files: readonly File[] = [];
  readonly items: readonly object[] = [];
  readonly #texts: Map<string, string>;

  constructor(texts: Record<string, string> = {}) {
    this.#texts = new Map(Object.entries(texts));
  }

  get types(): string[] {
    return [...this.#texts.keys()];
  }

  getData(type: string): string {
    return this.#texts.get(longType(type)) ?? '';
  }

  setData(type: string, text: string): void {
    this.#texts.set(longType(type), text);
  }

  clearData(type?: string): void {
    if (type === undefined) this.#texts.clear();
    else this.#texts.delete(longType(type));
  }

  setDragImage(): void {}
}

function longType(type: string): string {
  return type === 'text' ? 'text/plain' : type;
}

/** The window's `DragEvent`, which jsdom has not. */
export function dragEventOf({ MouseEvent }: DOMWindow): typeof MouseEvent {
  return class DragEvent extends MouseEvent {
    readonly dataTransfer: TransferredData | null;

    constructor(type: string, init: MouseEventInit & { dataTransfer?: TransferredData | null } = {}) {
      super(type, init);
      this.dataTransfer = init.dataTransfer ?? null;
    }
  };
}
