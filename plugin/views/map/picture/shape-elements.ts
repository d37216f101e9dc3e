import type { Label } from './labels.ts';
import type { Shape } from './scene.ts';

const PREFIX = 'vault-loom-map';

/** Makes the element of a shape, without what {@link updateShape} writes. */
export function createShape({ key, kind }: Shape, parent: SVGElement): SVGElement {
  const element = parent.createSvg('g', {
    cls: `${PREFIX}-shape mod-${kind}`,
    attr: { 'data-key': key, role: 'button', tabindex: '-1' },
  });
  element.createSvg('circle', `${PREFIX}-circle`);
  element.createSvg('circle', `${PREFIX}-mark`);
  // Large enough to point at.
  if (kind === 'theme') element.createSvg('circle', `${PREFIX}-reach`);
  return element;
}

export function updateShape(element: SVGElement, { x, y, radius, color, isActive, isDim, name }: Shape): void {
  set(element, 'transform', `translate(${x.toFixed(2)} ${y.toFixed(2)})`);
  set(element, 'aria-label', name);
  if (color === null) element.removeAttribute('data-color');
  else set(element, 'data-color', color);
  element.classList.toggle('is-active-note', isActive);
  element.classList.toggle('is-dim', isDim);
  const [circle, mark] = element.children;
  if (circle !== undefined) set(circle, 'r', radius.toFixed(2));
  if (mark !== undefined) set(mark, 'cy', (-radius).toFixed(2));
}

/** What a label is drawn from. */
export interface LabelledShape {
  shape: Shape;
  label: Label;
}

export function createLabel({ shape }: LabelledShape, parent: SVGElement): SVGElement {
  const element = parent.createSvg('g', `${PREFIX}-label mod-${shape.kind}`);
  element.createSvg('text', `${PREFIX}-title`);
  if (shape.kind === 'theme') element.createSvg('text', `${PREFIX}-count`);
  return element;
}

const LINE_EM = 1.25;
/** From the middle of a line to its baseline. */
const BASE_EM = 0.35;
const COUNT_EM = 1.1;
const BELOW_EM = 1.15;
const ABOVE_EM = -0.4;

export function updateLabel(element: SVGElement, { shape, label }: LabelledShape): void {
  const { x, y, radius, count, isActive, isDim } = shape;
  const { lines, place, hasCount, isShown } = label;
  const isInside = place === 'inside';
  set(element, 'transform', `translate(${x.toFixed(2)} ${y.toFixed(2)})`);
  element.classList.toggle('mod-inside', isInside);
  element.classList.toggle('is-crowded', !isShown);
  element.classList.toggle('is-active-note', isActive);
  element.classList.toggle('is-dim', isDim);
  const [title, countEl] = element.children;
  if (title === undefined) return;
  const height = (lines.length - 1) * LINE_EM;
  const first = {
    inside: BASE_EM - height / 2 - (hasCount ? COUNT_EM / 2 : 0),
    below: BELOW_EM,
    above: ABOVE_EM - height,
  }[place];
  if (isInside) title.removeAttribute('transform');
  else set(title, 'transform', `translate(0 ${(place === 'above' ? -radius : radius).toFixed(2)})`);
  if (title.getAttribute('data-lines') !== lines.join('\n')) writeLines(title, lines);
  for (const [index, line] of Array.from(title.children).entries()) set(line, 'y', `${first + index * LINE_EM}em`);
  if (countEl === undefined) return;
  const countLine = isInside ? first + height + COUNT_EM : BASE_EM;
  countEl.classList.toggle(`${PREFIX}-none`, !hasCount);
  set(countEl, 'y', `${countLine}em`);
  if (countEl.textContent !== String(count)) countEl.textContent = String(count);
}

function writeLines(title: Element, lines: readonly string[]): void {
  title.empty();
  for (const line of lines) title.createSvg('tspan', { attr: { x: '0' } }).textContent = line;
  set(title, 'data-lines', lines.join('\n'));
}

/** Writes an attribute only if it differs: the app redraws whatever is set. */
function set(element: Element, name: string, value: string): void {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}
