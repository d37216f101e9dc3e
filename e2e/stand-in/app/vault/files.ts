export class TAbstractFile {
  /** The vault that it is in, which plugins ask for. */
  vault: object;
  /** Vault-relative; `/` for the root. */
  path: string;
  name = '';
  parent: TFolder | null = null;
  deleted = false;

  constructor(vault: object, path: string) {
    this.vault = vault;
    this.path = path;
    this.setPath(path);
  }

  setPath(path: string): void {
    this.path = path;
    this.name = path === '/' ? '' : path.slice(path.lastIndexOf('/') + 1);
  }
}

export interface FileStats {
  /** Milliseconds since 1970. */
  ctime: number;
  mtime: number;
  /** Bytes. */
  size: number;
}

export class TFile extends TAbstractFile {
  stat: FileStats;
  basename = '';
  extension = '';
  saving = false;

  constructor(vault: object, path: string, stat: FileStats) {
    super(vault, path);
    this.stat = stat;
    this.setPath(path);
  }

  override setPath(path: string): void {
    super.setPath(path);
    const dot = this.name.lastIndexOf('.');
    this.basename = dot <= 0 ? this.name : this.name.slice(0, dot);
    this.extension = dot <= 0 ? '' : this.name.slice(dot + 1).toLowerCase();
  }

  getShortName(): string {
    return this.extension === 'md' ? this.basename : this.name;
  }
}

export class TFolder extends TAbstractFile {
  children: TAbstractFile[] = [];

  isRoot(): boolean {
    return this.path === '/';
  }

  getParentPrefix(): string {
    return this.isRoot() ? '' : `${this.path}/`;
  }
}
