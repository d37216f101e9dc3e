import { afterAll, beforeAll, expect, it } from 'vitest';
import { bundleForNode } from '../../build/quick/bundle-for-node.ts';
import { startRawClient, type RawClient } from '../test-support/raw-client.ts';
import { tempVault, type TempVault } from '../test-support/temp-vault.ts';

let bundle: string;
let vault: TempVault | undefined;
let client: RawClient | undefined;

beforeAll(async () => {
  bundle = await bundleForNode('bridge/cli.ts');
  vault = await tempVault({
    'Lists/Read.base': 'views: [{name: Open}, {name: Done}]\n',
    'Dashboard.md': '```base\nviews: [{name: Board}]\n```\n',
  });
  client = startRawClient(bundle, vault.env);
  await client.initialize();
});
afterAll(async () => {
  client?.child.kill();
  await vault?.remove();
});

it.each([
  ['{"file":"Lists/Read.base"}', 'Views of the base: "Open", "Done".'],
  ['{"file":"[[Read.base]]","view":""}', 'Views of the base: "Open", "Done".'],
  ['{"file":"Dashboard.md"}', 'Views of the base: "Board".'],
  ['{"yaml":"views: [{type: table}]"}', 'Views of the base: "table".'],
  ['{"file":"Nowhere.base"}', null],
  ['{"file":7}', null],
  ['{"file":"Lists/Read.base","view":7}', null],
])('base_query %s is refused, and the error names the existing views', async (args, views) => {
  const id = `views ${args}`;
  client?.sendLine(
    `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"method":"tools/call","params":{"name":"base_query","arguments":${args}}}`,
  );
  const answer = await client?.answer(id);
  const [block] = (answer?.result?.['content'] ?? []) as { text?: string }[];
  const { error } = JSON.parse(block?.text ?? '') as { error: { code: string; hint: string } };
  expect(error.code).toBe('invalid_arguments');
  expect(error.hint).toMatch(/^base_query takes: /);
  expect(/Views of the base: .*$/.exec(error.hint)?.[0] ?? null).toBe(views);
});
