import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import type { Schedule } from '../../shared/kit/time/schedule.ts';
import type { Discovery } from '../../shared/protocol/discovery.ts';
import { HELLO_PATH, helloAnswer, helloToken, isHelloProof } from '../../shared/protocol/hello.ts';
import { parseJson } from '../../shared/kit/json/parse-json.ts';

const NONCE_BYTES = 32;
const LONGEST_MS = 1_000;
const MOST_BYTES = 4_096;

/**
 * Whether the plugin of another window of the same vault and person listens where this discovery file says. Never
 * rejects.
 *
 * @param vault see `vaultIdentity`
 * @param schedule timers that a hidden window does not slow down
 */
export async function isSiblingThere(
  { port, token, startedAt }: Discovery,
  secret: string,
  vault: string,
  schedule: Schedule,
): Promise<boolean> {
  const nonce = randomBytes(NONCE_BYTES).toString('hex');
  const answer = helloAnswer.safeParse(
    await askHello(port, token, JSON.stringify({ nonce }), schedule).catch(() => undefined),
  );
  return answer.success && isHelloProof(answer.data.proof, secret, nonce, { port, token, startedAt, vault });
}

function askHello(port: number, token: string, body: string, schedule: Schedule): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${helloToken(token, port)}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    };
    const sent = request(
      { host: '127.0.0.1', port, method: 'POST', path: HELLO_PATH, agent: false, headers },
      (response) => {
        const parts: Buffer[] = [];
        let bytes = 0;
        response.on('data', (part: Buffer) => {
          bytes += part.length;
          if (bytes > MOST_BYTES) sent.destroy(new Error('the answer is too long'));
          else parts.push(part);
        });
        response.on('error', reject);
        response.on('end', () =>
          resolve(response.statusCode === 200 ? parseJson(Buffer.concat(parts).toString('utf8')) : undefined),
        );
      },
    );
    const callOff = schedule(() => {
      reject(new Error('there was no answer in time'));
      sent.destroy();
    }, LONGEST_MS);
    sent.on('close', callOff);
    sent.on('error', reject);
    sent.end(body);
  });
}
