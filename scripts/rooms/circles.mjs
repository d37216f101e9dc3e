import ts from 'typescript';
import { pathNamed } from './arrows.mjs';

/** The files that a file imports, types and workers included, by path; `text` is its source. */
export function importsOf(file, text) {
  return ts.preProcessFile(text, true, true).importedFiles.flatMap(({ fileName }) => pathNamed(file, fileName) ?? []);
}

/**
 * Groups of files in which each imports each other, directly or indirectly, in no particular order (Tarjan 1972).
 *
 * @param imports the files that each file imports
 */
export function circlesOf(imports) {
  const circles = [];
  const places = new Map();
  const stack = [];
  const earliestFrom = (file) => {
    const place = places.size;
    places.set(file, place);
    stack.push(file);
    let earliest = place;
    for (const other of imports.get(file)) {
      if (!imports.has(other)) continue;
      if (!places.has(other)) earliest = Math.min(earliest, earliestFrom(other));
      else if (stack.includes(other)) earliest = Math.min(earliest, places.get(other));
    }
    if (earliest === place) {
      const group = stack.splice(stack.indexOf(file));
      if (group.length > 1 || imports.get(file).includes(file)) circles.push(group.sort());
    }
    return earliest;
  };
  for (const file of imports.keys()) if (!places.has(file)) earliestFrom(file);
  return circles;
}
