interface ClientNames {
  /** For people. */
  name: string;
  /** Names that it gives itself when it connects, in lower case. Anyone may claim any name. */
  claims: readonly string[];
}

/**
 * What common clients are called. Apart from the rest of what is known of them, since the app loads it at its start.
 */
export const CLIENT_NAMES = {
  'claude-code': { name: 'Claude Code', claims: ['claude-code', 'claude code'] },
  'claude-desktop': { name: 'Claude Desktop', claims: ['claude-ai', 'claude desktop', 'claude-desktop'] },
  cursor: { name: 'Cursor', claims: ['cursor', 'cursor-vscode'] },
  vscode: { name: 'VS Code', claims: ['visual studio code', 'vscode', 'visual studio code - insiders'] },
  codex: { name: 'Codex', claims: ['codex', 'codex-mcp-client', 'codex-cli'] },
  'gemini-cli': { name: 'Gemini CLI', claims: ['gemini-cli-mcp-client', 'gemini-cli'] },
  windsurf: { name: 'Windsurf', claims: ['windsurf', 'windsurf-client', 'devin', 'devin-desktop'] },
  zed: { name: 'Zed', claims: ['zed'] },
  'lm-studio': { name: 'LM Studio', claims: ['lm-studio', 'lmstudio', 'lm studio', 'lmstudio-mcp-bridge'] },
  goose: { name: 'Goose', claims: ['goose'] },
  opencode: { name: 'opencode', claims: ['opencode'] },
  cline: { name: 'Cline', claims: ['cline'] },
  other: { name: 'Any other', claims: [] },
} as const satisfies Record<string, ClientNames>;

export type ClientId = keyof typeof CLIENT_NAMES;

/** The client that gives itself this name; null if it is not in the table. */
export function clientClaiming(name: string): ClientId | null {
  const claimed = name.trim().toLowerCase();
  const clients = Object.entries<ClientNames>(CLIENT_NAMES);
  const [id = null] = clients.find(([, { claims }]) => claims.includes(claimed)) ?? [];
  return id as ClientId | null;
}
