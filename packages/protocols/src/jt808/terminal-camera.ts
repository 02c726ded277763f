import type { TerminalFrame } from '../protocol.ts';
import { type Address, MAX_BODY_LENGTH, writeFrame } from './header.ts';
import { MULTIMEDIA_DATA, readMultimediaResponse } from './multimedia.ts';
import { writeMultimediaHeader } from './multimedia-header.ts';
import { createSamplePhoto } from './sample-photo.ts';

/** Photos that the platform has not acknowledged; the camera has room for these. */
const MAX_PHOTOS = 4;

interface SentPhoto {
  readonly firstSerial: number;
  readonly frames: readonly Buffer[];
}

/** The camera of a terminal. It keeps its photos until the platform has received them. */
export class TerminalCamera {
  readonly #address: Address;
  readonly #nextSerial: () => number;
  readonly #photos = new Map<number, SentPhoto>();
  #lastMediaId = 0;

  constructor(address: Address, nextSerial: () => number) {
    this.#address = address;
    this.#nextSerial = nextSerial;
  }

  /** The number of the next photo. */
  reserve(): number {
    return ++this.#lastMediaId;
  }

  /** Takes a photo and returns its parts in order. `location`: 28 bytes. */
  upload(mediaId: number, channel: number, location: Buffer): readonly TerminalFrame[] {
    const body = Buffer.concat([
      writeMultimediaHeader(mediaId, channel),
      location,
      createSamplePhoto(mediaId),
    ]);
    const total = Math.ceil(body.length / MAX_BODY_LENGTH);
    const serials = Array.from({ length: total }, () => this.#nextSerial());
    const frames = serials.map((serial, i) => {
      const part = body.subarray(i * MAX_BODY_LENGTH, (i + 1) * MAX_BODY_LENGTH);
      return writeFrame(MULTIMEDIA_DATA, this.#address, serial, part, { total, index: i + 1 });
    });
    this.#photos.set(mediaId, { firstSerial: serials[0] ?? 0, frames });
    const [oldest] = this.#photos.keys();
    if (this.#photos.size > MAX_PHOTOS && oldest !== undefined) this.#photos.delete(oldest);
    return frames.map((bytes) => ({ bytes, key: null }));
  }

  /** Handles 0x8800: the parts to send again, none if the platform has all; null if it is of another photo. */
  handleResponse(body: Buffer): { readonly mediaId: number; readonly frames: readonly Buffer[] } | null {
    const response = readMultimediaResponse(body);
    const photo = response === null ? undefined : this.#photos.get(response.mediaId);
    if (response === null || photo === undefined) return null;
    const { mediaId, missing } = response;
    if (missing.length === 0) this.#photos.delete(mediaId);
    return { mediaId, frames: missing.flatMap((index) => photo.frames[index - 1] ?? []) };
  }

  /** The parts of the photo whose first one has this serial, for a request that does not name it. */
  findParts(firstSerial: number): readonly Buffer[] {
    for (const photo of this.#photos.values()) if (photo.firstSerial === firstSerial) return photo.frames;
    return [];
  }
}
