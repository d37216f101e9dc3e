/** The result of one check: fine, worth knowing, or a problem. */
export interface Finding {
  state: 'ok' | 'note' | 'bad';
  what: string;
  said: string;
  /** What to do about it. */
  cure?: string;
  /** The vault that it is about; absent for what is of this computer. */
  vault?: string;
}
