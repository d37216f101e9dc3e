/** What the spellings of one tag share: neither letter case nor the Unicode form of its name counts. */
export function tagKey(name: string): string {
  return name.normalize('NFC').toLowerCase();
}
