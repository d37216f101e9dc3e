import type { Project } from './project.ts';

/** The server's place in a bundle for desktop clients. */
export const BUNDLED_SERVER = 'server/bridge/cli.mjs';
/** The model's folder in it: where the server looks for it. */
export const BUNDLED_MODEL = 'server/model';

/**
 * The manifest of an MCP bundle (`.mcpb`), version 0.3: what a desktop client asks the person for, and what it starts.
 */
export function bundleManifest({ name, version, description, license, keywords, node, owner }: Project): object {
  return {
    manifest_version: '0.3',
    name,
    display_name: 'Vault Loom',
    version,
    description,
    author: { name: owner.author },
    ...(owner.repository === '' ? {} : { repository: { type: 'git', url: owner.repository } }),
    ...(owner.homepage === '' ? {} : { homepage: owner.homepage }),
    license,
    keywords,
    server: {
      type: 'node',
      entry_point: BUNDLED_SERVER,
      mcp_config: {
        command: 'node',
        args: [`\${__dirname}/${BUNDLED_SERVER}`],
        env: { VAULT_PATH: '${user_config.vault}', VAULT_LOOM_READ_ONLY: '${user_config.read_only}' },
      },
    },
    tools_generated: true,
    user_config: {
      vault: {
        type: 'directory',
        title: 'Vault',
        description: 'The folder of your Obsidian vault.',
        required: true,
      },
      read_only: {
        type: 'boolean',
        title: 'Read only',
        description: 'Assistants can read notes and change none.',
        required: false,
        default: false,
      },
    },
    compatibility: { platforms: ['darwin', 'win32', 'linux'], runtimes: { node: `${node}.0` } },
  };
}
