import {
  REPLACED,
  type MirrorPage,
  type PageEvent,
  type RendererAnswer,
  type RendererMessage,
} from '../mirror/protocol.ts';
import { EventSender } from './event-sender.ts';
import { forwardEvents } from './forward-events.ts';
import { Measures } from './measures.ts';
import { PageDocument } from './page-document.ts';

declare global {
  interface Window {
    vaultLoomMirror?: MirrorPage;
  }
}

/** The renderer keeps messages until it knows that they arrived, which every event tells it. */
const MESSAGES_WITHOUT_EVENT = 200;

const address = location.href;
const socket = new WebSocket(address.replace(/^http/, 'ws'));
const page = new PageDocument();
const sender = new EventSender({ post: (event) => socket.send(wrap(event)), ask });
const measures = new Measures(page, sender);
let session = '';
let applied = 0;
let lastTold = 0;
let started: () => void;
const isStarted = new Promise<void>((resolve) => {
  started = resolve;
});

socket.addEventListener('message', ({ data }) => take([JSON.parse(String(data)) as RendererMessage]));
socket.addEventListener('close', ({ code }) =>
  end(code === REPLACED ? 'The sandbox is shown in another tab.' : 'The sandbox has ended.'),
);

window.vaultLoomMirror = {
  async sync() {
    await isStarted;
    measures.report();
    await sender.sync();
  },
};

function wrap(event: PageEvent): string {
  lastTold = applied;
  return JSON.stringify({ session, applied, event });
}

/**
 * The one way to hold a browser's default action back until somebody else has decided about it is to wait in the
 * listener.
 */
function ask(event: PageEvent): RendererAnswer | null {
  const request = new XMLHttpRequest();
  request.open('POST', address, false);
  try {
    request.send(wrap(event));
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    end('The sandbox has ended.');
    return null;
  }
  if (request.status !== 200) return null;
  const answer = JSON.parse(request.responseText) as RendererAnswer;
  take(answer.messages);
  return answer;
}

function take(messages: RendererMessage[]): void {
  for (const message of messages) {
    // What came with an answer comes over the socket as well.
    if (message.index !== applied + 1) continue;
    applied = message.index;
    if (message.kind === 'handled') sender.handled(message.seq);
    else if (message.kind === 'open-window') window.open(message.url);
    else {
      for (const id of page.apply(message.patches)) measures.add(id);
      if (message.kind === 'start') start(message.session);
    }
  }
  measures.report();
  if (applied > lastTold + MESSAGES_WITHOUT_EVENT) sender.send({ type: 'sync', target: 0 });
}

function start(newSession: string): void {
  session = newSession;
  forwardEvents(page, sender);
  started();
}

function end(text: string): void {
  socket.close();
  sender.end();
  // A pop-out was opened by a script, so it may close itself; a tab that a person opened stays, and says why it stands
  // still.
  if (window.opener !== null) window.close();
  if (document.getElementById('sandbox-ended') !== null) return;
  const banner = document.createElement('div');
  banner.id = 'sandbox-ended';
  banner.textContent = text;
  banner.setAttribute(
    'style',
    'position:fixed;inset:0 0 auto;z-index:1000;padding:8px;text-align:center;color:#fff;background:#7852ee;font:14px sans-serif',
  );
  document.body.append(banner);
}
