import { RegExpParser, visitRegExpAST, type AST } from '@eslint-community/regexpp';
import { boundOfSearch, type Bound } from './pattern-bound.ts';

/** What an instruction does, with the fields of {@link Instruction} that it uses. */
export const OP = {
  /** Ends a pattern or the inside of a lookaround. */
  match: 0,
  /** `min` to `max` characters of `set`, `greedy` or not, backwards if `back`. */
  run: 1,
  /** Tries the next instruction, and `to` if that fails. */
  split: 2,
  /** Continues at `to`. */
  jump: 3,
  /** Is at a place of `kind`, or with `negate` is not. */
  place: 4,
  /** Stores the position in `slot`. */
  save: 5,
  /** Repeats the text between `slot` and `slot + 1`, backwards if `back`. */
  again: 6,
  /** What follows, up to the next {@link OP.match}, matches here, or with `negate` does not; continues at `to`. */
  look: 7,
  /** Starts a loop that counts in `slot` and stores where a round began in `slot + 1`. */
  enter: 8,
  /** Starts one more round of the loop, or continues at `to`. */
  loop: 9,
  /** The start of a round of the loop that counts in `slot`: clears the slots from `min` to `max`. */
  round: 10,
} as const;

export type Place = 'start' | 'end' | 'word' | 'line start' | 'line end';

export interface Instruction {
  op: (typeof OP)[keyof typeof OP];
  set: CharacterSet;
  kind: Place;
  min: number;
  max: number;
  to: number;
  slot: number;
  greedy: boolean;
  back: boolean;
  negate: boolean;
}

export interface Program {
  code: readonly Instruction[];
  slots: number;
  /** For any text. */
  bound: Bound | null;
}

/** The UTF-16 units that a part of a pattern matches, by JavaScript's own engine. */
export class CharacterSet {
  readonly #pattern: RegExp;
  /** By unit: 0 if not known yet, 1 for no, 2 for yes. */
  readonly #known = new Uint8Array(0x1_0000);

  constructor(source: string, flags: string) {
    this.#pattern = new RegExp(`^(?:${source})$`, flags);
  }

  has(unit: number): boolean {
    const known = this.#known[unit];
    if (known !== 0) return known === 2;
    const has = this.#pattern.test(String.fromCharCode(unit));
    this.#known[unit] = has ? 2 : 1;
    return has;
  }
}

/**
 * Translates a pattern into a program whose backtracking is that of JavaScript's own engine.
 *
 * @param flags of `i`, `m` and `s`
 * @throws SyntaxError for an invalid pattern, RangeError for one nested too deep
 */
export function compilePattern(source: string, flags: string): Program {
  const pattern = new RegExpParser().parsePattern(source, 0, source.length, { unicode: false });
  return new Compiler(pattern).program(flags);
}

const NOTHING = new CharacterSet('[]', '');

class Compiler {
  readonly #pattern: AST.Pattern;
  readonly #code: Instruction[] = [];
  readonly #sets = new Map<string, CharacterSet>();
  readonly #groups = new Map<AST.CapturingGroup, number>();
  #slots = 0;
  #refersBack = false;

  constructor(pattern: AST.Pattern) {
    this.#pattern = pattern;
    visitRegExpAST(pattern, {
      onCapturingGroupEnter: (group) => {
        this.#groups.set(group, this.#groups.size);
      },
      onBackreferenceEnter: () => {
        this.#refersBack = true;
      },
    });
    if (this.#refersBack) this.#slots = 2 * this.#groups.size;
  }

  program(flags: string): Program {
    this.#alternatives(this.#pattern.alternatives, flags, false);
    this.#emit({ op: OP.match });
    return { code: this.#code, slots: this.#slots, bound: boundOfSearch(this.#pattern) };
  }

  #emit(fields: Partial<Instruction> & Pick<Instruction, 'op'>): Instruction {
    const instruction: Instruction = {
      set: NOTHING,
      kind: 'start',
      min: 0,
      max: 0,
      to: 0,
      slot: 0,
      greedy: true,
      back: false,
      negate: false,
      ...fields,
    };
    this.#code.push(instruction);
    return instruction;
  }

  #alternatives(alternatives: readonly AST.Alternative[], flags: string, back: boolean): void {
    const ends: Instruction[] = [];
    alternatives.forEach(({ elements }, index) => {
      const split = index < alternatives.length - 1 ? this.#emit({ op: OP.split }) : null;
      for (const element of back ? [...elements].reverse() : elements) this.#element(element, flags, back);
      if (split === null) return;
      ends.push(this.#emit({ op: OP.jump }));
      split.to = this.#code.length;
    });
    for (const end of ends) end.to = this.#code.length;
  }

  #element(element: AST.Element, flags: string, back: boolean): void {
    switch (element.type) {
      case 'Assertion':
        return this.#assertion(element, flags);
      case 'Backreference':
        return this.#backreference(element, back);
      case 'CapturingGroup':
        return this.#capturing(element, flags, back);
      case 'Group':
        return this.#alternatives(element.alternatives, withModifiers(flags, element.modifiers), back);
      case 'Quantifier':
        return this.#quantifier(element, flags, back);
      default:
        this.#emit({ op: OP.run, set: this.#setOf(element, flags), min: 1, max: 1, back });
    }
  }

  #assertion(assertion: AST.Assertion, flags: string): void {
    if (assertion.kind === 'lookahead' || assertion.kind === 'lookbehind') {
      const look = this.#emit({ op: OP.look, negate: assertion.negate });
      this.#alternatives(assertion.alternatives, flags, assertion.kind === 'lookbehind');
      this.#emit({ op: OP.match });
      look.to = this.#code.length;
      return;
    }
    const byLine = flags.includes('m') && assertion.kind !== 'word';
    this.#emit({
      op: OP.place,
      kind: byLine ? `line ${assertion.kind}` : assertion.kind,
      negate: assertion.kind === 'word' && assertion.negate,
    });
  }

  #backreference({ resolved }: AST.Backreference, back: boolean): void {
    const [group] = Array.isArray(resolved) ? resolved : [resolved];
    this.#emit({ op: OP.again, slot: this.#slotOf(group), back });
  }

  #capturing(group: AST.CapturingGroup, flags: string, back: boolean): void {
    const slot = this.#slotOf(group);
    if (this.#refersBack) this.#emit({ op: OP.save, slot: back ? slot + 1 : slot });
    this.#alternatives(group.alternatives, flags, back);
    if (this.#refersBack) this.#emit({ op: OP.save, slot: back ? slot : slot + 1 });
  }

  /** The slot of a group's start; that of its end follows. */
  #slotOf(group: AST.CapturingGroup | undefined): number {
    const index = group === undefined ? undefined : this.#groups.get(group);
    return 2 * (index ?? 0);
  }

  #quantifier({ element, min, max, greedy }: AST.Quantifier, flags: string, back: boolean): void {
    if (max === 0) return;
    if (element.type === 'Character' || element.type === 'CharacterClass' || element.type === 'CharacterSet') {
      this.#emit({ op: OP.run, set: this.#setOf(element, flags), min, max, greedy, back });
      return;
    }
    const slot = this.#slots;
    this.#slots += 2;
    this.#emit({ op: OP.enter, slot });
    const loop = this.#emit({ op: OP.loop, slot, min, max, greedy });
    const at = this.#code.length - 1;
    this.#emit({ op: OP.round, slot, ...this.#slotsWithin(element) });
    this.#element(element, flags, back);
    this.#emit({ op: OP.jump, to: at });
    loop.to = this.#code.length;
  }

  /** The slots of the groups in a part of the pattern; each round of a loop clears them. */
  #slotsWithin(element: AST.Element): { min: number; max: number } {
    if (!this.#refersBack) return { min: 0, max: 0 };
    const within = [...this.#groups]
      .filter(([group]) => group.start >= element.start && group.end <= element.end)
      .map(([, index]) => index);
    return within.length === 0
      ? { min: 0, max: 0 }
      : { min: 2 * Math.min(...within), max: 2 * Math.max(...within) + 2 };
  }

  #setOf(element: AST.Element, flags: string): CharacterSet {
    const source = element.type === 'Character' ? `\\u${element.value.toString(16).padStart(4, '0')}` : element.raw;
    const heeded = flags.replace('m', '');
    const key = `${heeded} ${source}`;
    const set = this.#sets.get(key) ?? new CharacterSet(source, heeded);
    this.#sets.set(key, set);
    return set;
  }
}

function withModifiers(flags: string, modifiers: AST.Modifiers | null): string {
  if (modifiers === null) return flags;
  const { add, remove } = modifiers;
  const changed = new Set(flags);
  for (const [letter, name] of [
    ['i', 'ignoreCase'],
    ['m', 'multiline'],
    ['s', 'dotAll'],
  ] as const) {
    if (add[name]) changed.add(letter);
    if (remove?.[name] === true) changed.delete(letter);
  }
  return [...changed].join('');
}
