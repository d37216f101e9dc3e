import type { LiveState } from '../mirror/protocol.ts';
import { eventFields } from './event-fields.ts';
import type { EventSender, UnsentEvent } from './event-sender.ts';
import type { PageDocument } from './page-document.ts';
import { Presses } from './presses.ts';

/** Nothing depends on what listeners make of these: they are sent, and the page goes on. */
const SENT = ['mouseover', 'mouseout', 'wheel', 'dragenter', 'dragleave', 'dragend', 'compositionupdate'];
/** Of these only the newest counts. */
const STREAMS = ['pointermove', 'mousemove', 'dragover'];
/** The browser's default action waits for what listeners make of these. */
const ASKED = [
  'pointerdown',
  'pointerup',
  'mousedown',
  'mouseup',
  'click',
  'dblclick',
  'auxclick',
  'contextmenu',
  'keydown',
  'keypress',
  'keyup',
  'beforeinput',
  'input',
  'change',
  'submit',
  'compositionstart',
  'compositionend',
  'paste',
  'dragstart',
  'drop',
];
/** The browser's own reaction to these is never wanted. */
const NEVER_DEFAULT = new Set(['auxclick', 'contextmenu', 'submit', 'dragover', 'drop']);
/** What does something when clicked that is the renderer's to do. */
const ACTIVE = 'a, area, summary, label, button, input[type=submit], input[type=reset], input[type=image]';
/** What a click means something to the browser in, also inside the former. */
const EDITABLE = 'input, textarea, select';
/** Key combinations of the browser's own editing. All others belong to the renderer. */
const EDITING_KEYS = new Set([
  'a',
  'c',
  'v',
  'x',
  'y',
  'z',
  'Backspace',
  'Delete',
  'Home',
  'End',
  'ArrowLeft',
  'ArrowRight',
  'ArrowUp',
  'ArrowDown',
  'Insert',
]);

/** How often a press is told again, if what it is on is replaced each time. */
const MOST_TRIES = 20;

/** Sends what happens in the page to the renderer, and keeps the browser from doing what the renderer decides about. */
export function forwardEvents(page: PageDocument, sender: EventSender): void {
  const on = (type: string, listener: (event: Event) => void): void => {
    // What the browser reports while patches are applied is not the person's doing.
    document.addEventListener(type, (event) => page.isApplying || listener(event), {
      capture: true,
      passive: type === 'wheel',
    });
  };
  const describe = (event: Event, target = event.target): UnsentEvent => describeEvent(page, event, target);
  const presses = new Presses();
  /** Returns whether a listener prevented the browser's default action, or the browser would do it elsewhere. */
  const askOfPress = (event: MouseEvent): boolean => {
    let target = presses.targetOf(event);
    let answer = sender.ask(describe(event, target));
    for (let tries = 1; answer.isMissed === true && tries < MOST_TRIES; tries += 1) {
      target = presses.targetOf(event);
      answer = sender.ask(describe(event, target));
    }
    if (event.type !== 'mousedown' || !presses.down(event, target)) return answer.prevented;
    if (!answer.prevented) presses.focus();
    return true;
  };

  for (const type of SENT) on(type, (event) => sender.send(describe(event)));
  for (const type of STREAMS) {
    on(type, (event) => {
      if (NEVER_DEFAULT.has(type)) event.preventDefault();
      const described = describe(event);
      sender.sendLatest(type, () => described);
    });
  }
  for (const type of ASKED) {
    on(type, (event) => {
      const target = event.target as Element;
      const isOfToggle = (type === 'input' || type === 'change') && isToggle(target);
      // Its click tells it all: the renderer fires the rest.
      if (isOfToggle) return;
      if (type === 'dragstart') giveData((event as DragEvent).dataTransfer);
      const isPrevented = Presses.isStep(event) ? askOfPress(event) : sender.ask(describe(event)).prevented;
      if (isPrevented || NEVER_DEFAULT.has(type) || isForRenderer(event)) event.preventDefault();
    });
  }
  on('mouseup', (event) =>
    setTimeout(() => {
      presses.up(event as MouseEvent);
      // If no click follows, this tells the renderer that the button went up.
      sender.send({ type: 'sync', target: 0 });
    }, 0),
  );
  on('focusin', (event) => sender.ask({ ...describe(event), type: 'focus' }));
  on('focusout', (event) => {
    // With the whole window goes no focus inside it.
    if ((event as FocusEvent).relatedTarget === null && document.hasFocus())
      sender.ask({ ...describe(event), type: isDisabled(event.target) ? 'focuslost' : 'blur' });
  });
  on('scroll', (event) => {
    const element = event.target === document ? document.documentElement : (event.target as Element);
    const target = page.id(element) ?? 0;
    sender.sendLatest(`scroll ${target}`, () => ({
      type: 'scroll',
      target,
      live: { scroll: [element.scrollLeft, element.scrollTop] },
    }));
  });
  on('selectionchange', () => sender.sendLatest('selection', () => describeSelection(page)));

  const reportSize = (): void =>
    sender.send({ type: 'resize', target: 0, size: [window.innerWidth, window.innerHeight] });
  window.addEventListener('resize', reportSize);
  window.addEventListener('focus', () => sender.send({ type: 'windowfocus', target: 0 }));
  window.addEventListener('blur', () => sender.send({ type: 'windowblur', target: 0 }));
  reportSize();
}

function isDisabled(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches(':disabled');
}

function describeEvent(page: PageDocument, event: Event, target: EventTarget | null): UnsentEvent {
  const { type } = event;
  const isEdit = type === 'input' && target instanceof HTMLElement && target.isContentEditable;
  return {
    type,
    target: page.id(target) ?? 0,
    related: page.id((event as MouseEvent).relatedTarget ?? null),
    init: eventFields(event),
    live: type === 'drop' ? placeOfDrop(event as DragEvent) : stateOf(target, type),
    text: isEdit ? target.innerText.replace(/\n$/, '') : undefined,
    data: textsOf((event as DragEvent).dataTransfer ?? (event as ClipboardEvent).clipboardData ?? null),
  };
}

/** Between which characters of a text area something is dropped. */
function placeOfDrop({ target, clientX, clientY }: DragEvent): LiveState | undefined {
  if (!(target instanceof HTMLTextAreaElement)) return undefined;
  const place = document.caretPositionFromPoint(clientX, clientY);
  return place?.offsetNode === target ? { selection: [place.offset, place.offset, 'none'] } : undefined;
}

function describeSelection(page: PageDocument): UnsentEvent | null {
  const { activeElement } = document;
  const live = stateOf(activeElement, 'selectionchange');
  if (live !== undefined) return { type: 'selection', target: page.id(activeElement) ?? 0, live };
  const selection = document.getSelection();
  const [anchor, focus] = [page.id(selection?.anchorNode ?? null), page.id(selection?.focusNode ?? null)];
  if (selection === null || anchor === undefined || focus === undefined) return null;
  return {
    type: 'selection',
    target: 0,
    range: [
      [anchor, selection.anchorOffset],
      [focus, selection.focusOffset],
    ],
  };
}

const TELL_VALUE = new Set(['input', 'change']);
/** Not `focusin`: Chromium decides after it what is selected. */
const TELL_SELECTION = new Set(['input', 'keydown', 'keyup', 'mouseup', 'beforeinput', 'selectionchange']);

/** What a control holds, as far as an event of this type can have changed it. */
function stateOf(target: EventTarget | null, type: string): LiveState | undefined {
  if (target instanceof HTMLSelectElement) {
    return TELL_VALUE.has(type)
      ? { selected: [...target.options].flatMap((option, index) => (option.selected ? [index] : [])) }
      : undefined;
  }
  if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) return undefined;
  if (isToggle(target)) return type === 'click' ? { checked: target.checked } : undefined;
  const { selectionStart, selectionEnd, selectionDirection } = target;
  const hasSelection = TELL_SELECTION.has(type) && selectionStart !== null && selectionEnd !== null;
  const state: LiveState = {
    ...(TELL_VALUE.has(type) && { value: target.value }),
    ...(hasSelection && { selection: [selectionStart, selectionEnd, selectionDirection ?? 'none'] }),
  };
  return Object.keys(state).length === 0 ? undefined : state;
}

function isToggle(target: Element): target is HTMLInputElement {
  return target instanceof HTMLInputElement && (target.type === 'checkbox' || target.type === 'radio');
}

function isForRenderer(event: Event): boolean {
  if (event.type === 'click')
    return (event.target as Element).closest(`${ACTIVE}, ${EDITABLE}`)?.matches(ACTIVE) ?? false;
  if (event.type !== 'keydown') return false;
  const { key, ctrlKey, metaKey, altKey } = event as KeyboardEvent;
  if (altKey && key.startsWith('Arrow')) return true;
  return (ctrlKey || metaKey) && !EDITING_KEYS.has(key.length === 1 ? key.toLowerCase() : key);
}

/** Without data the browser starts no drag; what the renderer's listeners set stays there. */
function giveData(data: DataTransfer | null): void {
  if (data !== null && data.items.length === 0) data.setData('text/plain', '');
}

function textsOf(data: DataTransfer | null): Record<string, string> | undefined {
  const types = (data?.types ?? []).filter((type) => type !== 'Files');
  const texts = types.map((type) => [type, data?.getData(type) ?? '']).filter(([, text]) => text !== '');
  return texts.length === 0 ? undefined : Object.fromEntries(texts);
}
