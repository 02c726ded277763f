import { encodeTag, type FlvTag, fileHeader, roleOf, TAG, type TagType } from '../flv/tags.ts';
import type { Viewer } from './viewer.ts';

/** Tags and bytes of the current group of pictures that are kept for players that join. */
const MAX_GROUP_TAGS = 3_000;
const MAX_GROUP_BYTES = 32 * 1_048_576;
/** Audio tags without any video, after which a stream has none: about 1 s of AAC. */
const AUDIO_ONLY_TAGS = 50;

/** One live stream: what joining players need, and its viewers. */
export class LiveStream {
  readonly matchId: number;
  readonly viewers = new Set<Viewer>();
  /** Bytes since the last reading of the bit rate. */
  bytes = 0;
  readonly #configurations = new Map<TagType, Buffer>();
  readonly #seen = new Set<TagType>();
  #metadata: Buffer | null = null;
  /** From the last key frame on; null: without one, or too large. */
  #group: Buffer[] | null = null;
  #groupBytes = 0;
  #audioTags = 0;

  constructor(matchId: number) {
    this.matchId = matchId;
  }

  add(viewer: Viewer): void {
    this.viewers.add(viewer);
    if (this.#group !== null) viewer.start(this.#opening());
  }

  /** @param now milliseconds of any clock */
  push(tag: FlvTag, now: number): void {
    const bytes = encodeTag(tag);
    this.bytes += bytes.length;
    const role = roleOf(tag);
    this.#seen.add(tag.type);
    if (tag.type === TAG.script) this.#metadata = bytes;
    else if (role === 'configuration') this.#configurations.set(tag.type, bytes);
    else this.#keep(bytes, tag.type, role === 'key');
    for (const viewer of this.viewers) {
      if (viewer.isStarted) viewer.write(bytes, role, now);
      else if (this.#group !== null) viewer.start(this.#opening());
    }
  }

  end(): void {
    for (const viewer of this.viewers) viewer.end();
    this.viewers.clear();
  }

  /** Keeps the tags since the last key frame. Of a stream without video, each tag can be the first one. */
  #keep(bytes: Buffer, type: TagType, isKey: boolean): void {
    if (type === TAG.audio) this.#audioTags += 1;
    const isAudioOnly = !this.#seen.has(TAG.video) && this.#audioTags >= AUDIO_ONLY_TAGS;
    if (isKey || isAudioOnly) {
      this.#group = [];
      this.#groupBytes = 0;
    }
    if (this.#group === null) return;
    this.#group.push(bytes);
    this.#groupBytes += bytes.length;
    if (this.#group.length > MAX_GROUP_TAGS || this.#groupBytes > MAX_GROUP_BYTES) this.#group = null;
  }

  /** The header names the tracks: a player waits for both if it says so. */
  #opening(): readonly Buffer[] {
    const tracks = { audio: this.#seen.has(TAG.audio), video: this.#seen.has(TAG.video) };
    const metadata = this.#metadata === null ? [] : [this.#metadata];
    return [fileHeader(tracks), ...metadata, ...this.#configurations.values(), ...(this.#group ?? [])];
  }
}
