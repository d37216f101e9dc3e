/** A passage of a text and its replacement. Offsets in UTF-16 units. */
export interface Passage {
  from: number;
  to: number;
  text: string;
}
