import { parse, stringify } from 'yaml';

/** Parses YAML with dates as strings. Throws on invalid YAML. */
export function parseYaml(yaml: string): unknown {
  return parse(yaml, { schema: 'core', uniqueKeys: false, logLevel: 'silent' }) as unknown;
}

export function stringifyYaml(value: unknown): string {
  return stringify(value, { lineWidth: 0 });
}
