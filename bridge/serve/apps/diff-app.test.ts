import { expect, it } from 'vitest';
import { ALL_TOOLS } from '../../../shared/tools/all-tools.ts';
import { listTool } from '../../../shared/tools/call/listing.ts';
import { offeredTools } from '../../../shared/tools/offered-tools.ts';
import { DIFF_APP_URI, withApps } from './diff-app.ts';

const pagesWith = (env: Record<string, string>): [string, unknown][] =>
  withApps(offeredTools(ALL_TOOLS, env).listed.map(listTool)).flatMap(({ name, _meta }) =>
    _meta === undefined ? [] : [[name, _meta] as [string, unknown]],
  );

it('gives edit_note its page', () => {
  expect(pagesWith({})).toEqual([['edit_note', { ui: { resourceUri: DIFF_APP_URI } }]]);
});

it.each([['edit_note'], ['search,edit_note']])('gives it none if the page could apply nothing (%s)', (tools) => {
  expect(pagesWith({ VAULT_LOOM_TOOLS: tools })).toEqual([]);
});
