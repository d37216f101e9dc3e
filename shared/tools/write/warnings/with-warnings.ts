/** The field of an answer for what a person should know, if there is anything. */
export function withWarnings(...warnings: readonly (string | undefined)[]): { warning?: string } {
  const said = warnings.filter((one) => one !== undefined);
  return said.length === 0 ? {} : { warning: said.join(' ') };
}
