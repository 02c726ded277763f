import type { ServerResponse } from 'node:http';
import type { TagRole } from '../flv/tags.ts';

/** A viewer that has so many bytes to read skips to a later key frame: about 3 s of 2.5 Mbit/s. */
const SKIP_ABOVE_BYTES = 1_048_576;
const RESUME_BELOW_BYTES = 131_072;
/** A viewer that catches up in no shorter time is closed. */
const MAX_SKIP_MS = 20_000;
/** Bytes that a reader without losses may be behind. */
const MAX_BEHIND_BYTES = 64 * 1_048_576;

/** The connection of a player, or of the recorder, to one stream. */
export class Viewer {
  readonly response: ServerResponse;
  /** Recordings and segments need every frame. */
  readonly isLossless: boolean;
  #isStarted = false;
  #skippingSince: number | null = null;

  constructor(response: ServerResponse, isLossless: boolean) {
    this.response = response;
    this.isLossless = isLossless;
  }

  get isStarted(): boolean {
    return this.#isStarted;
  }

  /** Sends everything that a player needs before the next tag. */
  start(chunks: readonly Buffer[]): void {
    this.#isStarted = true;
    this.response.cork();
    for (const chunk of chunks) this.response.write(chunk);
    this.response.uncork();
  }

  /** @param now milliseconds of any clock */
  write(tag: Buffer, role: TagRole, now: number): void {
    if (this.#skippingSince !== null && !this.#resumes(role, now)) return;
    this.response.write(tag);
    const behind = this.response.writableLength;
    if (this.isLossless) {
      if (behind > MAX_BEHIND_BYTES) this.response.destroy();
    } else if (behind > SKIP_ABOVE_BYTES) this.#skippingSince ??= now;
  }

  #resumes(role: TagRole, now: number): boolean {
    if (role === 'configuration') return true;
    if (role === 'key' && this.response.writableLength < RESUME_BELOW_BYTES) {
      this.#skippingSince = null;
      return true;
    }
    if (now - (this.#skippingSince ?? now) > MAX_SKIP_MS) this.response.destroy();
    return false;
  }

  end(): void {
    if (this.isStarted) this.response.end();
    else this.response.destroy();
  }
}
