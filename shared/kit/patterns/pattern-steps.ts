import { BacktrackStack, ENTRY } from './backtrack-stack.ts';
import { OP, type Instruction, type Program } from './pattern-program.ts';

/**
 * How many backtracking steps a search takes, which tells how long JavaScript's own engine would take, which cannot be
 * interrupted. Deterministic; takes a few nanoseconds a step.
 *
 * @param all whether the search continues after its first hit, as for a replacement
 * @returns the steps, Infinity once they are more than `most`, and the hits until then
 */
export function stepsOfSearch(
  program: Program,
  text: string,
  { all, most }: { all: boolean; most: number },
): { steps: number; hits: number } {
  const walk = new Walk(program, text, most);
  let hits = 0;
  for (let start = 0; start <= text.length; ) {
    let end = -1;
    while (start <= text.length && end === -1) {
      end = walk.from(start);
      if (walk.steps > most) return { steps: Infinity, hits };
      if (end === -1) start += 1;
    }
    if (end === -1) break;
    hits += 1;
    if (!all) break;
    start = end > start ? end : start + 1;
  }
  return { steps: walk.steps, hits };
}

class Walk {
  steps = 0;
  readonly #code: readonly Instruction[];
  readonly #text: string;
  readonly #most: number;
  readonly #slots: Int32Array;
  readonly #stack = new BacktrackStack();
  /** The instruction to do next. */
  #next = 0;

  constructor({ code, slots }: Program, text: string, most: number) {
    this.#code = code;
    this.#text = text;
    this.#most = most;
    this.#slots = new Int32Array(slots);
  }

  /** Where a match that begins here ends; -1 if there is none or the steps are used up. */
  from(start: number): number {
    this.#slots.fill(-1);
    this.#stack.clear();
    return this.#walk(0, start);
  }

  #walk(entry: number, start: number): number {
    const base = this.#stack.height;
    let at = entry;
    let position = start;
    for (;;) {
      this.steps += 1;
      if (this.steps > this.#most) return -1;
      const instruction = this.#code[at];
      if (instruction === undefined || instruction.op === OP.match) return position;
      position = this.#step(instruction, at, position);
      if (position !== -1) {
        at = this.#next;
        continue;
      }
      position = this.#back(base);
      if (position === -1) return -1;
      at = this.#next;
    }
  }

  /** Does one instruction; returns the position after it, or -1 if it does not match. */
  #step(instruction: Instruction, at: number, position: number): number {
    const { op, slot } = instruction;
    this.#next = at + 1;
    switch (op) {
      case OP.run:
        return this.#run(instruction, at, position);
      case OP.split:
        this.#stack.push(ENTRY.choice, instruction.to, position, 0);
        return position;
      case OP.jump:
        this.#next = instruction.to;
        return position;
      case OP.place:
        return this.#isAt(instruction, position) !== instruction.negate ? position : -1;
      case OP.save:
        this.#set(slot, position);
        return position;
      case OP.again:
        return this.#again(instruction, position);
      case OP.look:
        return this.#look(instruction, at, position);
      case OP.enter:
        this.#set(slot, 0);
        this.#set(slot + 1, -1);
        return position;
      case OP.loop:
        return this.#loop(instruction, at, position);
      case OP.round:
        return this.#round(instruction, position);
      default:
        return position;
    }
  }

  #run({ set, min, max, greedy, back }: Instruction, at: number, position: number): number {
    const step = back ? -1 : 1;
    const wanted = greedy ? max : min;
    let count = 0;
    let end = position;
    while (count < wanted && this.#fits(set, end, back)) {
      count += 1;
      end += step;
    }
    this.steps += count;
    if (count < min) return -1;
    if (greedy && count > min) this.#stack.push(ENTRY.shorter, at, end, position + min * step);
    if (!greedy && max > min) this.#stack.push(ENTRY.longer, at, end, count);
    return end;
  }

  #fits(set: Instruction['set'], position: number, back: boolean): boolean {
    const index = back ? position - 1 : position;
    return index >= 0 && index < this.#text.length && set.has(this.#text.charCodeAt(index));
  }

  #loop({ slot, min, max, greedy, to }: Instruction, at: number, position: number): number {
    const count = this.#slots[slot] ?? 0;
    // A round beyond the required ones must take something.
    if (count > min && this.#slots[slot + 1] === position) return -1;
    if (count < min) return position;
    if (count >= max) this.#next = to;
    else if (greedy) this.#stack.push(ENTRY.choice, to, position, 0);
    else {
      this.#stack.push(ENTRY.choice, at + 1, position, 0);
      this.#next = to;
    }
    return position;
  }

  #round({ slot, min, max }: Instruction, position: number): number {
    this.#set(slot, (this.#slots[slot] ?? 0) + 1);
    this.#set(slot + 1, position);
    for (let group = min; group < max; group++) this.#set(group, -1);
    return position;
  }

  #again({ slot, back }: Instruction, position: number): number {
    const [from = -1, to = -1] = [this.#slots[slot], this.#slots[slot + 1]];
    if (from === -1 || to === -1) return position;
    const length = to - from;
    const begin = back ? position - length : position;
    this.steps += length;
    if (begin < 0 || this.#text.slice(begin, begin + length) !== this.#text.slice(from, to)) return -1;
    return back ? begin : begin + length;
  }

  #look({ negate, to }: Instruction, at: number, position: number): number {
    const base = this.#stack.height;
    const fits = this.#walk(at + 1, position) !== -1;
    // What a lookahead has captured stays, but it is not tried in another way.
    if (fits && !negate) this.#stack.keepSlots(base);
    else this.#stack.unwind(base, this.#slots);
    this.#next = to;
    return fits === negate ? -1 : position;
  }

  #isAt({ kind }: Instruction, position: number): boolean {
    const text = this.#text;
    switch (kind) {
      case 'start':
        return position === 0;
      case 'end':
        return position === text.length;
      case 'line start':
        return position === 0 || LINE_END.test(text.charAt(position - 1));
      case 'line end':
        return position === text.length || LINE_END.test(text.charAt(position));
      case 'word':
        return WORD.test(text.charAt(position - 1)) !== WORD.test(text.charAt(position));
    }
  }

  #set(slot: number, value: number): void {
    this.#stack.push(ENTRY.slot, slot, this.#slots[slot] ?? 0, 0);
    this.#slots[slot] = value;
  }

  /** Resumes the last open choice; returns its position, or -1 if none is left. */
  #back(base: number): number {
    const stack = this.#stack;
    while (stack.height > base) {
      const kind = stack.pop();
      const { a, b, c } = stack;
      this.steps += 1;
      if (kind === ENTRY.slot) this.#slots[a] = b;
      else {
        const position = kind === ENTRY.choice ? b : this.#otherRun(kind, a, b, c);
        if (position === -1) continue;
        this.#next = kind === ENTRY.choice ? a : a + 1;
        return position;
      }
    }
    return -1;
  }

  /** The next shorter or longer run of instruction `at`; returns its end, or -1 if there is none. */
  #otherRun(kind: number, at: number, end: number, c: number): number {
    const run = this.#code[at];
    if (run === undefined) return -1;
    const step = run.back ? -1 : 1;
    if (kind === ENTRY.shorter) {
      const shorter = end - step;
      if (shorter !== c) this.#stack.push(ENTRY.shorter, at, shorter, c);
      return shorter;
    }
    if (!this.#fits(run.set, end, run.back)) return -1;
    if (c + 1 < run.max) this.#stack.push(ENTRY.longer, at, end + step, c + 1);
    return end + step;
  }
}

const WORD = /^\w$/;
const LINE_END = /^[\n\r\u2028\u2029]$/;
