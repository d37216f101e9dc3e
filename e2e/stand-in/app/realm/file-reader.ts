/** A `FileReader` over Node's Blob, which jsdom's own does not accept. */
export class PageFileReader extends EventTarget {
  result: string | ArrayBuffer | null = null;
  error: unknown = null;
  readyState = 0;
  onload: ((event: Event) => unknown) | null = null;
  onloadend: ((event: Event) => unknown) | null = null;
  onerror: ((event: Event) => unknown) | null = null;

  readAsText(blob: Blob): void {
    this.#read(() => blob.text());
  }

  readAsArrayBuffer(blob: Blob): void {
    this.#read(() => blob.arrayBuffer());
  }

  readAsDataURL(blob: Blob): void {
    this.#read(
      async () =>
        `data:${blob.type || 'application/octet-stream'};base64,${Buffer.from(await blob.arrayBuffer()).toString('base64')}`,
    );
  }

  abort(): void {
    this.readyState = 2;
  }

  #read(load: () => Promise<string | ArrayBuffer>): void {
    this.readyState = 1;
    load().then(
      (result) => {
        this.result = result;
        this.#finish('load', this.onload);
      },
      (error: unknown) => {
        this.error = error;
        this.#finish('error', this.onerror);
      },
    );
  }

  #finish(type: string, handler: ((event: Event) => unknown) | null): void {
    this.readyState = 2;
    for (const [name, call] of [
      [type, handler],
      ['loadend', this.onloadend],
    ] as const) {
      const event = new PageEvent(name);
      call?.call(this, event);
      this.dispatchEvent(event);
    }
  }
}

/** Node's own, from before the realm has the DOM's: the class above stands on Node's EventTarget. */
const PageEvent = Event;
