/**
 * How long a note or folder may be missing: one that an assistant moves is deleted and created for the app, and told to
 * have moved in between.
 */
export const MISSING_MS = 3_000;
