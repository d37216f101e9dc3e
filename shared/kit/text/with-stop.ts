/** A text of others as the end of a sentence: with a full stop, unless it has an end of its own. */
export function withStop(text: string): string {
  const end = text.trimEnd();
  return HAS_END.test(end) ? end : `${end}.`;
}

/** A text of others without its full stops, for more to follow. */
export function withoutStop(text: string): string {
  return text.trimEnd().replace(/\.+$/u, '');
}

const HAS_END = /[.!?…。！？]["'”’»)\]]?$/u;
