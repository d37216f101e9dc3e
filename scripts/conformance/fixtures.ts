import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A JSON-RPC request, as far as it names a tool, a prompt or a resource. */
export interface Request {
  method?: string;
  params?: {
    name?: string;
    uri?: string;
    arguments?: Record<string, unknown>;
    ref?: { name?: string };
    argument?: { name?: string };
  };
}

const TOOLS: Readonly<Record<string, { name: string; arguments: Record<string, unknown> }>> = {
  test_simple_text: { name: 'read_note', arguments: { name: 'Home' } },
  test_error_handling: { name: 'read_note', arguments: { name: 'no/such/note' } },
  test_tool_with_progress: { name: 'search', arguments: { query: 'number' } },
};

const RESOURCES: Readonly<Record<string, string>> = {
  'test://static-text': 'vault://note/Home.md',
  'test://template/123/data': 'vault://note/Numbered/Note%20123.md',
  'test://watched-resource': 'vault://status',
};

const PROMPTS: Readonly<Record<string, string>> = {
  test_simple_prompt: 'daily_review',
  test_prompt_with_arguments: 'map_of_topic',
};

/**
 * The published suite asks for tools, prompts and resources of its own; this asks the same of ours. What we have
 * nothing like stays as it is, and fails.
 */
export function asOurs<T extends Request>(message: T): T {
  const { params } = message;
  if (params === undefined) return message;
  const { name = '', uri = '', ref } = params;
  const tool = message.method === 'tools/call' ? TOOLS[name] : undefined;
  const prompt = message.method === 'prompts/get' ? PROMPTS[name] : undefined;
  const resource = RESOURCES[uri];
  const completed = PROMPTS[ref?.name ?? ''];
  return {
    ...message,
    params: {
      ...params,
      ...tool,
      ...(prompt === undefined ? {} : { name: prompt, arguments: argumentsOf(params.arguments) }),
      ...(resource === undefined ? {} : { uri: resource }),
      ...(completed === undefined ? {} : { ref: { ...ref, name: completed } }),
      ...(completed === undefined ? {} : { argument: { ...params.argument, name: 'topic' } }),
    },
  };
}

/** The suite's two arguments are one of ours. */
function argumentsOf(given: Record<string, unknown> = {}): Record<string, unknown> {
  const values = Object.values(given);
  return values.length === 0 ? {} : { topic: values.join(' ') };
}

const NUMBERED_NOTES = 600;

/** Notes that the fixtures name, and enough of them that indexing reports its progress. */
export async function writeFixtures(vault: string): Promise<void> {
  await mkdir(join(vault, 'Numbered'), { recursive: true });
  for (let number = 0; number < NUMBERED_NOTES; number++) {
    const text = `# Number ${number}\n\n${`A sentence about number ${number}. `.repeat(200)}\n`;
    await writeFile(join(vault, 'Numbered', `Note ${number}.md`), text);
  }
}
