import { describe, expect, it, vi } from 'vitest';
import { ALL_TOOLS } from '../../../shared/tools/all-tools.ts';
import { getPrompt, listPrompts } from './prompts.ts';

const TOOLS = new Set(ALL_TOOLS.map(({ name }) => name));
const textOf = (name: string, given: Record<string, string> = {}, tools: ReadonlySet<string> = TOOLS): string => {
  const { content } = getPrompt(name, given, tools).messages[0] ?? {};
  return content?.type === 'text' ? content.text : '';
};
const GIVEN: Record<string, Record<string, string>> = {
  map_of_topic: { topic: 'tea "green"' },
  prepare_meeting: { about: 'Mara' },
};

describe('the prompts', () => {
  it('are five, each with a description and arguments that say what they take', () => {
    const { prompts } = listPrompts();
    expect(prompts.map(({ name }) => name)).toEqual([
      'daily_review',
      'weekly_review',
      'map_of_topic',
      'tidy_links',
      'prepare_meeting',
    ]);
    for (const { title, description, arguments: taken = [] } of prompts) {
      expect([title, description]).not.toContain(undefined);
      for (const argument of taken) expect(argument).toMatchObject({ description: expect.any(String) as string });
    }
  });

  it('promise no steps to a client that sees none of their tools', () => {
    for (const { name } of listPrompts().prompts) {
      const text = textOf(name, GIVEN[name], new Set(['index_status']));
      expect(text).not.toMatch(/in about this order|\n\n\n/u);
      expect(text).toMatch(/^.+\.\n\nThen /u);
    }
  });

  it('name only tools that exist, and arguments that those take', () => {
    for (const { name } of listPrompts().prompts) {
      const named = [...textOf(name, GIVEN[name]).matchAll(/^\d+\. `(\w+)`/gmu)].map(([, tool]) => tool);
      expect(named.length).toBeGreaterThan(2);
      for (const tool of named) expect(TOOLS).toContain(tool);
    }
    const shapes = new Map(ALL_TOOLS.map((tool) => [tool.name, Object.keys(tool.input.shape)]));
    for (const argument of ['modifiedAfter', 'modifiedBefore', 'sort', 'links', 'directory'])
      expect(shapes.get('list_notes')).toContain(argument);
    for (const argument of ['dueBefore', 'status', 'text']) expect(shapes.get('list_tasks')).toContain(argument);
    expect(shapes.get('read_note')).toContain('mentions');
    expect(shapes.get('search')).toContain('variants');
  });

  it('leave out steps with tools that the client does not see', () => {
    const text = textOf('daily_review', {}, new Set(['list_tasks', 'read_note']));
    expect(text).toMatch(/^1\. `list_tasks`/mu);
    expect(text).toMatch(/^2\. `read_note`/mu);
    expect(text).not.toContain('daily_note');
  });

  it('offer to write only what a tool that the client sees can write', () => {
    const reading = new Set(ALL_TOOLS.filter(({ annotations }) => annotations.readOnlyHint).map(({ name }) => name));
    const writing = /offer to|write it|dry run|change nothing|agreed?\b/iu;
    for (const { name } of listPrompts().prompts) {
      expect(textOf(name, GIVEN[name])).toMatch(writing);
      expect(textOf(name, GIVEN[name], reading), name).not.toMatch(writing);
    }
    expect(textOf('prepare_meeting', GIVEN['prepare_meeting'], new Set([...reading, 'edit_note']))).not.toMatch(
      writing,
    );
    expect(textOf('tidy_links', {}, new Set([...reading, 'edit_note']))).toMatch(/each change as a dry run/u);
  });

  it('name among what may write only tools that exist', () => {
    const withOne = (tool: string): boolean =>
      /Change nothing unless/u.test(textOf('weekly_review', {}, new Set([tool])));
    const writers = ALL_TOOLS.filter(({ annotations }) => !annotations.readOnlyHint).map(({ name }) => name);
    expect(writers.filter((tool) => !withOne(tool))).toEqual(['apply_edit_preview']);
  });

  it("count days in the person's own time zone, across months", () => {
    vi.useFakeTimers({ now: new Date(2026, 2, 3, 23, 30) });
    try {
      expect(textOf('daily_review')).toContain('date "2026-03-03"');
      expect(textOf('daily_review', { date: 'yesterday' })).toContain('date "2026-03-02"');
      const week = textOf('weekly_review');
      expect(week).toContain('from 2026-02-25 to 2026-03-03');
      expect(week).toContain('dueBefore "2026-03-10"');
      expect(textOf('weekly_review', { date: '2026-01-04' })).toContain('from 2025-12-29 to 2026-01-04');
    } finally {
      vi.useRealTimers();
    }
  });

  it('quote what was given, and refuse what they cannot use', () => {
    expect(textOf('map_of_topic', { topic: 'tea "green"\nand more' })).toContain('"tea \\"green\\"\\nand more"');
    expect(textOf('tidy_links', { folder: 'Tea' })).toContain('directory "Tea"');
    expect(() => textOf('map_of_topic')).toThrow('`topic` of the prompt map_of_topic is missing');
    expect(() => textOf('map_of_topic', { topic: 'x'.repeat(501) })).toThrow('more than 500');
    expect(() => textOf('daily_review', { date: 'some day' })).toThrow('is not a day: "some day"');
    expect(() => textOf('nothing')).toThrow('Prompts: daily_review');
  });
});
