import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readTaskFields } from './task-fields.ts';

describe('the fields of a task', () => {
  it.each([
    ['Water 📅 2026-03-01', 'Water', { due: '2026-03-01' }],
    ['Water 🗓️2026-03-01 #garden', 'Water #garden', { due: '2026-03-01' }],
    [
      'Pay rent 🔁 every month on the 1st 🔺 🛫 2026-01-01 ⏳ 2026-01-02 📅 2026-01-03 ➕ 2025-12-01',
      'Pay rent',
      {
        recurrence: 'every month on the 1st',
        priority: 'highest',
        start: '2026-01-01',
        scheduled: '2026-01-02',
        due: '2026-01-03',
        created: '2025-12-01',
      },
    ],
    ['Done ✅ 2026-01-04', 'Done', { done: '2026-01-04' }],
    ['Dropped ❌ 2026-01-04', 'Dropped', { cancelled: '2026-01-04' }],
    [
      'Sow [due:: 2026-04-01] beans (scheduled:: 2026-03-20)',
      'Sow beans',
      { due: '2026-04-01', scheduled: '2026-03-20' },
    ],
    ['Sow [Due:: [[2026-04-01]]]', 'Sow', { due: '2026-04-01' }],
    ['Meet [due:: 2026-04-01T09:30]', 'Meet', { due: '2026-04-01T09:30' }],
    [
      'Call [repeat:: every week] [priority:: High] [completion:: 2026-01-01]',
      'Call',
      { recurrence: 'every week', priority: 'high', done: '2026-01-01' },
    ],
    ['Clean 🔁 every 2 weeks #home', 'Clean #home', { recurrence: 'every 2 weeks' }],
    ['Twice 📅 2026-01-01 📅 2026-02-02', 'Twice', { due: '2026-01-01' }],
    ['Call [[Anna]] about [x](y.md)', 'Call [[Anna]] about [x](y.md)', {}],
    ['No day 📅 2026-02-30 ⏫', 'No day 📅 2026-02-30', { priority: 'high' }],
    ['Leap 📅 2028-02-29', 'Leap', { due: '2028-02-29' }],
    ['Other [mood:: good] ⏬', 'Other [mood:: good]', { priority: 'lowest' }],
    ['Not one [due:: soon] (due: 2026-01-01)', 'Not one [due:: soon] (due: 2026-01-01)', {}],
    ['Write `📅 2026-01-01` 📅 2026-02-02', 'Write `📅 2026-01-01`', { due: '2026-02-02' }],
    ['Say ``a ` [due:: 2026-01-01]`` ⏫', 'Say ``a ` [due:: 2026-01-01]``', { priority: 'high' }],
    [
      'Ask %%📅 2026-01-01%% <!-- 🔼 --> [due:: 2026-02-02]',
      'Ask %%📅 2026-01-01%% <!-- 🔼 -->',
      { due: '2026-02-02' },
    ],
    ['Solve $[due:: 2026-01-01]$ and $$⏫ x$$', 'Solve $[due:: 2026-01-01]$ and $$⏫ x$$', {}],
    ['Pay $5 📅 2026-01-01 or $6', 'Pay $5 or $6', { due: '2026-01-01' }],
    ['An open ` 📅 2026-01-01', 'An open `', { due: '2026-01-01' }],
    ['Read [[Plan|📅 2026-01-01 ⏫]] 📅 2026-02-02', 'Read [[Plan|📅 2026-01-01 ⏫]]', { due: '2026-02-02' }],
    ['Read ![[A (due:: 2026-01-01).png]] and [[b', 'Read ![[A (due:: 2026-01-01).png]] and [[b', {}],
    [
      'See [on [the] 📅 2026-01-01](a.md "⏫") and [x 📅 2026-03-03] (y)',
      'See [on [the] 📅 2026-01-01](a.md "⏫") and [x ] (y)',
      { due: '2026-03-03' },
    ],
    [
      'Due [due:: [[Days/2026-04-01|🔼 day]]] [repeat:: every `x`]',
      'Due',
      { due: '2026-04-01', recurrence: 'every `x`' },
    ],
    ['Walk 🔁 every week [[🔁 every day]]', 'Walk [[🔁 every day]]', { recurrence: 'every week' }],
    ['Run 🔁 every `x` day', 'Run', { recurrence: 'every `x` day' }],
  ])('%j', (written, text, fields) => {
    expect(readTaskFields(written)).toEqual({ text, fields });
  });

  it('leave the text as it was, however much code it has', () => {
    const code = '`a` '.repeat(3_000).trim();
    expect(readTaskFields(`${code} 📅 2026-01-01`)).toEqual({ text: code, fields: { due: '2026-01-01' } });
  });

  it('never throw, and leave text without fields alone', () => {
    const piece = fc.constantFrom('[', ']', '(', ')', 'due', '::', '📅', '🔁', '2026-01-01', ' ', 'a', '[[', '\uFE0F');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const { text } = readTaskFields(pieces.join(''));
        expect(text.length).toBeLessThanOrEqual(pieces.join('').length);
      }),
    );
  });
});
