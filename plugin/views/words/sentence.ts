/** A text with one full stop at its end. */
export function sentence(text: string): string {
  return `${text.replace(/[.\s]*$/u, '')}.`;
}
