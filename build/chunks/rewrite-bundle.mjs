/** Has the code of each file of a bundle rewritten, but not source maps: `rewrite` gets it with the file's name. */
export function rewriteBundle(bundle, rewrite) {
  for (const output of Object.values(bundle)) {
    const field = output.type === 'chunk' ? 'code' : 'source';
    if (output.fileName.endsWith('.map') || typeof output[field] !== 'string') continue;
    output[field] = rewrite(output[field], output.fileName);
  }
}

/** The code of each file of a bundle. */
export function codeOf(bundle) {
  const found = [];
  rewriteBundle(bundle, (code) => {
    found.push(code);
    return code;
  });
  return found;
}
