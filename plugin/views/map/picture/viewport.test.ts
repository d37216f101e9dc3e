import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  boundsOf,
  fit,
  pan,
  pinch,
  revealed,
  toMap,
  toScreen,
  viewBoxOf,
  wheelFactor,
  zoomAt,
  type Bounds,
  type Circle,
  type Point,
  type Size,
  type Viewport,
} from './viewport.ts';

const number = (min: number, max: number): fc.Arbitrary<number> => fc.double({ min, max, noNaN: true });
const circle: fc.Arbitrary<Circle> = fc.record({
  x: number(-5e3, 5e3),
  y: number(-5e3, 5e3),
  radius: number(0.5, 800),
});
const circles = fc.array(circle, { minLength: 1, maxLength: 30 });
const size: fc.Arbitrary<Size> = fc.record({ width: number(200, 4_000), height: number(150, 3_000) });
const inside = ({ width, height }: Size): fc.Arbitrary<Point> =>
  fc.record({ x: number(0, width), y: number(0, height) });

/** The picture as somebody has moved and zoomed it, and a point of it. */
const situation = fc
  .tuple(circles, size)
  .chain(([shown, area]) =>
    fc.record({
      shown: fc.constant(shown),
      area: fc.constant(area),
      at: inside(area),
      to: inside(area),
      steps: fc.array(fc.tuple(number(0.3, 3), inside(area), number(-900, 900), number(-900, 900)), { maxLength: 6 }),
    }),
  )
  .map(({ shown, area, at, to, steps }) => {
    const bounds = boundsOf(shown);
    let view = fit(bounds, area);
    for (const [factor, place, dx, dy] of steps) view = pan(zoomAt(view, factor, place, bounds, area), dx, dy, bounds);
    return { shown, area, bounds, view, at, to };
  });

const isInBounds = ({ x, y }: Point, { left, right, top, bottom }: Bounds): boolean =>
  x >= left - 1e-6 && x <= right + 1e-6 && y >= top - 1e-6 && y <= bottom + 1e-6;
/** Its middle is where the limits do not hold it. */
const isFree = ({ x, y }: Viewport, { left, right, top, bottom }: Bounds): boolean =>
  x > left && x < right && y > top && y < bottom;

describe('the part of the map that is shown', () => {
  it('fits all circles in', () => {
    fc.assert(
      fc.property(circles, size, (shown, area) => {
        const view = fit(boundsOf(shown), area);
        for (const { x, y, radius } of shown) {
          const [from, to] = [-radius, radius].map((by) => toScreen(view, { x: x + by, y: y + by }, area));
          expect(from?.x).toBeGreaterThanOrEqual(-1e-6);
          expect(from?.y).toBeGreaterThanOrEqual(-1e-6);
          expect(to?.x).toBeLessThanOrEqual(area.width + 1e-6);
          expect(to?.y).toBeLessThanOrEqual(area.height + 1e-6);
        }
      }),
    );
  });

  it('goes from the screen to the map and back', () => {
    fc.assert(
      fc.property(situation, ({ area, view, at }) => {
        const back = toScreen(view, toMap(view, at, area), area);
        expect(Math.hypot(back.x - at.x, back.y - at.y)).toBeLessThan(1e-6);
      }),
    );
  });

  it('keeps what is under the pointer there while zooming, unless the edge holds it', () => {
    fc.assert(
      fc.property(situation, number(0.2, 5), ({ area, bounds, view, at }, factor) => {
        const zoomed = zoomAt(view, factor, at, bounds, area);
        if (!isFree(zoomed, bounds)) return;
        const now = toScreen(zoomed, toMap(view, at, area), area);
        expect(Math.hypot(now.x - at.x, now.y - at.y)).toBeLessThan(1e-3);
      }),
    );
  });

  it('never loses the map, however it is moved, zoomed and pinched', () => {
    fc.assert(
      fc.property(situation, number(0, 1e6), ({ area, bounds, view, at, to }, factor) => {
        for (const next of [
          zoomAt(view, factor, at, bounds, area),
          pan(view, factor, -factor, bounds),
          pinch(view, [at, to], [to, at], bounds, area),
          pinch(view, [at, at], [to, at], bounds, area),
        ]) {
          expect(isInBounds(next, bounds)).toBe(true);
          expect(next.scale).toBeGreaterThanOrEqual(0.49 * fit(bounds, area).scale);
          expect(next.scale).toBeLessThanOrEqual(16.01 * fit(bounds, area).scale);
          expect(viewBoxOf(next, area)).not.toMatch(/NaN|Infinity/u);
        }
      }),
    );
  });

  it('keeps both fingers on what they are on, unless a limit holds it', () => {
    fc.assert(
      fc.property(situation, number(0.8, 1.25), ({ area, bounds, view, at, to }, spread) => {
        const mid = { x: (at.x + to.x) / 2, y: (at.y + to.y) / 2 };
        const apart = (point: Point): Point => ({
          x: mid.x + (point.x - mid.x) * spread + 7,
          y: mid.y + (point.y - mid.y) * spread - 3,
        });
        const next = pinch(view, [at, to], [apart(at), apart(to)], bounds, area);
        const isHeld = !isFree(next, bounds) || Math.abs(next.scale / view.scale - spread) > 1e-9;
        if (isHeld || !isFree(pan(view, 7, -3, bounds), bounds) || Math.hypot(at.x - to.x, at.y - to.y) < 1) return;
        for (const finger of [at, to]) {
          const now = toScreen(next, toMap(view, finger, area), area);
          expect(Math.hypot(now.x - apart(finger).x, now.y - apart(finger).y)).toBeLessThan(1e-3);
        }
      }),
    );
  });

  it('moves just as far as is needed to show a circle', () => {
    const area = { width: 400, height: 300 };
    const bounds = { left: -500, top: -500, right: 500, bottom: 500 };
    const view = { x: 0, y: 0, scale: 1 };
    expect(revealed(view, { x: 50, y: -20, radius: 10 }, area, bounds)).toEqual(view);
    expect(revealed(view, { x: 400, y: 0, radius: 10 }, area, bounds)).toEqual({ x: 242, y: 0, scale: 1 });
    expect(revealed(view, { x: 0, y: -300, radius: 400 }, area, bounds)).toEqual({ x: 0, y: -300, scale: 1 });
  });

  it('zooms in when the wheel turns away, by lines and pixels, and never by much at once', () => {
    const turn = (deltaY: number, deltaMode = 0, ctrlKey = false): number =>
      wheelFactor({ deltaY, deltaMode, ctrlKey });
    expect(turn(-100)).toBeGreaterThan(1);
    expect(turn(100)).toBeCloseTo(1 / turn(-100));
    expect(turn(-3, 1)).toBeGreaterThan(turn(-3));
    expect(turn(-3, 0, true)).toBeGreaterThan(turn(-3));
    expect(turn(-1e9)).toBeLessThan(1.7);
  });
});
