const clipboard = { text: '' };

const shell = {
  openExternal: async (url: string): Promise<void> => void opened.push(url),
  openPath: async (path: string): Promise<string> => {
    opened.push(path);
    return '';
  },
  showItemInFolder: (path: string): void => void opened.push(path),
  trashItem: async (): Promise<void> => Promise.reject(new Error('The sandbox has no system trash.')),
};

/** Addresses and files that a plugin asked the system to open. */
export const opened: string[] = [];

/** What `require('electron')` gives: the harmless part of the renderer's modules. */
export const electronStub = {
  clipboard: {
    readText: (): string => clipboard.text,
    writeText: (text: string): void => {
      clipboard.text = text;
    },
  },
  shell,
  ipcRenderer: {
    on: (): void => {},
    once: (): void => {},
    send: (): void => {},
    sendSync: (): null => null,
    removeListener: (): void => {},
    invoke: async (): Promise<null> => null,
  },
  webFrame: { getZoomLevel: (): number => 0, setZoomLevel: (): void => {} },
  remote: {
    shell,
    app: { getVersion: (): string => '1.13.1', getPath: (): string => '' },
    getCurrentWindow: () => ({ isFocused: (): boolean => true, on: (): void => {} }),
  },
};
