/** What part of the map is shown: its middle in the map's units, and how many pixels one of them takes. */
export interface Viewport {
  x: number;
  y: number;
  scale: number;
}

export interface Point {
  x: number;
  y: number;
}

/** In pixels. */
export interface Size {
  width: number;
  height: number;
}

/** In the map's units. */
export interface Bounds {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export interface Circle extends Point {
  radius: number;
}

/** How far the picture can be zoomed, compared with all of it being shown. */
const LEAST_ZOOM = 0.5;
const MOST_ZOOM = 16;
/** A picture of a few small circles is not enlarged beyond this, in pixels a unit. */
const MOST_FIT = 4;
const MARGIN = 32;
const SMALLEST_SIDE = 40;
const WHEEL_STEP = 0.0016;
const PINCH_STEP = 0.01;
const LINE_HEIGHT = 16;
const MOST_WHEEL = 0.5;

/** The smallest rectangle around all circles; one of a unit around 0 if there are none. */
export function boundsOf(circles: readonly Circle[]): Bounds {
  if (circles.length === 0) return { left: -0.5, top: -0.5, right: 0.5, bottom: 0.5 };
  const bounds = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (const { x, y, radius } of circles) {
    bounds.left = Math.min(bounds.left, x - radius);
    bounds.top = Math.min(bounds.top, y - radius);
    bounds.right = Math.max(bounds.right, x + radius);
    bounds.bottom = Math.max(bounds.bottom, y + radius);
  }
  return bounds;
}

/** Shows all of the bounds, with a margin around them for labels. */
export function fit({ left, top, right, bottom }: Bounds, size: Size): Viewport {
  const room = (side: number): number => Math.max(side - 2 * MARGIN, SMALLEST_SIDE);
  const scale = Math.min(
    room(size.width) / Math.max(right - left, 1e-6),
    room(size.height) / Math.max(bottom - top, 1e-6),
    MOST_FIT,
  );
  return { x: (left + right) / 2, y: (top + bottom) / 2, scale };
}

/**
 * Zooms by a factor, so that what is under a point of the picture stays there.
 *
 * @param at in pixels from the picture's left top
 */
export function zoomAt(view: Viewport, factor: number, at: Point, bounds: Bounds, size: Size): Viewport {
  const { scale: whole } = fit(bounds, size);
  const scale = clamp(view.scale * factor, LEAST_ZOOM * whole, MOST_ZOOM * whole);
  const fixed = toMap(view, at, size);
  return keptNear(
    { x: fixed.x - fromMiddle(at.x, size.width) / scale, y: fixed.y - fromMiddle(at.y, size.height) / scale, scale },
    bounds,
  );
}

/** Moves the picture by pixels. Its middle never leaves the bounds. */
export function pan(view: Viewport, dx: number, dy: number, bounds: Bounds): Viewport {
  return keptNear({ ...view, x: view.x - dx / view.scale, y: view.y - dy / view.scale }, bounds);
}

/** Moves the picture just as far as is needed to show a circle. */
export function revealed(view: Viewport, { x, y, radius }: Circle, size: Size, bounds: Bounds): Viewport {
  const { x: left, y: top } = toScreen(view, { x: x - radius, y: y - radius }, size);
  const { x: right, y: bottom } = toScreen(view, { x: x + radius, y: y + radius }, size);
  return pan(view, shiftInto(left, right, size.width), shiftInto(top, bottom, size.height), bounds);
}

/** What two fingers do by moving from one pair of points to another: each stays on what is under it. */
export function pinch(
  view: Viewport,
  [a, b]: readonly [Point, Point],
  [toA, toB]: readonly [Point, Point],
  bounds: Bounds,
  size: Size,
): Viewport {
  const before = Math.hypot(a.x - b.x, a.y - b.y);
  const after = Math.hypot(toA.x - toB.x, toA.y - toB.y);
  const [from, to] = [middleOf(a, b), middleOf(toA, toB)];
  const moved = pan(view, to.x - from.x, to.y - from.y, bounds);
  return before < 1 ? moved : zoomAt(moved, after / before, to, bounds, size);
}

/** By how much a turn of the wheel zooms. A pinch on a touchpad arrives as a wheel with Ctrl held, in smaller steps. */
export function wheelFactor({
  deltaY,
  deltaMode,
  ctrlKey,
}: Pick<WheelEvent, 'deltaY' | 'deltaMode' | 'ctrlKey'>): number {
  const pixels = deltaMode === 0 ? deltaY : deltaY * LINE_HEIGHT;
  return Math.exp(clamp(-pixels * (ctrlKey ? PINCH_STEP : WHEEL_STEP), -MOST_WHEEL, MOST_WHEEL));
}

/** The `viewBox` of an SVG of this size that shows the part. */
export function viewBoxOf({ x, y, scale }: Viewport, { width, height }: Size): string {
  const [w, h] = [Math.max(width, 1) / scale, Math.max(height, 1) / scale];
  return [x - w / 2, y - h / 2, w, h].map((value) => Number(value.toFixed(3))).join(' ');
}

/** The visible part, in pixels from the map's middle. */
export function edgesOf({ x, y, scale }: Viewport, { width, height }: Size): Bounds {
  const [middle, center] = [x * scale, y * scale];
  return {
    left: middle - width / 2,
    right: middle + width / 2,
    top: center - height / 2,
    bottom: center + height / 2,
  };
}

/** Where a point of the map is in the picture, in pixels from its left top. */
export function toScreen({ x, y, scale }: Viewport, point: Point, { width, height }: Size): Point {
  return { x: (point.x - x) * scale + width / 2, y: (point.y - y) * scale + height / 2 };
}

/** The point of the map at a place of the picture. */
export function toMap({ x, y, scale }: Viewport, at: Point, { width, height }: Size): Point {
  return { x: x + fromMiddle(at.x, width) / scale, y: y + fromMiddle(at.y, height) / scale };
}

function keptNear(view: Viewport, { left, top, right, bottom }: Bounds): Viewport {
  return { ...view, x: clamp(view.x, left, right), y: clamp(view.y, top, bottom) };
}

/** How far a stretch must move to be between 0 and `length`; one that is too long is centred. */
function shiftInto(start: number, end: number, length: number): number {
  const room = length - 2 * MARGIN;
  if (end - start > room) return length / 2 - (start + end) / 2;
  if (start < MARGIN) return MARGIN - start;
  return end > length - MARGIN ? length - MARGIN - end : 0;
}

function fromMiddle(at: number, length: number): number {
  return at - length / 2;
}

function middleOf(a: Point, b: Point): Point {
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}
