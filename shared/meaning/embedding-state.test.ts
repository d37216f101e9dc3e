import { describe, expect, it } from 'vitest';
import {
  afterEvent,
  areVectorsComing,
  closedState,
  errorOf,
  isChosen,
  kindOf,
  mayChoose,
  mayChooseAgain,
  mayEmbed,
  type EmbeddingEvent,
  type EmbeddingPhase,
  type EmbeddingState,
} from './embedding-state.ts';

const EVENTS: Record<EmbeddingEvent['type'], EmbeddingEvent[]> = {
  opening: [{ type: 'opening' }],
  choosing: [{ type: 'choosing' }],
  'terms-decided': [true, false].map((learnsTerms) => ({ type: 'terms-decided', learnsTerms })),
  chosen: [true, false].map((hasEmbedder) => ({ type: 'chosen', hasEmbedder })),
  'not-chosen': [{ type: 'not-chosen', error: 'no model' }],
  role: (['owner', 'follower'] as const).map((role) => ({ type: 'role', role })),
  opened: [{ type: 'opened' }],
  'caught-up': [{ type: 'caught-up' }],
  'run-began': [{ type: 'run-began' }],
  'run-succeeded': [{ type: 'run-succeeded' }],
  'run-failed': [{ type: 'run-failed', error: 'broken' }],
  'run-ended': [{ type: 'run-ended' }],
  forgiven: [{ type: 'forgiven' }],
  'text-embedded': [{ type: 'text-embedded' }],
  'question-failed': [{ type: 'question-failed', error: 'no answer' }],
  closing: [{ type: 'closing' }],
};
const ALL_EVENTS = Object.values(EVENTS).flat();

const CLOSED = closedState(true);
const LOADING = after(CLOSED, { type: 'opening' });
const CHOOSING = after(LOADING, { type: 'choosing' });
const READY = after(CHOOSING, { type: 'chosen', hasEmbedder: true });
const READY_WITHOUT = after(CHOOSING, { type: 'chosen', hasEmbedder: false });
const NOT_CHOSEN = after(CHOOSING, { type: 'not-chosen', error: 'no model' });
const CHOOSING_AGAIN = after(NOT_CHOSEN, { type: 'choosing' });
const BROKEN = after(READY, { type: 'run-began' }, { type: 'run-failed', error: 'broken' }, { type: 'run-ended' });
const OVER = after(READY, { type: 'closing' });

const STATES = { CLOSED, LOADING, CHOOSING, CHOOSING_AGAIN, READY, READY_WITHOUT, NOT_CHOSEN, BROKEN, OVER };
type Name = keyof typeof STATES;

describe('the phases of embedding', () => {
  it.each<[Name, EmbeddingPhase]>([
    ['CLOSED', { name: 'closed', isOver: false }],
    ['LOADING', { name: 'loading' }],
    ['CHOOSING', { name: 'choosing', error: null }],
    ['CHOOSING_AGAIN', { name: 'choosing', error: 'no model' }],
    ['READY', { name: 'ready', hasEmbedder: true }],
    ['READY_WITHOUT', { name: 'ready', hasEmbedder: false }],
    ['NOT_CHOSEN', { name: 'failed', hasEmbedder: false, error: 'no model' }],
    ['BROKEN', { name: 'failed', hasEmbedder: true, error: 'broken' }],
    ['OVER', { name: 'closed', isOver: true }],
  ])('%s', (name, phase) => expect(STATES[name].phase).toEqual(phase));

  /** Where each event leads from each phase; from a phase that is not named, nowhere else. `closing` ends all. */
  const WAYS: Partial<Record<EmbeddingEvent['type'], Partial<Record<Name, EmbeddingPhase[]>>>> = {
    opening: { CLOSED: [LOADING.phase] },
    choosing: { LOADING: [CHOOSING.phase], NOT_CHOSEN: [CHOOSING_AGAIN.phase] },
    chosen: { CHOOSING: [READY.phase, READY_WITHOUT.phase], CHOOSING_AGAIN: [READY.phase, READY_WITHOUT.phase] },
    'not-chosen': { CHOOSING: [NOT_CHOSEN.phase], CHOOSING_AGAIN: [NOT_CHOSEN.phase] },
    'run-succeeded': { BROKEN: [READY.phase] },
    'run-failed': { READY: [BROKEN.phase], BROKEN: [BROKEN.phase] },
    forgiven: { BROKEN: [READY.phase] },
  };
  const names = Object.keys(STATES) as Name[];
  it.each(names.flatMap((name) => ALL_EVENTS.map((event) => [name, JSON.stringify(event), event] as const)))(
    '%s after %s',
    (name, _text, event) => {
      const before = STATES[name];
      const { phase } = afterEvent(before, event);
      const way = WAYS[event.type]?.[name];
      if (event.type === 'closing') expect(phase).toEqual(OVER.phase);
      else if (way === undefined) expect(phase).toBe(before.phase);
      else expect(phase).toEqual(way[EVENTS[event.type].indexOf(event)]);
    },
  );
});

describe('the facts kept with the phase', () => {
  const KEPT: [EmbeddingEvent, Partial<EmbeddingState>][] = [
    [{ type: 'terms-decided', learnsTerms: false }, { learnsTerms: false }],
    [{ type: 'role', role: 'follower' }, { role: 'follower' }],
    [{ type: 'opened' }, { isOpen: true }],
    [{ type: 'caught-up' }, { hasCaughtUp: true }],
    [{ type: 'question-failed', error: 'no answer' }, { questionFailure: 'no answer' }],
  ];
  it.each(KEPT)('after %o', (event, change) => {
    for (const state of [LOADING, CHOOSING, CHOOSING_AGAIN, READY, READY_WITHOUT, NOT_CHOSEN, BROKEN]) {
      const changed = afterEvent(state, event);
      expect(changed).toEqual({ ...state, ...change });
      expect(afterEvent(changed, event)).toBe(changed);
    }
    for (const state of [CLOSED, OVER]) expect(afterEvent(state, event)).toBe(state);
  });

  it('forget the failure of a question once any text is embedded', () => {
    const failed = after(READY, { type: 'question-failed', error: 'no answer' });
    expect(after(failed, { type: 'text-embedded' })).toEqual(READY);
  });

  it('forget the failure of a run once the next has embedded a text, not before, and not for the text of a question alone', () => {
    expect(after(BROKEN, { type: 'text-embedded' })).toEqual(BROKEN);
    const again = after(BROKEN, { type: 'run-began' });
    expect(errorOf(again)).toBe('broken');
    expect(after(again, { type: 'text-embedded' })).toEqual({ ...READY, isEmbedding: true });
  });

  it('tell of a run from its beginning to its end, however it ends', () => {
    const running = after(READY, { type: 'run-began' });
    expect(running).toEqual({ ...READY, isEmbedding: true });
    expect(after(running, { type: 'run-ended' })).toEqual(READY);
    expect(after(running, { type: 'run-succeeded' }).isEmbedding).toBe(true);
    expect(after(running, { type: 'run-failed', error: 'broken' })).toMatchObject({
      isEmbedding: true,
      phase: BROKEN.phase,
    });
    expect(after(running, { type: 'closing' }).isEmbedding).toBe(false);
    for (const state of [CLOSED, LOADING, CHOOSING, READY_WITHOUT, NOT_CHOSEN, OVER])
      expect(after(state, { type: 'run-began' })).toBe(state);
  });

  it('hold in every state that any events can lead to', () => {
    for (const state of reachable()) {
      const { phase } = state;
      if (state.isEmbedding) expect(phase).toMatchObject({ hasEmbedder: true });
      if (phase.name === 'failed') expect(errorOf(state)).toBe(phase.error);
      if (phase.name === 'closed')
        expect([mayChoose(state), mayEmbed(state), isChosen(state), errorOf(state)]).toEqual([
          false,
          false,
          false,
          null,
        ]);
      if (mayEmbed(state)) expect([state.role, state.isEmbedding]).toEqual(['owner', false]);
      expect(state.wantsEmbedder).toBe(true);
    }
  });
});

describe('what is asked of a state', () => {
  it.each<[Name, ReturnType<typeof kindOf>, string | null, boolean, boolean, boolean]>([
    ['CLOSED', 'sentences', null, false, false, false],
    ['LOADING', 'sentences', null, false, true, false],
    ['CHOOSING', 'sentences', null, false, false, false],
    ['CHOOSING_AGAIN', 'sentences', 'no model', true, false, false],
    ['READY', 'sentences', null, true, false, true],
    ['READY_WITHOUT', 'terms', null, true, false, false],
    ['NOT_CHOSEN', 'sentences', 'no model', true, true, false],
    ['BROKEN', 'sentences', 'broken', true, false, true],
    ['OVER', 'sentences', null, false, false, false],
  ])('%s', (name, kind, error, known, choosable, embeddable) => {
    const state = STATES[name];
    expect([kindOf(state), errorOf(state), isChosen(state), mayChoose(state), mayEmbed(state)]).toEqual([
      kind,
      error,
      known,
      choosable,
      embeddable,
    ]);
  });

  it('is terms or nothing if no embedder is wanted', () => {
    for (const state of [closedState(false), READY_WITHOUT]) {
      expect(kindOf(state)).toBe('terms');
      expect(kindOf({ ...state, learnsTerms: false })).toBe('none');
    }
  });

  it('lets the owner alone embed, one run at a time', () => {
    expect(mayEmbed({ ...READY, role: 'follower' })).toBe(false);
    expect(mayEmbed({ ...READY, isEmbedding: true })).toBe(false);
  });

  it('expects vectors until all is caught up, then while a run goes well, and none once closed', () => {
    expect(areVectorsComing(CLOSED)).toBe(true);
    expect(areVectorsComing(READY)).toBe(true);
    const done = after(READY, { type: 'caught-up' });
    expect(areVectorsComing(done)).toBe(false);
    const running = after(done, { type: 'run-began' });
    expect(areVectorsComing(running)).toBe(true);
    expect(areVectorsComing(after(running, { type: 'run-failed', error: 'broken' }))).toBe(false);
    expect(areVectorsComing(OVER)).toBe(false);
  });
});

function after(state: EmbeddingState, ...events: EmbeddingEvent[]): EmbeddingState {
  return events.reduce(afterEvent, state);
}

/** Every state that some order of events leads to. */
function reachable(): EmbeddingState[] {
  const found = new Map([[JSON.stringify(CLOSED), CLOSED]]);
  for (const state of found.values()) {
    for (const event of ALL_EVENTS) {
      const next = afterEvent(state, event);
      found.set(JSON.stringify(next), found.get(JSON.stringify(next)) ?? next);
    }
  }
  return [...found.values()];
}

it('makes another embedder only after none could be made: a retry while the first is on its way would leave that one running', () => {
  const after = (...events: EmbeddingEvent[]): boolean => mayChooseAgain(events.reduce(afterEvent, closedState(true)));
  const opening: EmbeddingEvent[] = [{ type: 'opening' }];
  const choosing: EmbeddingEvent[] = [...opening, { type: 'choosing' }];
  expect([after(...opening), after(...choosing), after(...choosing, { type: 'chosen', hasEmbedder: true })]).toEqual([
    false,
    false,
    false,
  ]);
  expect(after(...choosing, { type: 'not-chosen', error: 'no model' })).toBe(true);
});
