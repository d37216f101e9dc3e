import type { Socket } from 'node:net';
import { scheduleTimeout, type Schedule } from '../../shared/kit/time/schedule.ts';

/** Connections over which no request with the right token has arrived yet. */
export interface UnprovenLimits {
  /** How many may stay. */
  most: number;
  /** How long one may stay, in milliseconds. */
  livesMs: number;
  /** How long one is spared even if there are too many, in milliseconds: on a busy computer requests arrive late. */
  sparedMs: number;
  /** How often they are checked, in milliseconds. */
  everyMs: number;
}

const LIMITS: UnprovenLimits = { most: 32, livesMs: 2_000, sparedMs: 500, everyMs: 50 };
/** Most between two looks; then the oldest are dropped immediately. A burst of honest clients is smaller. */
const MOST_BETWEEN_LOOKS = 512;

/**
 * All connections of a server. Those without a valid token are kept few and short-lived, the oldest dropped first, so
 * that a client with the token always gets in.
 */
export class Connections {
  readonly #all = new Set<Socket>();
  /** Oldest first, each with the number of looks it has seen. Counting looks, not time, is fair after a freeze. */
  readonly #unproven = new Map<Socket, number>();
  readonly #limits: UnprovenLimits;
  readonly #schedule: Schedule;
  #cancelLook: (() => void) | null = null;
  #provenSinceLook = false;

  constructor(schedule: Schedule = scheduleTimeout, limits = LIMITS) {
    this.#schedule = schedule;
    this.#limits = limits;
  }

  add(socket: Socket): void {
    this.#all.add(socket);
    this.#unproven.set(socket, 0);
    socket.once('close', () => {
      this.#all.delete(socket);
      this.#unproven.delete(socket);
    });
    this.#dropOldest(MOST_BETWEEN_LOOKS);
    this.#cancelLook ??= this.#schedule(() => this.#look(), this.#limits.everyMs);
  }

  /** The client has shown the token. */
  prove(socket: Socket): void {
    this.#provenSinceLook = this.#unproven.delete(socket) || this.#provenSinceLook;
  }

  destroyAll(): void {
    this.#cancelLook?.();
    this.#cancelLook = null;
    for (const socket of this.#all) socket.destroy();
  }

  #look(): void {
    this.#cancelLook = null;
    const { most, livesMs, sparedMs, everyMs } = this.#limits;
    // In a burst of honest clients, who get through one by one, those that wait are not too many.
    const isBurst = this.#provenSinceLook;
    this.#provenSinceLook = false;
    for (const [socket, looks] of this.#unproven) {
      const isTooMany = !isBurst && looks * everyMs >= sparedMs && this.#unproven.size > most;
      if (isTooMany || (looks + 1) * everyMs >= livesMs) this.#drop(socket);
      else this.#unproven.set(socket, looks + 1);
    }
    if (this.#unproven.size > 0) this.#cancelLook = this.#schedule(() => this.#look(), everyMs);
  }

  #dropOldest(kept: number): void {
    for (const socket of this.#unproven.keys()) {
      if (this.#unproven.size <= kept) return;
      this.#drop(socket);
    }
  }

  #drop(socket: Socket): void {
    this.#unproven.delete(socket);
    socket.destroy();
  }
}
