/** A property that is not as it was. Values are as the source has them, on one line. */
export interface PropertyChange {
  name: string;
  /** Null: it was not there. */
  before: string | null;
  /** Null: it is no longer there. */
  after: string | null;
}

/** How many lines at the start of a note hold its properties, both fences included; 0 without any. */
export function propertyLines(lines: readonly string[]): number {
  if (!isFence(lines[0]?.replace(/^\uFEFF/u, ''))) return 0;
  for (let index = 1; index < lines.length; index++) if (isFence(lines[index])) return index + 1;
  return 0;
}

/** What changed among the properties; both lists are lines of the source. */
export function propertyChanges(before: readonly string[], after: readonly string[]): PropertyChange[] {
  const [old, young] = [valuesOf(before), valuesOf(after)];
  return [...new Set([...old.keys(), ...young.keys()])].flatMap((name) => {
    const [was, is] = [old.get(name) ?? null, young.get(name) ?? null];
    return was === is ? [] : [{ name, before: was, after: is }];
  });
}

function isFence(line: string | undefined): boolean {
  return line !== undefined && /^---[ \t]*\r?\n?$/u.test(line);
}

/** Values by name. Reads no YAML: whatever a line says is shown, also where it is wrong. */
function valuesOf(lines: readonly string[]): Map<string, string> {
  const values = new Map<string, string[]>();
  let value: string[] = [];
  for (const line of lines.slice(1, -1).map((each) => each.trimEnd())) {
    const end = /^[\s#]|^-(?:\s|$)/u.test(line) ? -1 : endOfName(line);
    if (end < 0) {
      if (!line.trimStart().startsWith('#')) value.push(line.trim().replace(/^-\s+/u, ''));
      continue;
    }
    value = [line.slice(end + 1).trim()];
    values.set(nameOf(line.slice(0, end)), value);
  }
  return new Map([...values].map(([name, parts]) => [name, parts.filter((part) => part !== '').join(', ')]));
}

function endOfName(line: string): number {
  const colon = line.indexOf(': ');
  return colon >= 0 ? colon : line.endsWith(':') ? line.length - 1 : -1;
}

function nameOf(source: string): string {
  const name = source.trim();
  const quote = name[0];
  return (quote === '"' || quote === "'") && name.length > 1 && name.endsWith(quote) ? name.slice(1, -1) : name;
}
