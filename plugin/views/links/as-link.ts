/**
 * A link made of what the app makes. For anything but a note that is an embed, in which some versions leave the label
 * out.  *
 * @param name shown if there is no label, where a link has to have one
 */
export function asLink(made: string, name: string, label?: string): string {
  if (!made.startsWith('!')) return made;
  const link = made.slice(1);
  if (link.startsWith('[](')) return `[${label ?? name.replace(/[[\]\\]/gu, '\\$&')}${link.slice(1)}`;
  return label !== undefined && link.endsWith(']]') && !link.includes('|') ? `${link.slice(0, -2)}|${label}]]` : link;
}
