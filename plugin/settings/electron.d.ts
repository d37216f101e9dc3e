/** What is used of Electron, which the app brings along. */
declare module 'electron' {
  export const shell: {
    /** Opens an address with the program that is registered for it. Rejects if there is none. */
    openExternal(url: string): Promise<void>;
    /** Opens a file or folder with its program. Resolves to what went wrong, or an empty text. */
    openPath(path: string): Promise<string>;
    /** Shows a file in the file manager. */
    showItemInFolder(path: string): void;
  };
}
