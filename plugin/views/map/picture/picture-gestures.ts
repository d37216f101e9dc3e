import { wheelFactor, type Point } from './viewport.ts';

export interface Gestures {
  /** @param at in pixels from the picture's left top */
  zoom(factor: number, at: Point): void;
  pan(dx: number, dy: number): void;
  pinch(before: readonly [Point, Point], after: readonly [Point, Point]): void;
}

/** A pointer that moved less has clicked, in pixels. */
const LEAST_DRAG = 4;
const MAIN_BUTTON = 0;

/** Turns wheel, drag and pinch on the picture into moves of it. What was dragged is not clicked. */
export class PictureGestures {
  readonly #element: Element;
  readonly #gestures: Gestures;
  /** The places of the pointers that are down, by their ids. */
  readonly #pointers = new Map<number, Point>();
  #start: Point | null = null;
  #isDragging = false;

  constructor(element: SVGElement, gestures: Gestures) {
    this.#element = element;
    this.#gestures = gestures;
    element.addEventListener('wheel', (event) => this.#turned(event), { passive: false });
    element.addEventListener('pointerdown', (event) => this.#down(event));
    element.addEventListener('pointermove', (event) => this.#moved(event));
    for (const type of ['pointerup', 'pointercancel'] as const)
      element.addEventListener(type, (event) => this.#up(event));
    element.addEventListener('click', (event) => this.#clicked(event), { capture: true });
  }

  #turned(event: WheelEvent): void {
    event.preventDefault();
    this.#gestures.zoom(wheelFactor(event), this.#placeOf(event));
  }

  #down(event: PointerEvent): void {
    if (event.button !== MAIN_BUTTON) return;
    const place = this.#placeOf(event);
    if (this.#pointers.size === 0) {
      this.#isDragging = false;
      this.#start = place;
    }
    this.#pointers.set(event.pointerId, place);
  }

  #moved(event: PointerEvent): void {
    const before = this.#pointers.get(event.pointerId);
    if (before === undefined || this.#start === null) return;
    // The pointer was released elsewhere.
    if (event.buttons === 0) return this.#up(event);
    const place = this.#placeOf(event);
    if (!this.#isDragging && Math.hypot(place.x - this.#start.x, place.y - this.#start.y) < LEAST_DRAG) return;
    // Not before it moves: once captured, a pointer's click goes to the picture, not to the circle under it.
    if (!this.#isDragging) this.#element.setPointerCapture(event.pointerId);
    this.#isDragging = true;
    const [first, second] = [...this.#pointers];
    this.#pointers.set(event.pointerId, place);
    if (first === undefined || second === undefined) {
      this.#gestures.pan(place.x - before.x, place.y - before.y);
      return;
    }
    const pairAfter = [this.#pointers.get(first[0]) ?? first[1], this.#pointers.get(second[0]) ?? second[1]] as const;
    this.#gestures.pinch([first[1], second[1]], pairAfter);
  }

  #up({ pointerId }: PointerEvent): void {
    this.#pointers.delete(pointerId);
    if (this.#pointers.size === 0) this.#start = null;
  }

  #clicked(event: MouseEvent): void {
    if (!this.#isDragging) return;
    this.#isDragging = false;
    event.stopPropagation();
    event.preventDefault();
  }

  #placeOf({ clientX, clientY }: MouseEvent): Point {
    const { left, top } = this.#element.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  }
}
