import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { ALL_TOOLS } from '../../../shared/tools/all-tools.ts';
import type { Tool } from '../../../shared/tools/tool.ts';
import { commandLineFor } from '../../test-support/command-line.ts';
import { SHORT_NAMES } from './short-names.ts';
import { TERMINAL_DEFAULTS } from './terminal-defaults.ts';
import { addToolCommands } from './tool-commands.ts';
import { flagsOf, kebabCase, placesOf } from './tool-flags.ts';

const tool = (name: string): Tool => {
  const found = ALL_TOOLS.find((one) => one.name === name);
  if (found === undefined) throw new Error(`There is no tool ${name}.`);
  return found;
};
const flag = (name: string, argument: string) => flagsOf(tool(name)).find((one) => one.argument === argument);

describe('the flags of a tool', () => {
  it('have the names of its arguments, in the style of a command line', () => {
    expect(['maxContentLength', 'from_buffer', 'name', 'valueJson'].map(kebabCase)).toEqual([
      'max-content-length',
      'from-buffer',
      'name',
      'value-json',
    ]);
  });

  it.each(ALL_TOOLS.map((one) => [one.name, one] as const))('of %s are all its arguments, each once', (_name, one) => {
    const flags = flagsOf(one);
    expect(flags.map(({ argument }) => argument)).toEqual(Object.keys(one.input.shape));
    expect(new Set(flags.map(({ name }) => name)).size).toBe(flags.length);
  });

  it('know what their values are', () => {
    expect(flag('search', 'query')).toMatchObject({ kind: 'text', isList: false, isRequired: false });
    expect(flag('search', 'mode')).toMatchObject({
      kind: 'text',
      choices: ['hybrid', 'semantic', 'fulltext', 'regex'],
    });
    expect(flag('search', 'variants')).toMatchObject({ kind: 'text', isList: true });
    expect(flag('search', 'where')).toMatchObject({ kind: 'json', isList: false });
    expect(flag('search', 'limit')).toMatchObject({ kind: 'number', byDefault: 20, isRequired: false });
    expect(flag('read_note', 'lines')).toMatchObject({ kind: 'number', isList: true });
    expect(flag('edit_note', 'value')).toMatchObject({ kind: 'any' });
    expect(flag('edit_note', 'edits')).toMatchObject({ kind: 'json', isList: true });
    expect(flag('delete_note', 'confirm')).toMatchObject({ kind: 'switch', isRequired: true });
    expect(flag('create_note', 'content')).toMatchObject({ isContent: true, isRequired: true });
    expect(flag('create_note', 'title')).toMatchObject({ isContent: false, isRequired: true });
  });

  it.each([
    ['search', ['query']],
    ['create_note', ['title', 'content']],
    ['link_notes', ['source', 'target', 'context']],
    ['edit_note', ['name']],
    ['list_tasks', ['status']],
    ['reindex', []],
  ])('of %s that have a place are %j', (name, places) => {
    expect(placesOf(flagsOf(tool(name))).map(({ argument }) => argument)).toEqual(places);
  });
});

describe('the commands of the tools', () => {
  const root = new Command('vault-loom');
  addToolCommands(root, commandLineFor({}));

  it('are one for each tool, also under its own name; no name is used twice', () => {
    const names = root.commands.flatMap((command) => [command.name(), ...command.aliases()]);
    expect(new Set(names).size).toBe(names.length);
    for (const { name } of ALL_TOOLS) expect(names).toContain(name);
    expect(Object.keys(SHORT_NAMES).filter((name) => !names.includes(name))).toEqual([]);
  });

  it.each(ALL_TOOLS.map((one) => [one.name, one] as const))('%s says what each argument is', (name, one) => {
    const help = root.commands
      .find((command) => command.aliases().concat(command.name()).includes(name))
      ?.helpInformation();
    const words = (help ?? '').replace(/\s+/gu, ' ');
    for (const { name: argument, about } of flagsOf(one)) {
      expect(words).toContain(argument);
      expect(words).toContain(about.replace(/\s+/gu, ' '));
    }
    expect(words).toContain('--json');
    expect(words).toContain('--vault');
  });

  it('have defaults of their own only for arguments that exist', () => {
    for (const [name, defaults] of Object.entries(TERMINAL_DEFAULTS))
      for (const [argument, value] of Object.entries(defaults))
        expect(tool(name).input.shape[argument]).toSatisfy((schema: z.ZodType) => schema.safeParse(value).success);
  });
});
