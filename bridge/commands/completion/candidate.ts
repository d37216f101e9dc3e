/** A word that may stand at a place. */
export interface Candidate {
  value: string;
  /** One line on what it does; may be empty. */
  about: string;
}
