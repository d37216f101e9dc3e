/** What is typed into a field. What an input method is still composing is not typed yet. */
export class TypedInput {
  readonly #field: Pick<HTMLInputElement, 'value' | 'addEventListener'>;
  /** What the field held when a composition began; null outside of one. */
  #before: string | null = null;

  /** @param onComposed called when a composition has ended */
  constructor(field: Pick<HTMLInputElement, 'value' | 'addEventListener'>, onComposed: (text: string) => void) {
    this.#field = field;
    field.addEventListener('compositionstart', () => (this.#before = field.value));
    field.addEventListener('compositionend', () => {
      this.#before = null;
      onComposed(field.value);
    });
  }

  get isComposing(): boolean {
    return this.#before !== null;
  }

  get text(): string {
    return this.#before ?? this.#field.value;
  }
}
