import { describe, expect, it } from 'vitest';
import { parseNote } from '../markdown/parse-note.ts';
import { recordTasks } from './note-tasks.ts';

const tasksOf = (text: string): unknown[] => recordTasks(parseNote(text));

describe('the tasks of a note', () => {
  it('have fields, tags, block ids and the item they are nested under', () => {
    const text = [
      '---',
      'tags: [note]',
      '---',
      '- [ ] Plan #garden/beds [[Beans]] 📅 2026-03-01 ^Plan-1',
      '  - plain',
      '    - [/] half #a #a',
      '  - [x] sub',
      '- [?] next',
      '',
      'Text #elsewhere',
      '',
      '1. [-] dropped',
    ].join('\n');
    expect(tasksOf(text)).toEqual([
      {
        line: 4,
        status: ' ',
        text: 'Plan #garden/beds [[Beans]]',
        due: '2026-03-01',
        tags: ['garden/beds'],
        blockId: 'plan-1',
      },
      { line: 6, status: '/', text: 'half #a #a', tags: ['a'], parentLine: 5 },
      { line: 7, status: 'x', text: 'sub', parentLine: 4 },
      { line: 8, status: '?', text: 'next' },
      { line: 12, status: '-', text: 'dropped' },
    ]);
  });

  it('are not made by a number in a paragraph, in a numbered list either', () => {
    const text = [
      '1. a',
      '   2. [ ] goes on',
      '2. b',
      '   1. [ ] first',
      '   2. [ ] second',
      '',
      '   3. [ ] third',
      '3. c',
      '   - [ ] box',
      '   4. [ ] out of the item',
      '> 1. quoted',
      '> 2. [ ] next',
      '> 1985. [ ] other',
      '',
      'Text',
      '2. [ ] text',
    ].join('\n');
    expect(tasksOf(text)).toEqual([
      { line: 4, status: ' ', text: 'first', parentLine: 3 },
      { line: 5, status: ' ', text: 'second', parentLine: 3 },
      { line: 7, status: ' ', text: 'third', parentLine: 3 },
      { line: 9, status: ' ', text: 'box', parentLine: 8 },
      { line: 10, status: ' ', text: 'out of the item', parentLine: 8 },
      { line: 12, status: ' ', text: 'next' },
      { line: 13, status: ' ', text: 'other' },
    ]);
  });

  it('read a text of several lines, in quotes as well, and leave code alone', () => {
    const text = '> - [ ] quoted\n>   goes on\n>   📅 2026-01-02\n\n- [ ] long\n  more\n\n```\n- [ ] no task\n```\n';
    expect(tasksOf(text)).toEqual([
      { line: 1, status: ' ', text: 'quoted goes on', due: '2026-01-02' },
      { line: 5, status: ' ', text: 'long more' },
    ]);
  });

  it('are bounded', () => {
    const [task] = recordTasks(parseNote(`- [ ] ${'word '.repeat(5_000)}`));
    expect(task?.text.length).toBeLessThanOrEqual(1_000);
  });
});
