/** One thing looked at: fine, worth knowing, or in the way. */
export interface Finding {
  state: 'ok' | 'note' | 'bad';
  what: string;
  said: string;
}
