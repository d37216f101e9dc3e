/** What the renderer and the page say to each other. The page has a copy of the renderer's document, node by node. */

/** `[namespace or null, qualified name, value]` */
export type AttributeSpec = [string | null, string, string];

export type SelectionDirection = 'forward' | 'backward' | 'none';

/** State of a control that is not in its attributes. Absent: the control has no such state. */
export interface LiveState {
  value?: string;
  checked?: boolean;
  indeterminate?: boolean;
  /** Indices of the chosen options. */
  selected?: number[];
  /** Start and end in UTF-16 units, and which of them is the caret's; of the focused control alone. */
  selection?: [number, number, SelectionDirection];
  /** Left and top, in pixels. */
  scroll?: [number, number];
}

export interface ElementSpec {
  id: number;
  name: string;
  /** Absent: HTML. */
  ns?: string;
  attributes: AttributeSpec[];
  children: NodeSpec[];
  live?: LiveState;
}

export interface TextSpec {
  id: number;
  text: string;
}

/** A node that the page has already, to be moved. */
export interface KnownSpec {
  known: number;
}

export type NodeSpec = ElementSpec | TextSpec | KnownSpec;

/** A change of the document. Those of one message are applied in order, at once. */
export type Patch =
  | { op: 'root'; root: ElementSpec }
  | { op: 'remove'; parent: number; ids: number[] }
  | { op: 'insert'; parent: number; before: number | null; nodes: NodeSpec[] }
  /** The node and what the page still has below it will not be named again. */
  | { op: 'forget'; id: number }
  | { op: 'attribute'; id: number; attribute: [string | null, string, string | null] }
  | { op: 'text'; id: number; text: string }
  | { op: 'live'; id: number; live: LiveState }
  | { op: 'focus'; id: number | null }
  | { op: 'reveal'; id: number; block: 'center' | 'nearest' }
  /** The page is to report the element's box now and whenever it changes. */
  | { op: 'measure'; id: number };

/** Numbered from 1 in each session, since they come on two ways: over the socket, and with the answer to an event. */
export type RendererMessage = { index: number } & (
  | { kind: 'start'; session: string; patches: Patch[] }
  | { kind: 'patches'; patches: Patch[] }
  /** An event that came over the socket was handled, and what it changed has been sent before this. */
  | { kind: 'handled'; seq: number }
  | { kind: 'open-window'; url: string }
);

/** The socket's close code where another page has taken this one's place. */
export const REPLACED = 4001;

/**
 * An event as it travels: over the socket, or, where the browser's default action depends on it, in a request that the
 * page waits for.
 */
export interface PageRequest {
  session: string;
  /** Index of the last message that the page had taken in when the event happened. */
  applied: number;
  event: PageEvent;
}

export interface RendererAnswer {
  /** A listener prevented the default action. */
  prevented: boolean;
  /** It did not happen: the element had been replaced. */
  isMissed?: true;
  /** What the page had not taken in when it asked, up to the changes that the event brought about. */
  messages: RendererMessage[];
}

/** Left, top, width and height in pixels, then offset width and height, then client width and height. */
export type Box = [number, number, number, number, number, number, number, number];

/**
 * Something that happened in the page: a DOM event, or one of the mirror's own, such as `sync`, `selection`, `boxes`.
 */
export interface PageEvent {
  seq: number;
  type: string;
  target: number;
  related?: number | undefined;
  /** Fields of the event's initialiser. */
  init?: Record<string, string | number | boolean | null> | undefined;
  /** State of the target, the event's default action included. */
  live?: LiveState | undefined;
  /** Text of an editable element that is not a control. */
  text?: string | undefined;
  /** What is dragged or pasted, by MIME type. */
  data?: Record<string, string> | undefined;
  /** Selection in the document, `[node, offset]` at its anchor and its focus. */
  range?: [[number, number], [number, number]] | undefined;
  /** Width and height of the window. */
  size?: [number, number] | undefined;
  boxes?: [number, Box][] | undefined;
}

/** Of a press, only what happens on an element that is still there has happened. */
export const PRESS_STEPS: ReadonlySet<string> = new Set([
  'pointerdown',
  'mousedown',
  'pointerup',
  'mouseup',
  'click',
  'dblclick',
  'auxclick',
]);

/** What the mirror's page offers the driver, as `window.vaultLoomMirror`. */
export interface MirrorPage {
  /** Resolves when every event was handled and its changes are shown, after one more round to the renderer. */
  sync(): Promise<void>;
}
