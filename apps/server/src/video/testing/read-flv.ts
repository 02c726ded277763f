import { readTags } from '../flv/read-tags.ts';
import type { FlvTag } from '../flv/tags.ts';

/** A player of HTTP-FLV that keeps the tags that it receives, or passes them on. */
export class TestPlayer {
  readonly status: number;
  readonly tags: FlvTag[] = [];
  /** Resolves when the response has ended or broken. */
  readonly ended: Promise<void>;
  readonly #abort: AbortController;
  readonly #waiting: { readonly count: number; readonly resolve: () => void }[] = [];

  private constructor(response: Response, abort: AbortController, onTag?: (tag: FlvTag) => void) {
    this.status = response.status;
    this.#abort = abort;
    this.ended = this.#read(response, onTag).catch(() => undefined);
  }

  /** @param onTag receives each tag instead of `tags` */
  static async open(
    url: string,
    headers: Readonly<Record<string, string>> = {},
    onTag?: (tag: FlvTag) => void,
  ): Promise<TestPlayer> {
    const abort = new AbortController();
    return new TestPlayer(await fetch(url, { headers, signal: abort.signal }), abort, onTag);
  }

  /** Resolves when this number of tags has arrived. */
  received(count: number): Promise<void> {
    if (this.tags.length >= count) return Promise.resolve();
    return new Promise((resolve) => this.#waiting.push({ count, resolve }));
  }

  close(): void {
    this.#abort.abort();
  }

  async #read(response: Response, onTag?: (tag: FlvTag) => void): Promise<void> {
    if (response.body === null || response.status !== 200) return;
    for await (const tag of readTags(toBuffers(response.body))) {
      if (onTag !== undefined) {
        onTag(tag);
        continue;
      }
      this.tags.push(tag);
      for (const { count, resolve } of this.#waiting) if (this.tags.length >= count) resolve();
    }
  }
}

async function* toBuffers(body: ReadableStream<Uint8Array>): AsyncGenerator<Buffer> {
  for await (const chunk of body) yield Buffer.from(chunk);
}
