/** Every code a tool or an HTTP route can answer with (contract, 'Errors'). */
export const ERROR_CODES = [
  'note_not_found',
  'ambiguous_note',
  'note_exists',
  'path_outside_vault',
  'path_not_allowed',
  'invalid_arguments',
  'multiple_matches',
  'no_match',
  'heading_not_found',
  'block_not_found',
  'edit_failed',
  'frontmatter_invalid',
  'frontmatter_line',
  'file_not_utf8',
  'preview_not_found',
  'preview_stale',
  'file_changed',
  'undo_conflict',
  'theme_not_found',
  'read_only',
  'pending_review',
  'declined',
  'review_unavailable',
  'plugin_unavailable',
  'capability_missing',
  'timeout',
  'embedder_unavailable',
  'index_not_ready',
  'vault_not_found',
  'disk_full',
  'internal',
  'unauthorized',
  'forbidden_host',
  'forbidden_origin',
  'too_large',
  'too_many_requests',
  'not_json',
  'not_found',
  'bad_request',
  'dql_not_installed',
  'dql_error',
  'bases_not_enabled',
  'unsupported_obsidian_version',
  'base_file_read_failed',
  'unsupported_construct',
  'base_eval_error',
] as const;

export type ErrorCode = (typeof ERROR_CODES)[number];

/** An error as a client sees it, inside `{error: …}`. */
export interface ErrorBody {
  code: ErrorCode;
  /** A class-like name, such as `MultipleMatchesError`, if the code has one. */
  name?: string;
  message: string;
  hint?: string;
  details?: Record<string, unknown>;
}

/** The project's one error type. The message says what was wrong, the hint what to do next. */
export class VaultLoomError extends Error {
  readonly code: ErrorCode;
  readonly hint?: string;
  readonly details?: Record<string, unknown>;

  constructor(
    code: ErrorCode,
    message: string,
    extra: { name?: string; hint?: string; details?: Record<string, unknown>; cause?: unknown } = {},
  ) {
    super(message, extra.cause === undefined ? undefined : { cause: extra.cause });
    this.name = extra.name ?? 'VaultLoomError';
    this.code = code;
    if (extra.hint !== undefined) this.hint = extra.hint;
    if (extra.details !== undefined) this.details = extra.details;
  }

  /** The error as JSON; `name` only if it differs from the class. */
  toBody(): ErrorBody {
    return {
      code: this.code,
      ...(this.name === 'VaultLoomError' ? {} : { name: this.name }),
      message: this.message,
      ...(this.hint === undefined ? {} : { hint: this.hint }),
      ...(this.details === undefined ? {} : { details: this.details }),
    };
  }

  /** The same error with another way out. */
  withHint(hint: string): VaultLoomError {
    return VaultLoomError.fromBody({ ...this.toBody(), hint });
  }

  /** The inverse of {@link toBody}. */
  static fromBody(body: ErrorBody): VaultLoomError {
    return new VaultLoomError(body.code, body.message, {
      ...(body.name === undefined ? {} : { name: body.name }),
      ...(body.hint === undefined ? {} : { hint: body.hint }),
      ...(body.details === undefined ? {} : { details: body.details }),
    });
  }
}

/** Quoted verbatim in every `plugin_unavailable` error (contract, 'Errors'). */
export const INSTALL_INSTRUCTIONS =
  'Install the Vault Loom plugin: add it with a beta-plugin installer, or put `main.js`, `manifest.json` and `styles.css` of a release into ' +
  '`<vault>/<config dir>/plugins/vault-loom/` (or run `vault-loom install-plugin`), reload the app and enable it under Community plugins.';
