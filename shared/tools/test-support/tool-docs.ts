import { listTool, type ObjectSchema } from '../call/listing.ts';
import type { Tool } from '../tool.ts';

/** A call that shows what a tool is for. */
export type Example = Record<string, unknown>;

/** The page about all tools: what clients are told of each, and a call of it. */
export function toolDocs(tools: readonly Tool[], examples: Readonly<Record<string, Example>>): string {
  const pages = tools.map((tool) => page(tool, examples[tool.name] ?? {}));
  return [
    '# Tools',
    'What each tool takes and gives, as clients are told; made of the schemas by `npm run docs`. [contract.md](contract.md) says what a schema cannot. Every example is run by a test.',
    tools.map(({ name }) => `[${name}](#${name})`).join(' · '),
    ...pages,
  ]
    .join('\n\n')
    .concat('\n');
}

function page(tool: Tool, example: Example): string {
  const { name, description, inputSchema, outputSchema, annotations } = listTool(tool);
  const fields = Object.keys(outputSchema.properties ?? {}).map((field) => `\`${field}\``);
  return [
    `## ${name}`,
    `${description}${annotations.readOnlyHint ? '' : ' **Writes.**'}`,
    argumentsTable(inputSchema),
    `Gives ${fields.join(', ')}.`,
    ['```json', JSON.stringify(example, null, 2), '```'].join('\n'),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function argumentsTable({ properties = {}, required = [] }: ObjectSchema): string {
  const rows = Object.entries(properties).map(([name, schema]) => {
    const need = required.includes(name)
      ? 'required'
      : schema['default'] === undefined
        ? ''
        : `\`${JSON.stringify(schema['default'])}\``;
    return `| \`${name}\` | ${cell(typeOf(schema))} | ${need} | ${cell(String(schema['description'] ?? ''))} |`;
  });
  if (rows.length === 0) return '';
  return ['| Argument | Type | Default | |', '| --- | --- | --- | --- |', ...rows].join('\n');
}

function typeOf(schema: Record<string, unknown>): string {
  const { type, items } = schema;
  const values: unknown = schema['enum'];
  if (Array.isArray(values)) return values.map((value) => `\`${String(value)}\``).join(', ');
  if (type === 'array') {
    const inner = typeof items === 'object' && items !== null ? typeOf({ ...items }) : '';
    return inner === '' ? 'list' : `list of ${inner}`;
  }
  return Array.isArray(type) ? type.join(' or ') : String(type ?? 'any');
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replace(/\s+/g, ' ');
}
