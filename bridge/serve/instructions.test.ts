import { describe, expect, it } from 'vitest';
import { ALL_TOOLS } from '../../shared/tools/all-tools.ts';
import { offeredTools, seesTool } from '../../shared/tools/offered-tools.ts';
import { instructions } from './instructions.ts';

const ALL = ALL_TOOLS.map(({ name }) => name);

describe('the instructions', () => {
  it.each([
    {},
    { VAULT_LOOM_READ_ONLY: 'yes' },
    { VAULT_LOOM_TOOLS: 'search, read_note, rank_notes' },
    { VAULT_LOOM_TOOLS: 'Edit_Note' },
    { VAULT_LOOM_TOOLS: 'edit_note,search', VAULT_LOOM_READ_ONLY: '1' },
    { VAULT_LOOM_TOOLS: 'spec' },
    { VAULT_LOOM_TOOLS: 'daily_note' },
  ])('name only tools that clients see with %j', (env) => {
    const listed = offeredTools(ALL_TOOLS, env).listed.map(({ name }) => name);
    const text = instructions(seesTool(env));
    for (const name of ALL.filter((tool) => new RegExp(`\\b${tool}\\b`, 'u').test(text)))
      expect(listed).toContain(name);
    expect(text).not.toMatch(/ {2}|undefined/u);
    expect(text).toContain('Errors are JSON');
    if (listed.includes('edit_note')) expect(text).toContain('edit_note changes part of a note');
    if (listed.includes('rank_notes')) expect(text).toMatch(/overview: (?:detect_themes and )?rank_notes\./u);
  });

  it('are there with settings that cannot be understood', () => {
    expect(instructions(seesTool({ VAULT_LOOM_READ_ONLY: 'perhaps' }))).toContain('edit_note');
  });
});
