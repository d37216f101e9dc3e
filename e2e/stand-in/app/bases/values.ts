/** A value of a Base's expression. The sandbox evaluates none; the classes are there for plugins that make or test them. */
export abstract class Value {
  static type = 'value';

  static equals(a: Value | null, b: Value | null): boolean {
    return a === b || (a !== null && b !== null && a.constructor === b.constructor && a.equals(b));
  }

  static looseEquals(a: Value | null, b: Value | null): boolean {
    return a === b || (a !== null && b !== null && a.looseEquals(b));
  }

  abstract toString(): string;

  abstract isTruthy(): boolean;

  equals(other: Value): boolean {
    return this.toString() === other.toString();
  }

  looseEquals(other: Value): boolean {
    return this.toString() === other.toString();
  }

  renderTo(element: HTMLElement, _context: unknown): void {
    element.setText(this.toString());
  }
}

export class NullValue extends Value {
  static override type = 'null';
  static value = new NullValue();

  toString(): string {
    return '';
  }

  isTruthy(): boolean {
    return false;
  }
}

export abstract class NotNullValue extends Value {
  isTruthy(): boolean {
    return true;
  }
}

export abstract class PrimitiveValue<T> extends NotNullValue {
  readonly data: T;

  constructor(value: T) {
    super();
    this.data = value;
  }

  toString(): string {
    return String(this.data);
  }

  override isTruthy(): boolean {
    return Boolean(this.data);
  }
}

export class StringValue extends PrimitiveValue<string> {
  static override type = 'string';
}

export class NumberValue extends PrimitiveValue<number> {
  static override type = 'number';
}

export class BooleanValue extends PrimitiveValue<boolean> {
  static override type = 'boolean';
}

export class TagValue extends StringValue {}

export class UrlValue extends StringValue {}

export class HTMLValue extends StringValue {}

export class IconValue extends StringValue {}

export class ImageValue extends StringValue {}

export class LinkValue extends StringValue {
  static parseFromString(_app: unknown, input: string, _sourcePath: string): LinkValue | null {
    return /^\[\[.+\]\]$/.test(input) ? new LinkValue(input) : null;
  }
}

export class FileValue extends NotNullValue {
  readonly file: { path: string };

  constructor(file: { path: string }) {
    super();
    this.file = file;
  }

  toString(): string {
    return this.file.path;
  }
}

export class RegExpValue extends NotNullValue {
  readonly expression: RegExp;

  constructor(expression: RegExp) {
    super();
    this.expression = expression;
  }

  toString(): string {
    return String(this.expression);
  }
}

export class DateValue extends NotNullValue {
  readonly date: Date;

  constructor(date: Date) {
    super();
    this.date = date;
  }

  static parseFromString(input: string): DateValue | null {
    const time = Date.parse(input);
    return Number.isNaN(time) ? null : new DateValue(new Date(time));
  }

  toString(): string {
    return this.date.toISOString();
  }

  dateOnly(): DateValue {
    return new DateValue(new Date(this.date.getFullYear(), this.date.getMonth(), this.date.getDate()));
  }

  relative(): string {
    return this.toString();
  }
}

export class RelativeDateValue extends DateValue {}

export class DurationValue extends NotNullValue {
  readonly #milliseconds: number;

  constructor(milliseconds: number) {
    super();
    this.#milliseconds = milliseconds;
  }

  static fromMilliseconds(milliseconds: number): DurationValue {
    return new DurationValue(milliseconds);
  }

  static parseFromString(input: string): DurationValue | null {
    const match = /^\s*(\d+(?:\.\d+)?)\s*(ms|s|m|h|d|w)\s*$/.exec(input);
    const unit = UNITS[match?.[2] ?? ''];
    return match === null || unit === undefined ? null : new DurationValue(Number(match[1]) * unit);
  }

  toString(): string {
    return `${String(this.#milliseconds)}ms`;
  }

  getMilliseconds(): number {
    return this.#milliseconds;
  }

  addToDate(value: DateValue, subtract = false): DateValue {
    return new DateValue(new Date(value.date.getTime() + (subtract ? -1 : 1) * this.#milliseconds));
  }
}

const UNITS: Record<string, number> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };

export class ListValue extends NotNullValue {
  static override type = 'list';
  readonly data: Value[];

  constructor(values: unknown[]) {
    super();
    this.data = values.map((value) => (value instanceof Value ? value : toValue(value)));
  }

  toString(): string {
    return this.data.map(String).join(', ');
  }

  override isTruthy(): boolean {
    return this.data.length > 0;
  }

  includes(value: Value): boolean {
    return this.data.some((each) => Value.equals(each, value));
  }

  length(): number {
    return this.data.length;
  }

  get(index: number): Value {
    return this.data[index] ?? NullValue.value;
  }

  concat(other: ListValue): ListValue {
    return new ListValue([...this.data, ...other.data]);
  }
}

export class ObjectValue extends NotNullValue {
  static override type = 'object';
  readonly data: Record<string, unknown>;

  constructor(data: Record<string, unknown>) {
    super();
    this.data = data;
  }

  toString(): string {
    return JSON.stringify(this.data);
  }

  isEmpty(): boolean {
    return Object.keys(this.data).length === 0;
  }

  get(key: string): Value | null {
    return key in this.data ? toValue(this.data[key]) : null;
  }
}

function toValue(value: unknown): Value {
  if (value === null || value === undefined) return NullValue.value;
  if (typeof value === 'number') return new NumberValue(value);
  if (typeof value === 'boolean') return new BooleanValue(value);
  if (Array.isArray(value)) return new ListValue(value);
  if (typeof value === 'object') return new ObjectValue(value as Record<string, unknown>);
  return new StringValue(typeof value === 'string' ? value : '');
}
