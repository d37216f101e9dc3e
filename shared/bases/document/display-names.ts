import { isYamlMap, kindOf, valueOf, type YamlMap, type YamlValue } from './base-yaml.ts';
import type { Column } from './columns.ts';
import type { Warnings } from './warnings.ts';

/** The names under which the base shows columns, by the columns' keys; those without one are absent. */
export function displayNames(
  properties: YamlValue | undefined,
  columns: readonly Column[],
  warnings: Warnings,
): Map<string, string> {
  const names = new Map<string, string>();
  if (properties === undefined || properties === null) return names;
  if (!isYamlMap(properties)) {
    warnings.add(
      'properties',
      `\`properties:\` is ${kindOf(properties)}, where a map is expected, such as "properties: {status: {displayName: State}}".`,
    );
    return names;
  }
  const given = new Map(
    Object.entries(properties).flatMap(([id, settings]) => {
      const name = isYamlMap(settings) ? valueOf(settings as YamlMap, 'displayName') : null;
      return typeof name === 'string' && name !== '' ? [[canonical(id), name] as const] : [];
    }),
  );
  for (const { key, name } of columns) {
    const shown = given.get(canonical(name));
    if (shown !== undefined) names.set(key, shown);
  }
  return names;
}

/** One spelling of a property: `status`, `note.status` and `note["status"]` are the same. */
function canonical(id: string): string {
  const bracketed = /^(?:note|frontmatter)\[(["'])(.*)\1\]$/s.exec(id.trim());
  return bracketed?.[2] ?? id.trim().replace(/^(?:note|frontmatter)\./, '');
}
