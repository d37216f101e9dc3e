/** What the spellings of one name share: neither letter case nor the Unicode form counts. */
export function nameKey(name: string): string {
  return name.normalize('NFC').toLowerCase();
}
