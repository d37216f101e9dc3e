import { parseJson } from '../../kit/json/parse-json.ts';
import type { Schedule } from '../../kit/time/schedule.ts';
import type { Answer, RequestProblem } from '../request/bounded-request.ts';
import { boundedRequest, RequestError } from '../request/bounded-request.ts';
import type { OllamaModel } from './ollama-answers.ts';
import { describedModel, digestOf, embeddingsOf, errorOf } from './ollama-answers.ts';

export type OllamaProblem =
  /** Not running, not reachable, or the connection broke. */
  | 'unreachable'
  | 'timeout'
  /** For now (5xx, 429). */
  | 'server-error'
  | 'model-missing'
  /** More tokens than the model takes. */
  | 'too-long'
  /** For any other reason. */
  | 'refused'
  /** A web page, a redirect, or a server that lacks what Ollama has. */
  | 'not-ollama'
  /** The answer makes no sense. */
  | 'nonsense';

export class OllamaError extends Error {
  readonly problem: OllamaProblem;

  constructor(problem: OllamaProblem, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'OllamaError';
    this.problem = problem;
  }
}

export interface CallOptions {
  timeoutMs: number;
  signal?: AbortSignal | undefined;
}

/**
 * An Ollama server: one request per call, no retries. Errors: {@link OllamaError}; the signal's reason once aborted.
 */
export class OllamaClient {
  readonly #url: URL;
  readonly #schedule: Schedule;

  constructor(url: URL, schedule: Schedule) {
    this.#url = url;
    this.#schedule = schedule;
  }

  /** Without a password. */
  get host(): string {
    return this.#url.host;
  }

  /** What the server says about a model. */
  async describe(model: string, options: CallOptions): Promise<OllamaModel> {
    const shown = await this.#ask('api/show', { model }, MAX_DESCRIPTION_BYTES, options);
    // Only the list tells which weights the name refers to.
    const listed = await this.#ask('api/tags', undefined, MAX_DESCRIPTION_BYTES, options);
    return { ...describedModel(shown), digest: digestOf(listed, model) };
  }

  /** One vector per text, as the server gives it. */
  async embed(model: string, texts: readonly string[], options: CallOptions): Promise<Float32Array[]> {
    const answer = await this.#ask(
      'api/embed',
      { model, input: texts, truncate: false },
      texts.length * MAX_VECTOR_BYTES + 65_536,
      options,
    );
    const vectors = embeddingsOf(answer);
    if (vectors === null)
      throw new OllamaError('nonsense', `Ollama at ${this.host} answered with something other than vectors`);
    if (vectors.length === 0)
      throw new OllamaError('refused', `Ollama at ${this.host} made no vectors with the model '${model}'`);
    if (vectors.length !== texts.length)
      throw new OllamaError(
        'nonsense',
        `Ollama at ${this.host} was asked for ${countOf(texts.length)} and made ${String(vectors.length)}`,
      );
    return vectors;
  }

  async #ask(path: string, body: unknown, maxBytes: number, { timeoutMs, signal }: CallOptions): Promise<unknown> {
    let answer: Answer;
    try {
      answer = await boundedRequest(new URL(path, this.#url), {
        body,
        timeoutMs,
        maxBytes,
        signal,
        schedule: this.#schedule,
      });
    } catch (error) {
      throw error instanceof RequestError ? requestProblem(error) : error;
    }
    const value = parseJson(answer.text);
    if (answer.status !== 200) throw this.#refusal(path, answer, errorOf(value));
    if (value !== undefined) return value;
    throw isPage(answer)
      ? new OllamaError('not-ollama', `What answers at ${this.host} is not Ollama: it gave a web page`)
      : new OllamaError('nonsense', `Ollama at ${this.host} gave no JSON`);
  }

  #refusal(path: string, answer: Answer, error: string | null): OllamaError {
    const { status } = answer;
    const message = error ?? (isPage(answer) ? '' : answer.text.trim().slice(0, 200));
    const said = `Ollama at ${this.host} answered ${status}${message === '' ? '' : `: ${message}`}`;
    if (TOO_LONG.test(message)) return new OllamaError('too-long', said);
    // Other servers have pages that say 'model', too.
    if (status === 404 && /model/i.test(error ?? '')) return new OllamaError('model-missing', said);
    if (status === 404)
      return new OllamaError(
        'not-ollama',
        `What answers at ${this.host} is not Ollama, or too old: it has no /${path}`,
      );
    if (status >= 300 && status < 400)
      return new OllamaError('not-ollama', `What answers at ${this.host} redirects elsewhere, which is not followed`);
    return new OllamaError(status >= 500 || status === 429 ? 'server-error' : 'refused', said);
  }
}

const MAX_DESCRIPTION_BYTES = 16 * 1024 * 1024;
/** 16,384 numbers of 20 digits. */
const MAX_VECTOR_BYTES = 16_384 * 22;

/** As its versions so far put it, and the runner behind it, with status 500. */
const TOO_LONG =
  /(?:exceed|larger|longer|too large|too long).*(?:context|batch|token)|(?:context|batch|token).*(?:exceed|too large|too long)/i;

function requestProblem(error: RequestError): OllamaError {
  return new OllamaError(PROBLEMS[error.problem], `Ollama at ${error.message}`, error);
}

const PROBLEMS: Readonly<Record<RequestProblem, OllamaProblem>> = {
  timeout: 'timeout',
  unreachable: 'unreachable',
  redirect: 'not-ollama',
  'too-large': 'nonsense',
};

function countOf(vectors: number): string {
  return vectors === 1 ? '1 vector' : `${String(vectors)} vectors`;
}

function isPage({ text }: Answer): boolean {
  return text.trimStart().startsWith('<');
}
