import { KeyedList } from '../../elements/keyed-list.ts';
import { labelsOf, wholeLabel, type Edges, type Frame } from './labels.ts';
import { sceneAfterRename, shapeAfterRename, tieAfterRename } from './scene-after-rename.ts';
import { tiePath, tiesOf, type Scene, type Shape, type Tie } from './scene.ts';
import { createLabel, createShape, updateLabel, updateShape, type LabelledShape } from './shape-elements.ts';

type SvgList<T> = KeyedList<T, SVGElement, SVGElement>;

const PREFIX = 'vault-loom-map';

/** The layers of the picture, from back to front: ties, circles, the ties of one of them, labels, one name. */
export class PictureLayers {
  readonly #ties: SvgList<Tie>;
  readonly #tiesEl: SVGElement;
  readonly #shownTies: SvgList<Tie>;
  readonly #shapes: SvgList<Shape>;
  readonly #labels: SvgList<LabelledShape>;
  /** The whole name of the shape that is pointed at, over all others. */
  readonly #wholeName: SvgList<LabelledShape>;
  #scene: Scene = { key: '', shapes: [], ties: [] };
  #byKey = new Map<string, Shape>();
  #pointed: string | null = null;
  #scale = 1;
  #frame: Frame | null = null;

  /** @param svg holds nothing else */
  constructor(svg: SVGElement) {
    const layer = (name: string, isSilent: boolean): SVGElement =>
      svg.createSvg('g', { cls: `${PREFIX}-${name}`, ...(isSilent && { attr: { 'aria-hidden': 'true' } }) });
    this.#tiesEl = layer('ties', true);
    this.#ties = this.#tieList(this.#tiesEl);
    const keyOf = ({ key }: Shape): string => key;
    this.#shapes = new KeyedList(layer('shapes', false), { keyOf, create: createShape, update: updateShape });
    this.#shownTies = this.#tieList(layer('shown-ties', true));
    const labels = (name: string): SvgList<LabelledShape> =>
      new KeyedList(layer(name, true), { keyOf: ({ shape }) => shape.key, create: createLabel, update: updateLabel });
    this.#labels = labels('labels');
    this.#wholeName = labels('whole-name');
  }

  get keys(): string[] {
    return this.#shapes.keys;
  }

  element(key: string): SVGElement | null {
    return this.#shapes.element(key);
  }

  shape(key: string | null): Shape | null {
    return this.#byKey.get(key ?? '') ?? null;
  }

  /** The shape that an element belongs to. */
  shapeAt(target: EventTarget | null): Shape | null {
    const element = target as Element | null;
    return this.shape(element?.closest('[data-key]')?.getAttribute('data-key') ?? null);
  }

  show(scene: Scene): void {
    this.#know(scene);
    this.#shapes.show(scene.shapes);
    this.#ties.show(scene.ties);
  }

  /** Notes have other paths: their circles stay, with what they have of a press or the focus, and stand for them. */
  renamed(follow: (key: string) => string): void {
    this.#know(sceneAfterRename(this.#scene, follow));
    if (this.#pointed !== null) this.#pointed = follow(this.#pointed);
    this.#shapes.follow((shape) => shapeAfterRename(shape, follow));
    for (const key of this.keys) this.element(key)?.setAttribute('data-key', key);
    for (const list of [this.#labels, this.#wholeName])
      list.follow(({ shape, label }) => ({ shape: shapeAfterRename(shape, follow), label }));
    for (const list of [this.#ties, this.#shownTies]) list.follow((tie) => tieAfterRename(tie, follow));
  }

  #know(scene: Scene): void {
    this.#scene = scene;
    this.#byKey = new Map(scene.shapes.map((shape) => [shape.key, shape]));
  }

  /** Puts the labels where they fit, at this many pixels a unit. @param edges within which they are to stay */
  label(scale: number, edges: Edges | null): void {
    this.#scale = scale;
    const { shapes } = this.#scene;
    const labels = labelsOf(shapes, scale, edges);
    this.#labels.show(
      shapes.flatMap((shape) => {
        const label = labels.get(shape.key);
        return label === undefined ? [] : [{ shape, label }];
      }),
    );
  }

  /** Shows all ties of a shape, and dims what it is not tied to; null: of none. */
  point(key: string | null): void {
    const shape = this.shape(key);
    const ties = shape === null ? [] : tiesOf(shape, this.#byKey);
    this.#shownTies.show(ties);
    const near = new Set(ties.flatMap(({ from, to }) => [from, to]));
    for (const each of this.#shapes.keys)
      for (const element of [this.#shapes.element(each), this.#labels.element(each)]) {
        element?.classList.toggle('is-pointed', each === shape?.key);
        element?.classList.toggle('is-tied', near.has(each));
        element?.classList.toggle('is-away', shape !== null && each !== shape.key && !near.has(each));
      }
    this.#tiesEl.classList.toggle('is-away', shape !== null);
    this.#pointed = shape?.key ?? null;
    this.#nameWhole();
  }

  #nameWhole(): void {
    const shape = this.shape(this.#pointed);
    this.#wholeName.show(shape === null ? [] : [{ shape, label: wholeLabel(shape, this.#scale, this.#frame) }]);
  }

  /** The visible part has changed: the whole name stays within it. */
  see(frame: Frame): void {
    this.#frame = frame;
    this.#nameWhole();
  }

  /** Makes one shape the Tab stop. */
  stopAt(key: string | null): void {
    for (const each of this.#shapes.keys)
      this.#shapes.element(each)?.setAttribute('tabindex', each === key ? '0' : '-1');
  }

  #tieList(layer: SVGElement): SvgList<Tie> {
    return new KeyedList<Tie, SVGElement, SVGElement>(layer, {
      keyOf: ({ key }) => key,
      create: (_tie, parent) => parent.createSvg('path', `${PREFIX}-tie`),
      update: (element, { from, to, isDim }) => {
        element.classList.toggle('is-dim', isDim === true);
        const [a, b] = [this.#byKey.get(from), this.#byKey.get(to)];
        const path = a === undefined || b === undefined ? '' : tiePath(a, b);
        if (element.getAttribute('d') !== path) element.setAttribute('d', path);
      },
    });
  }
}
