/** Every node of a syntax tree as Rollup parses it, parents before children. */
export function* nodesOf(tree) {
  const waiting = [tree];
  while (waiting.length > 0) {
    const node = waiting.pop();
    yield node;
    for (const child of Object.values(node).flat()) if (typeof child?.type === 'string') waiting.push(child);
  }
}
