import { describe, expect, it } from 'vitest';
import { ALL_TOOLS } from './all-tools.ts';
import { offeredTools } from './offered-tools.ts';

const names = (env: Record<string, string>): string[] => offeredTools(ALL_TOOLS, env).listed.map(({ name }) => name);
const ALL = ALL_TOOLS.map(({ name }) => name);

describe('the tools that clients see', () => {
  it.each([{}, { VAULT_LOOM_TOOLS: '' }, { VAULT_LOOM_TOOLS: 'all' }])('are all with %j', (env) => {
    expect(names(env)).toEqual(ALL);
  });

  it('are those of the specification alone', () => {
    const spec = names({ VAULT_LOOM_TOOLS: 'spec' });
    expect(spec).toHaveLength(18);
    expect(spec).toEqual(ALL.filter((name) => spec.includes(name)));
  });

  it('are those named, in the order of all', () => {
    expect(names({ VAULT_LOOM_TOOLS: 'read_note, search' })).toEqual(['search', 'read_note']);
  });

  it('are none that writes if nothing may', () => {
    const listed = names({ VAULT_LOOM_READ_ONLY: '1' });
    expect(listed).toContain('search');
    expect(listed.filter((name) => /edit|create|move|delete|link_notes/.test(name))).toEqual([]);
    expect(offeredTools(ALL_TOOLS, { VAULT_LOOM_READ_ONLY: '1' }).tools).toEqual(ALL_TOOLS);
    expect(names({ VAULT_LOOM_READ_ONLY: '1', VAULT_LOOM_TOOLS: 'edit_note,search' })).toEqual(['search']);
  });

  it('are refused if a name is no tool', () => {
    expect(() => names({ VAULT_LOOM_TOOLS: 'search,serch' })).toThrow(
      expect.objectContaining({ code: 'invalid_arguments', message: expect.stringContaining('serch') as string }),
    );
  });
});
