/** Half of a character: text with one cannot be stored as UTF-8. */
export const LONE_SURROGATE = /\p{Surrogate}/u;
