import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** Encodings of a response, the preferred one first. */
const ENCODINGS = ['br', 'gzip'] as const;
type Encoding = (typeof ENCODINGS)[number];

/** Brotli 5 is about as fast as gzip 6 on JSON of this size, and a tenth smaller. */
const BROTLI_QUALITY = 5;
const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** A response that many receive: it is compressed once for each encoding. */
export class Encoded {
  readonly #plain: Buffer;
  readonly #compressed = new Map<Encoding, Promise<Buffer>>();
  /** Strong entity tag (RFC 9110, 8.8.3) of the content, without its encoding. */
  readonly tag: string;

  constructor(value: unknown) {
    this.#plain = Buffer.from(JSON.stringify(value));
    this.tag = createHash('sha256').update(this.#plain).digest('base64url').slice(0, 16);
  }

  /** The bytes in the best encoding that a client accepts, with its name; null: not compressed. */
  async bytes(
    accepted: string | undefined,
  ): Promise<{ readonly encoding: Encoding | null; readonly bytes: Buffer }> {
    const encoding = ENCODINGS.find((name) => accepts(accepted, name)) ?? null;
    if (encoding === null) return { encoding, bytes: this.#plain };
    let compressed = this.#compressed.get(encoding);
    if (compressed === undefined) {
      compressed = encoding === 'br' ? this.#brotli() : compressGzip(this.#plain);
      this.#compressed.set(encoding, compressed);
    }
    return { encoding, bytes: await compressed };
  }

  #brotli(): Promise<Buffer> {
    return compressBrotli(this.#plain, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: this.#plain.length,
      },
    });
  }
}

/** Whether a client accepts an encoding. A weight of 0 refuses it (RFC 9110, 12.5.3). */
function accepts(header: string | undefined, name: string): boolean {
  return (header ?? '').split(',').some((item) => {
    const [encoding = '', weight = ''] = item.split(';').map((text) => text.trim());
    return encoding === name && !/^q=0(\.0*)?$/.test(weight);
  });
}
