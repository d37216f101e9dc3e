import type { Project } from './project.ts';

const SCHEMA = 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json';
/** At most 100 characters. */
const DESCRIPTION = 'Search, connect, read and safely edit the notes of an Obsidian vault, offline.';

/** What clients ask a person for. */
const VARIABLES = [
  { name: 'VAULT_PATH', description: 'The folder of your vault', isRequired: true, format: 'filepath' },
  {
    name: 'VAULT_LOOM_READ_ONLY',
    description: 'true: no tool writes',
    isRequired: false,
    format: 'boolean',
    default: 'false',
  },
  {
    name: 'VAULT_LOOM_FOLDERS',
    description: 'The only folders that tools may write in, separated by commas; all if it is empty',
    isRequired: false,
    format: 'string',
  },
  {
    name: 'VAULT_LOOM_EMBEDDER',
    description: 'What searches by meaning: use, lsa, ollama:<model>, transformers:<model>, none',
    isRequired: false,
    format: 'string',
  },
];

/**
 * The entry for the registry of MCP servers (`server.json`): the package, and the bundle of the release.
 * @param bundle the name and SHA-256 of the `.mcpb` in the release
 */
export function serverJson(
  { name, version, owner }: Project,
  bundle: { name: string; sha256: string },
): Record<string, unknown> {
  const transport = { type: 'stdio' };
  return {
    $schema: SCHEMA,
    name: owner.mcpName,
    title: 'Vault Loom',
    description: DESCRIPTION,
    version,
    repository: { url: owner.repository, source: 'github' },
    websiteUrl: owner.homepage,
    packages: [
      { registryType: 'npm', identifier: name, version, transport, environmentVariables: VARIABLES },
      {
        registryType: 'mcpb',
        identifier: `${owner.repository}/releases/download/${version}/${bundle.name}`,
        version,
        fileSha256: bundle.sha256,
        transport,
      },
    ],
  };
}
