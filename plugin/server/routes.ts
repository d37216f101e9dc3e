import express, { type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import type { z } from 'zod';
import type { Engine } from '../../shared/engine/engine.ts';
import { ENGINE_METHODS, ENGINE_ROUTES, routeOf } from '../../shared/engine/engine-routes.ts';
import { CLIENT_HEADER, decodeClaim } from '../../shared/protocol/client-claim.ts';
import type { Capability } from '../../shared/protocol/discovery.ts';
import { VaultLoomError } from '../../shared/protocol/errors.ts';
import { HELLO_PATH, helloBody } from '../../shared/protocol/hello.ts';
import { httpStatus, toHttpError, type PluginStatus } from '../../shared/protocol/http.ts';
import { jsonSteps } from '../../shared/kit/json/json-steps.ts';
import { reviewBody, reviewQuery, type ReviewAnswer, type ReviewBody } from '../../shared/protocol/review.ts';
import { LIVE_METHODS, LIVE_ROUTES } from '../../shared/protocol/live-routes.ts';
import { shorten } from '../../shared/kit/text/shorten.ts';
import type { Slicer } from '../../shared/kit/concurrency/slices.ts';
import { Turns } from '../../shared/kit/concurrency/turns.ts';
import type { LiveParts } from '../live/live-parts.ts';
import { asVaultLoomError, sendJson } from './error-answer.ts';
import { EVENTS_PATH } from './event-hub.ts';
import { refusalOf } from './guard.ts';
import { RateLimit } from './rate-limit.ts';
import { readJson } from './read-json.ts';

export interface RouteParts {
  token: string;
  status: () => Promise<PluginStatus>;
  /** The proof that this plugin listens on the port that was asked. */
  hello: (nonce: string, port: number) => Promise<string>;
  /** Throws `index_not_ready` while there is none. */
  engine: () => Engine;
  live: LiveParts;
  /** Changes that are shown to the person; absent in a version without. */
  review?: ReviewPart;
  slicer: Slicer;
  /** Called with the name that the client of a request gives itself, if it does. */
  onClient?: (name: string) => void;
  /** Called with unforeseen failures. */
  onFailure: (error: unknown) => void;
}

/** Takes changes in and tells the person's answers. It makes no decisions: those come only from the app's window. */
export interface ReviewPart {
  submit(body: ReviewBody, gone: AbortSignal): Promise<ReviewAnswer>;
  answer(id: string, waitMs: number, gone: AbortSignal): Promise<ReviewAnswer>;
}

type Answer = (body: unknown, gone: AbortSignal, port: number) => Promise<unknown>;

/** Each reads the disk; a bridge asks once. */
const HELLOS_PER_SECOND = 20;
/** A list of ten thousand may be wrong in each of its items. */
const MOST_PROBLEMS = 10;

/** What the server offers with these parts; the route of an absent one answers `capability_missing`. */
export function capabilitiesOf(live: LiveParts, review?: ReviewPart): Capability[] {
  const present = LIVE_METHODS.filter((method) => live[method] !== undefined);
  return [
    'status',
    ...present.map((method) => LIVE_ROUTES[method].capability),
    'engine',
    'events',
    ...(review === undefined ? [] : (['review'] as const)),
  ];
}

/** The HTTP interface (contract, 'HTTP'): no decisions, no CORS, no cookies. */
export function createRoutes(parts: RouteParts): express.Express {
  const app = express();
  app
    .disable('x-powered-by')
    .disable('etag')
    .disable('query parser')
    .enable('case sensitive routing')
    .enable('strict routing');
  app.use(guarded(parts));

  const get = (path: string, answer: Answer): void => void app.all(path, only('GET'), answering(answer, parts.slicer));
  const post = (path: string, answer: Answer): void =>
    void app.all(path, only('POST'), withBody, answering(answer, parts.slicer));

  const hellos = new RateLimit(HELLOS_PER_SECOND);
  post(HELLO_PATH, async (body, _gone, port) => {
    hellos.take();
    return { proof: await parts.hello(parse(helloBody, body).nonce, port) };
  });
  get('/status', parts.status);
  for (const name of LIVE_METHODS) {
    const { capability, method, input } = LIVE_ROUTES[name];
    // The table pairs each part with its own input.
    const run = parts.live[name] as ((body: unknown, gone?: AbortSignal) => Promise<unknown>) | undefined;
    if (run === undefined) (method === 'GET' ? get : post)(`/${capability}`, () => Promise.reject(missing(capability)));
    else if (method === 'GET') get(`/${capability}`, () => run({}));
    else post(`/${capability}`, oneByOne<unknown>(input, run));
  }
  for (const method of ENGINE_METHODS) {
    // The table pairs each method with its own input.
    const ask = (body: unknown, gone: AbortSignal): Promise<unknown> =>
      (parts.engine()[method] as (input: unknown, signal: AbortSignal) => Promise<unknown>)(body, gone);
    post(`/engine/${routeOf(method)}`, (body, gone) => ask(parse<unknown>(ENGINE_ROUTES[method].input, body), gone));
  }
  const review = (): ReviewPart => {
    if (parts.review === undefined) throw missing('review');
    return parts.review;
  };
  post('/review', async (body, gone) => review().submit(parse(reviewBody, body), gone));
  app.all('/review/:id', only('GET'), (request, response, next) => {
    const id = String(request.params.id);
    const ask: Answer = async (_body, gone) => {
      const { waitMs } = parse(reviewQuery, Object.fromEntries(new URLSearchParams(request.url.split('?')[1])));
      return review().answer(id, waitMs, gone);
    };
    return answering(ask, parts.slicer)(request, response, next);
  });
  get(EVENTS_PATH, () => Promise.reject(new VaultLoomError('bad_request', `${EVENTS_PATH} takes a WebSocket.`)));

  app.use((request) => {
    throw new VaultLoomError('not_found', `There is no ${shorten(request.path, 100)} here.`);
  });
  app.use(failing(parts.onFailure));
  return app;
}

/** Runs one request of the route at a time; a client that hangs up while waiting leaves the queue. */
function oneByOne<Input>(input: z.ZodType<Input>, run: (body: Input, gone: AbortSignal) => Promise<unknown>): Answer {
  const turns = new Turns();
  return (body, gone) => {
    const checked = parse(input, body);
    return turns.run(() => run(checked, gone), gone);
  };
}

function guarded({ token, onClient }: RouteParts): RequestHandler {
  return (request, _response, next) => {
    const refused = refusalOf(request, token);
    const client = refused === null ? decodeClaim(request.headers[CLIENT_HEADER]) : null;
    if (client !== null) onClient?.(client);
    next(refused);
  };
}

function only(method: 'GET' | 'POST'): RequestHandler {
  return (request, response, next) => {
    if (request.method === method) return next();
    response.setHeader('Allow', method);
    next(
      new VaultLoomError(
        'not_found',
        `There is no ${request.method} ${shorten(request.path, 100)} here: it takes ${method}.`,
      ),
    );
  };
}

const withBody: RequestHandler = async (request, _response, next) => {
  request.body = await readJson(request);
  next();
};

function answering(answer: Answer, slicer: Slicer): RequestHandler {
  return async (request: Request, response: Response) => {
    const gone = new AbortController();
    const port = request.socket.localPort ?? 0;
    response.once('close', () => gone.abort(new VaultLoomError('timeout', 'The caller hung up.')));
    const json = await slicer.run(jsonSteps(await answer(request.body, gone.signal, port)));
    if (!response.destroyed) sendJson(response, 200, json);
  };
}

function failing(onFailure: RouteParts['onFailure']) {
  return (error: unknown, _request: Request, response: Response, _next: NextFunction): void => {
    const told = asVaultLoomError(error);
    if (told.code === 'internal' && !(error instanceof VaultLoomError)) onFailure(error);
    if (response.headersSent || response.destroyed) response.destroy();
    else sendJson(response, httpStatus(told.code), JSON.stringify(toHttpError(told)));
  };
}

function parse<Input>(schema: z.ZodType<Input>, body: unknown): Input {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(({ path, message }) => ({ argument: path.join('.'), message }));
  const told = problems.slice(0, MOST_PROBLEMS);
  const words = told.map(({ argument, message }) => (argument === '' ? message : `\`${argument}\`: ${message}`));
  const more = problems.length - told.length;
  throw new VaultLoomError('bad_request', `${words.join('; ')}${more === 0 ? '' : `; and ${more} more`}.`, {
    details: { problems: told, ...(more === 0 ? {} : { problemsTotal: problems.length }) },
  });
}

function missing(capability: Capability): VaultLoomError {
  return new VaultLoomError('capability_missing', `This version of the plugin has no "${capability}".`, {
    hint: 'Upgrade the plugin.',
  });
}
