/** Kinds of entries, each with three fields `a`, `b` and `c` of its own meaning. */
export const ENTRY = {
  /** Continue at instruction `a`, at position `b`. */
  choice: 0,
  /** Put `b` back into slot `a`. */
  slot: 1,
  /** Make the run of instruction `a`, which ended at position `b`, shorter; at `c` it is as short as it may be. */
  shorter: 2,
  /** Make the run of instruction `a`, which ended at position `b` after `c` characters, longer. */
  longer: 3,
} as const;

const FIELDS = 4;

/** What a search goes back to when it fails, in one flat list: pushing must not allocate. */
export class BacktrackStack {
  /** The fields of the entry that {@link pop} has taken. */
  a = 0;
  b = 0;
  c = 0;
  readonly #fields: number[] = [];

  get height(): number {
    return this.#fields.length;
  }

  clear(): void {
    this.#fields.length = 0;
  }

  push(kind: number, a: number, b: number, c: number): void {
    this.#fields.push(kind, a, b, c);
  }

  /** Takes the last entry and returns its kind. The stack must not be empty. */
  pop(): number {
    const fields = this.#fields;
    this.c = fields.pop() ?? 0;
    this.b = fields.pop() ?? 0;
    this.a = fields.pop() ?? 0;
    return fields.pop() ?? 0;
  }

  /** Drops the choices above `base`, and keeps what puts slots back. */
  keepSlots(base: number): void {
    const fields = this.#fields;
    let kept = base;
    for (let entry = base; entry < fields.length; entry += FIELDS) {
      if (fields[entry] !== ENTRY.slot) continue;
      fields.copyWithin(kept, entry, entry + FIELDS);
      kept += FIELDS;
    }
    fields.length = kept;
  }

  /** Drops all above `base`, and puts `slots` back to what they were then. */
  unwind(base: number, slots: Int32Array): void {
    while (this.#fields.length > base) if (this.pop() === ENTRY.slot) slots[this.a] = this.b;
  }
}
