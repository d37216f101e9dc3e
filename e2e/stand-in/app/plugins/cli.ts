/** A command of the app's command line. */
export interface CliCommand {
  description: string;
  flags: Record<string, { value?: string; description: string; required?: boolean }> | null;
  handler: (params: Record<string, string>) => string | Promise<string>;
}

/** The commands that plugins added to the app's command line. The sandbox has no terminal: tests run them. */
export class Cli {
  readonly commands = new Map<string, CliCommand>();

  /** Throws, as the app does, if there is one of this name. */
  add(name: string, command: CliCommand): void {
    if (this.commands.has(name)) throw new Error(`The command ${name} is already registered.`);
    this.commands.set(name, command);
  }

  remove(name: string): void {
    this.commands.delete(name);
  }

  /** Runs a line such as `vault:search query=tea json`, in which a bare flag has the value `true`. */
  async run(name: string, ...words: string[]): Promise<string> {
    const command = this.commands.get(name);
    if (command === undefined) throw new Error(`There is no command ${name}.`);
    const params = words.map((word): [string, string] => {
      const at = word.indexOf('=');
      return at < 0 ? [word, 'true'] : [word.slice(0, at), word.slice(at + 1)];
    });
    return command.handler(Object.fromEntries(params));
  }
}
