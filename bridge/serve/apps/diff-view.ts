import { messageOf } from '../../../shared/kit/text/message-of.ts';
import { HostLink, type HostContext, type ToolAnswer } from './host-link.ts';

interface Change {
  path?: string;
  changed?: boolean;
  diff?: string;
  diffTruncated?: boolean;
}

interface Edit extends Change {
  dryRun?: boolean;
  previewId?: string;
  expiresAt?: string;
  notes?: Change[];
  total?: number;
}

interface Failure {
  code?: string;
  message?: string;
  details?: { reviewId?: string; reason?: string };
}

const LONGEST_TIMEOUT_MS = 2_000_000_000;
const NOTHING_WRITTEN = 'Nothing has been written.';
const ASK_AGAIN = 'Ask the assistant for a new preview.';

const main = document.querySelector('main') ?? document.body;
const status = element('p', '');
status.setAttribute('role', 'status');
const button = element('button', 'Apply');
button.type = 'button';
let previewId: string | undefined;
let capabilities: Record<string, unknown> = {};
let expiry: ReturnType<typeof setTimeout> | undefined;

const host = new HostLink((method, params) => {
  if (method === 'ui/notifications/tool-result') show(params as ToolAnswer);
  else if (method === 'ui/notifications/tool-cancelled') say(`The call was cancelled. ${NOTHING_WRITTEN}`, 'error');
  else if (method === 'ui/notifications/host-context-changed') dress(params as HostContext);
});

button.addEventListener('click', () => void apply());
document.addEventListener('keydown', (event) => {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.target === button) return;
  void apply();
});
main.append(element('h1', 'Change of a note'), status);
say('Waiting for the change…');
new ResizeObserver(() => {
  const { width, height } = document.documentElement.getBoundingClientRect();
  host.notify('ui/notifications/size-changed', { width: Math.ceil(width), height: Math.ceil(height) });
}).observe(document.body);
start().catch((error: unknown) => say(`The client did not answer: ${messageOf(error)}`, 'error'));

async function start(): Promise<void> {
  const { hostContext, hostCapabilities = {} } = await host.open();
  capabilities = hostCapabilities;
  dress(hostContext ?? {});
  offer();
}

function dress({ theme, styles }: HostContext): void {
  const root = document.documentElement;
  if (theme !== undefined) root.dataset['theme'] = theme;
  for (const [name, value] of Object.entries(styles?.variables ?? {}))
    if (name.startsWith('--') && value !== undefined) root.style.setProperty(name, value);
}

function show(answer: ToolAnswer): void {
  const { edit, failure } = read(answer);
  if (failure !== undefined) return say(failure.message ?? 'The change failed.', 'error');
  const isPreview = edit.dryRun === true;
  const changes = edit.notes ?? [edit];
  main.replaceChildren(
    element('h1', isPreview ? 'Proposed change' : 'Change'),
    ...changes.flatMap(changeOf),
    status,
    button,
  );
  const total = edit.total ?? changes.length;
  if (total > changes.length) status.before(quiet(`${total - changes.length} more notes change than are shown here.`));
  previewId = isPreview ? edit.previewId : undefined;
  say(
    isPreview
      ? NOTHING_WRITTEN.replace('.', ' yet.')
      : changes.some(({ changed }) => changed !== false)
        ? 'Written.'
        : 'Nothing had to be changed.',
  );
  offer();
  const left = Date.parse(edit.expiresAt ?? '') - Date.now();
  clearTimeout(expiry);
  if (isPreview && left < LONGEST_TIMEOUT_MS) expiry = setTimeout(expire, Math.max(0, left));
}

function changeOf({ path = '', diff = '', diffTruncated }: Change): HTMLElement[] {
  const lines = element('div', '');
  lines.className = 'diff';
  lines.tabIndex = 0;
  lines.setAttribute('role', 'region');
  lines.setAttribute('aria-label', `Changed lines of ${path}`);
  const [first = '', second = '', ...rest] = diff.replace(/\n$/u, '').split('\n');
  const shown =
    first.startsWith('--- ') && second.startsWith('+++ ') ? rest : diff === '' ? [] : [first, second, ...rest];
  lines.append(...shown.map(lineOf));
  if (shown.length === 0) lines.append(quiet('Nothing changes.'));
  const cut = diffTruncated === true ? [quiet('The change is longer than what is shown here.')] : [];
  return [element('h2', path), lines, ...cut];
}

/** The text of a note is never read as markup, and keeps its direction to its own line. */
function lineOf(text: string): HTMLElement {
  const line = element(text.startsWith('+') ? 'ins' : text.startsWith('-') ? 'del' : 'span', text);
  if (text.startsWith('@@')) line.className = 'quiet';
  return line;
}

function offer(): void {
  const canCall = 'serverTools' in capabilities;
  button.hidden = previewId === undefined || !canCall;
  if (previewId !== undefined && !canCall) say('Ask the assistant to apply it, if it is right.');
}

async function apply(): Promise<void> {
  if (previewId === undefined || button.hidden || button.disabled) return;
  clearTimeout(expiry);
  button.disabled = true;
  say('Applying…');
  try {
    const call = { name: 'apply_edit_preview', arguments: { previewId } };
    settle((await host.request('tools/call', call)) as ToolAnswer);
  } catch (error) {
    button.disabled = false;
    say(`The client did not pass this on: ${messageOf(error)}`, 'error');
  }
}

function settle(answer: ToolAnswer): void {
  const { edit, failure } = read(answer);
  if (failure?.code === 'pending_review') {
    // The answer is fetched by the id of the question.
    previewId = failure.details?.reviewId ?? previewId;
    button.textContent = 'Look again';
    button.disabled = false;
    return say('Waiting for your answer in Obsidian.');
  }
  if (failure?.code === 'internal' || failure?.code === 'index_not_ready') {
    button.disabled = false;
    return say(failure.message ?? 'The change failed.', 'error');
  }
  finish();
  const { decision, reason } = edit as { decision?: string; reason?: string };
  if (failure !== undefined) say(explained(failure), 'error');
  else if (decision === 'declined')
    say(explained({ code: 'declined', details: reason === undefined ? {} : { reason } }), 'error');
  else {
    say('Applied.');
    if ('updateModelContext' in capabilities) {
      const text = 'The person applied the previewed edit. It is written; do not apply it again.';
      void host.request('ui/update-model-context', { content: [{ type: 'text', text }] }).catch(() => undefined);
    }
  }
}

function explained({ code, message = 'The change failed.', details }: Failure): string {
  switch (code) {
    case 'preview_not_found':
      return `This preview has expired. ${NOTHING_WRITTEN} ${ASK_AGAIN}`;
    case 'preview_stale':
      return `The note has changed since this preview. ${NOTHING_WRITTEN} ${ASK_AGAIN}`;
    case 'declined':
      return ['You declined this change.', details?.reason, NOTHING_WRITTEN].filter(Boolean).join(' ');
    default:
      return message;
  }
}

function expire(): void {
  finish();
  say(explained({ code: 'preview_not_found' }), 'error');
}

function finish(): void {
  previewId = undefined;
  button.hidden = true;
}

function say(text: string, tone: '' | 'error' = ''): void {
  status.textContent = text;
  status.className = tone;
}

/** Hosts pass on the structured answer, its text, or both. */
function read({ isError, structuredContent, content }: ToolAnswer): { edit: Edit; failure?: Failure } {
  const text = content?.find(({ type }) => type === 'text')?.text ?? '';
  let given: unknown = structuredContent;
  try {
    given ??= JSON.parse(text);
  } catch {
    given = { error: { message: text } };
  }
  const { error } = given as { error?: Failure };
  if (isError === true || error !== undefined) return { edit: {}, failure: error ?? { message: text } };
  return { edit: given as Edit };
}

function quiet(text: string): HTMLElement {
  const made = element('p', text);
  made.className = 'quiet';
  return made;
}

function element<Name extends keyof HTMLElementTagNameMap>(name: Name, text: string): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}
