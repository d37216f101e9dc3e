/** Stretches of a text: UTF-16 offsets, end exclusive. */
export type Ranges = readonly (readonly [start: number, end: number])[];
