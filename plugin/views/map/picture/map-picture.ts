import { setIcon } from 'obsidian';
import { PressHold } from '../../elements/press-hold.ts';
import { pressOnce } from '../../elements/press-once.ts';
import { stopAfterChange } from '../../elements/rove.ts';
import { firstFound } from '../first-found.ts';
import { WORDS } from '../map-words.ts';
import { answeredPathAfterRename } from '../../notes/ref-after-rename.ts';
import { nameElement } from '../name-element.ts';
import { directionOf, nextInDirection } from './next-shape.ts';
import { PictureGestures } from './picture-gestures.ts';
import { PictureLayers } from './picture-layers.ts';
import { sceneAfterRename } from './scene-after-rename.ts';
import type { Scene, Shape } from './scene.ts';
import * as viewport from './viewport.ts';
import type { Bounds, Point, Size, Viewport } from './viewport.ts';

export interface PictureActions {
  /** Enter or a click on a shape. */
  activate(shape: Shape, event: MouseEvent | KeyboardEvent): void;
  menu(shape: Shape, event: MouseEvent): void;
  hover(shape: Shape, event: MouseEvent, element: SVGElement): void;
  /** The pointer or the focus is on another shape now, or on none. */
  pointed(key: string | null): void;
}

const PREFIX = 'vault-loom-map';
const ZOOM_STEP = 1.3;
const PAN_STEP = 60;
/** Until the picture has been measured. */
const USUAL_SIZE: Size = { width: 800, height: 600 };

/** Themes or notes as circles that can be walked, zoomed and moved. */
export class MapPicture {
  readonly element: HTMLElement;
  readonly #actions: PictureActions;
  readonly #svg: SVGElement;
  readonly #layers: PictureLayers;
  readonly #observer: ResizeObserver;
  /** A circle that moves away from under a press would not be clicked. */
  readonly #hold: PressHold;
  #scene: Scene = { key: '', shapes: [], ties: [] };
  #bounds: Bounds = viewport.boundsOf([]);
  #size = USUAL_SIZE;
  #view: Viewport = viewport.fit(this.#bounds, USUAL_SIZE);
  /** Nobody has moved the picture, so it always shows everything. */
  #isWhole = true;
  /** The zoom at which the labels were placed; 0: they have to be placed again. */
  #labelledScale = 0;
  /** The picture's width, if labels were kept within it; else 0. */
  #labelledWidth = 0;
  #isDrawPlanned = false;
  #stop: string | null = null;
  #hovered: string | null = null;
  #focused: string | null = null;
  /** Pointed at in the list. */
  #listed: string | null = null;

  constructor(parent: HTMLElement, actions: PictureActions) {
    this.#actions = actions;
    this.element = parent.createDiv(`${PREFIX}-picture`);
    // A click between the shapes brings the keys here.
    this.#svg = this.element.createSvg('svg', { cls: `${PREFIX}-svg`, attr: { role: 'group', tabindex: '-1' } });
    this.#layers = new PictureLayers(this.#svg);
    this.#hold = new PressHold(this.element);
    pressOnce(this.#svg);
    this.#addZoomButtons();
    this.#listenToPointer();
    this.#listenToKeys();
    const { ResizeObserver: Observer } = this.element.win as Window & { ResizeObserver: typeof ResizeObserver };
    this.#observer = new Observer(() => this.measure());
    this.#observer.observe(this.element);
  }

  /**
   * Shows it now or, while something in the picture is being pressed, after its click.
   * @param label of what is shown
   */
  show(scene: Scene, label: string): void {
    this.#hold.run(() => this.#show(scene, label));
  }

  /** A note or folder was renamed: its circles stay, with what they have of a press or the focus, and lead to it. */
  renamed(from: string, to: string): void {
    const follow = (key: string): string => answeredPathAfterRename(key, from, to);
    const followed = (key: string | null): string | null => (key === null ? null : follow(key));
    this.#scene = sceneAfterRename(this.#scene, follow);
    this.#layers.renamed(follow);
    [this.#stop, this.#hovered, this.#focused, this.#listed] = [
      followed(this.#stop),
      followed(this.#hovered),
      followed(this.#focused),
      followed(this.#listed),
    ];
  }

  /** Focuses a shape, or the one that had the focus last. */
  focus(key: string | null = this.#stop): void {
    this.#layers.element(key ?? '')?.focus({ preventScroll: true });
  }

  /** The same among the shapes that are not dimmed, if there are any. */
  focusFound(): void {
    this.focus(firstFound(this.#scene.shapes, this.#stop));
  }

  /** Points at a shape as if the pointer were there; null: at none. */
  point(key: string | null): void {
    if (key === this.#listed) return;
    this.#listed = key;
    this.#pointAt();
  }

  /** Measures its size, which may have changed. */
  measure(): void {
    const { width, height } = this.element.getBoundingClientRect();
    if (width < 1 || height < 1 || (width === this.#size.width && height === this.#size.height)) return;
    this.#size = { width, height };
    if (this.#isWhole) this.#view = viewport.fit(this.#bounds, this.#size);
    this.#draw();
  }

  close(): void {
    this.#observer.disconnect();
    this.#hold.forget();
  }

  #show(scene: Scene, label: string): void {
    const hadFocus = this.#hasFocus();
    const before = this.#layers.keys;
    const { key: left } = this.#scene;
    const isOther = scene.key !== left;
    if (isOther) this.#isWhole = true;
    this.#scene = scene;
    this.#bounds = viewport.boundsOf(scene.shapes);
    nameElement(this.#svg, this.element, WORDS.picture(label));
    if (this.#isWhole) this.#view = viewport.fit(this.#bounds, this.#size);
    this.#layers.show(scene);
    const { keys } = this.#layers;
    if (isOther) this.#stop = keys.includes(left) ? left : (keys[0] ?? null);
    else this.#stop = stopAfterChange(before, this.#stop, keys);
    this.#layers.stopAt(this.#stop);
    this.#labelledScale = 0;
    this.#draw();
    this.#pointAt();
    if (hadFocus && !this.#hasFocus()) this.focus();
  }

  #hasFocus(): boolean {
    return this.#svg.contains(this.#svg.ownerDocument.activeElement);
  }

  #addZoomButtons(): void {
    const group = this.element.createDiv(`${PREFIX}-zoom`);
    const add = (icon: string, label: string, act: () => void): void => {
      const button = group.createEl('button', { cls: 'clickable-icon', attr: { 'aria-label': label } });
      setIcon(button, icon);
      button.addEventListener('click', act);
    };
    add('plus', WORDS.zoomIn, () => this.#zoom(ZOOM_STEP));
    add('minus', WORDS.zoomOut, () => this.#zoom(1 / ZOOM_STEP));
    add('maximize', WORDS.zoomAll, () => this.#showAll());
  }

  #listenToPointer(): void {
    const svg = this.#svg;
    new PictureGestures(svg, {
      zoom: (factor, at) => this.#zoom(factor, at),
      pan: (dx, dy) => this.#move(viewport.pan(this.#view, dx, dy, this.#bounds)),
      pinch: (before, after) => this.#move(viewport.pinch(this.#view, before, after, this.#bounds, this.#size)),
    });
    const onShape =
      (act: (event: MouseEvent, shape: Shape) => void) =>
      (event: MouseEvent): void => {
        const shape = this.#layers.shapeAt(event.target);
        if (shape !== null) act(event, shape);
      };
    svg.addEventListener(
      'click',
      onShape((event, shape) => this.#actions.activate(shape, event)),
    );
    svg.addEventListener(
      'auxclick',
      onShape((event, shape) => event.button === 1 && this.#actions.activate(shape, event)),
    );
    svg.addEventListener(
      'contextmenu',
      onShape((event, shape) => this.#actions.menu(shape, event)),
    );
    svg.addEventListener('mouseover', (event) => this.#hoveredOver(event));
    svg.addEventListener('mouseleave', () => {
      this.#hovered = null;
      this.#pointAt();
    });
  }

  #hoveredOver(event: MouseEvent): void {
    const shape = this.#layers.shapeAt(event.target);
    if ((shape?.key ?? null) === this.#hovered) return;
    this.#hovered = shape?.key ?? null;
    this.#pointAt();
    const element = this.#layers.element(this.#hovered ?? '');
    if (shape !== null && element !== null) this.#actions.hover(shape, event, element);
  }

  #listenToKeys(): void {
    const svg = this.#svg;
    svg.addEventListener('focusin', (event) => {
      this.#focused = this.#layers.shapeAt(event.target)?.key ?? null;
      this.#stop = this.#focused ?? this.#stop;
      this.#layers.stopAt(this.#stop);
      this.#pointAt();
    });
    svg.addEventListener('focusout', () => {
      this.#focused = null;
      this.#pointAt();
    });
    this.element.addEventListener('keydown', (event) => {
      if (!event.isComposing && !event.altKey && this.#takesKey(event)) event.preventDefault();
    });
  }

  #takesKey(event: KeyboardEvent): boolean {
    const { key } = event;
    const shape = this.#layers.shape(this.#focused);
    const direction = directionOf(key);
    const hasMod = event.ctrlKey || event.metaKey;
    if (direction !== null && !hasMod) {
      if (event.shiftKey || shape === null)
        this.#move(viewport.pan(this.#view, -direction.x * PAN_STEP, -direction.y * PAN_STEP, this.#bounds));
      else this.#step(nextInDirection(shape, this.#scene.shapes, direction));
      return true;
    }
    if ((key === 'Enter' || key === ' ') && shape !== null) {
      this.#actions.activate(shape, event);
      return true;
    }
    if (hasMod) return false;
    if (key === '+' || key === '=') this.#zoomOn(shape, ZOOM_STEP);
    else if (key === '-' || key === '−') this.#zoomOn(shape, 1 / ZOOM_STEP);
    else if (key === '0') this.#showAll();
    else return false;
    return true;
  }

  #step(shape: Shape | null): void {
    if (shape === null) return;
    this.focus(shape.key);
    if (!this.#isWhole) this.#move(viewport.revealed(this.#view, shape, this.#size, this.#bounds));
  }

  /** Keeps the shape that has the focus in the picture. */
  #zoomOn(shape: Shape | null, factor: number): void {
    if (shape === null) return this.#zoom(factor);
    this.#zoom(factor, viewport.toScreen(this.#view, shape, this.#size));
    this.#move(viewport.revealed(this.#view, shape, this.#size, this.#bounds));
  }

  #zoom(factor: number, at: Point = { x: this.#size.width / 2, y: this.#size.height / 2 }): void {
    this.#move(viewport.zoomAt(this.#view, factor, at, this.#bounds, this.#size));
  }

  #showAll(): void {
    this.#move(viewport.fit(this.#bounds, this.#size));
    this.#isWhole = true;
  }

  #move(view: Viewport): void {
    this.#view = view;
    this.#isWhole = false;
    if (this.#isDrawPlanned) return;
    this.#isDrawPlanned = true;
    this.#svg.win.requestAnimationFrame(() => this.#draw());
  }

  #draw(): void {
    this.#isDrawPlanned = false;
    const { scale } = this.#view;
    this.#svg.setAttribute('viewBox', viewport.viewBoxOf(this.#view, this.#size));
    // Where the picture is moved by hand, labels stay as they are.
    const frame = viewport.edgesOf(this.#view, this.#size);
    const edges = this.#isWhole ? frame : null;
    if (scale !== this.#labelledScale || (edges !== null && this.#size.width !== this.#labelledWidth)) {
      this.#labelledScale = scale;
      this.#labelledWidth = edges === null ? 0 : this.#size.width;
      this.#svg.setCssProps({ [`--${PREFIX}-scale`]: String(scale) });
      this.#layers.label(scale, edges);
    }
    this.#layers.see(frame);
  }

  #pointAt(): void {
    const key = [this.#hovered, this.#focused, this.#listed].find((one) => this.#layers.shape(one) !== null) ?? null;
    this.#layers.point(key);
    this.#actions.pointed(this.#hovered ?? this.#focused);
  }
}
