/** An operator whose value is still to be typed. */
const BARE_OPERATOR = /(?:^|\s)-?(?:tag|path|file):\s*"?\s*$/iu;

/** Whether what is typed has nothing to look for yet, such as `tag:`, `-` or `[[`: only the signs of an operator. */
export function isHalfTyped(query: string): boolean {
  return !/[\p{L}\p{N}\p{S}]/u.test(query.replace(BARE_OPERATOR, ' '));
}
