/** Opens a note in the app. */
export function noteUri(vault: string, path: string): string {
  return `obsidian://open?vault=${encodeURIComponent(vault)}&file=${encodeURIComponent(path)}`;
}

/** The same for any note, with `{path}` for its encoded path. */
export function anyNoteUri(vault: string): string {
  return `obsidian://open?vault=${encodeURIComponent(vault)}&file={path}`;
}
