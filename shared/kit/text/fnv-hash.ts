/** FNV-1a over the UTF-16 units of a text, or of a part of it; 32 bits, unsigned. A name, not a protection. */
export function fnvHash(text: string, start = 0, end = text.length): number {
  let hash = 0x811c9dc5;
  for (let at = start; at < end; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}
