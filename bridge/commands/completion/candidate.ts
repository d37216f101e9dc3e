/** A word that may complete the one being typed. */
export interface Candidate {
  value: string;
  /** One line on what it does; may be empty. */
  about: string;
}
