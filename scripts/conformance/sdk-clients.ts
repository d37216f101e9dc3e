import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { CheckResult } from './verdict.ts';

/** The SDKs whose clients are tried: two of each line. */
const SDKS = [
  { package: '@modelcontextprotocol/sdk', version: '1.25.3', client: 'client/index.js', stdio: 'client/stdio.js' },
  { package: '@modelcontextprotocol/sdk', version: '1.32.2', client: 'client/index.js', stdio: 'client/stdio.js' },
  { package: '@modelcontextprotocol/client', version: '2.0.0', client: '', stdio: 'stdio' },
  { package: '@modelcontextprotocol/client', version: '2.4.0', client: '', stdio: 'stdio' },
].map((sdk, index) => ({ ...sdk, alias: `sdk-${index}` }));

/** What npm installs, each version under a name of its own. */
export const SDK_PACKAGES = SDKS.map(({ alias, package: name, version }) => `${alias}@npm:${name}@${version}`);

export interface ServerCommand {
  command: string;
  args: string[];
  env: Record<string, string>;
}

interface ToolResult {
  isError?: boolean;
  content: { text?: string }[];
}

interface SdkClient {
  connect(transport: unknown): Promise<void>;
  listTools(): Promise<{ tools: unknown[] }>;
  callTool(call: { name: string; arguments: Record<string, unknown> }): Promise<ToolResult>;
  close(): Promise<void>;
}

interface SdkModule {
  Client: new (info: { name: string; version: string }) => SdkClient;
  StdioClientTransport: new (server: ServerCommand) => unknown;
}

/** Connects with each SDK installed in `folder`, lists tools, and calls some; one result per SDK and step. */
export async function trySdkClients(folder: string, server: ServerCommand): Promise<CheckResult[]> {
  const load = createRequire(join(folder, 'package.json'));
  const results: CheckResult[] = [];
  for (const sdk of SDKS) {
    const { Client } = load([sdk.alias, sdk.client].filter(Boolean).join('/')) as SdkModule;
    const { StdioClientTransport } = load(`${sdk.alias}/${sdk.stdio}`) as SdkModule;
    const client = new Client({ name: 'conformance', version: '1.0.0' });
    const call = (name: string, args: Record<string, unknown>) => client.callTool({ name, arguments: args });
    const steps: [string, () => Promise<boolean>][] = [
      ['connect', () => client.connect(new StdioClientTransport(server)).then(() => true)],
      ['tools/list', async () => (await client.listTools()).tools.length > 0],
      ['search', async () => answers(await call('search', { query: 'Home' }), 'Home.md')],
      ['read_note', async () => answers(await call('read_note', { name: 'Home' }), 'Home.md')],
      ['error', async () => refuses(await call('read_note', { name: 'no/such/note' }), 'note_not_found')],
    ];
    for (const [step, run] of steps) results.push(await check(`${sdk.package} ${sdk.version}: ${step}`, run));
    await client.close();
  }
  return results;
}

function answers({ isError, content }: ToolResult, path: string): boolean {
  return isError !== true && content[0]?.text?.includes(`"path":"${path}"`) === true;
}

function refuses({ isError, content }: ToolResult, code: string): boolean {
  return isError === true && content[0]?.text?.includes(`"code":"${code}"`) === true;
}

async function check(name: string, run: () => Promise<boolean>): Promise<CheckResult> {
  try {
    return (await run()) ? { name, passed: true, detail: '' } : { name, passed: false, detail: 'wrong answer' };
  } catch (error) {
    return { name, passed: false, detail: error instanceof Error ? error.message : String(error) };
  }
}
