import { NamedError } from '@wakeline/contract/errors';
import type { VideoConfig } from './video-config.ts';

export interface OpenViewer {
  readonly matchId: number;
  /** Under which address it watches. */
  readonly code: string;
  readonly close: () => void;
}

/** The open viewers of this server, with their limits. */
export class Viewers {
  readonly #limits: Pick<VideoConfig, 'maxViewers' | 'maxViewersPerAddress'>;
  readonly #open = new Set<OpenViewer>();
  readonly #perAddress = new Map<string, number>();

  constructor(limits: Pick<VideoConfig, 'maxViewers' | 'maxViewersPerAddress'>) {
    this.#limits = limits;
  }

  /** @returns the function that ends it. @throws NamedError `video-viewers` above a limit */
  add(viewer: OpenViewer, address: string): () => void {
    const count = this.#perAddress.get(address) ?? 0;
    if (this.#open.size >= this.#limits.maxViewers || count >= this.#limits.maxViewersPerAddress)
      throw new NamedError('video-viewers');
    this.#open.add(viewer);
    this.#perAddress.set(address, count + 1);
    return () => {
      if (!this.#open.delete(viewer)) return;
      const left = (this.#perAddress.get(address) ?? 1) - 1;
      if (left === 0) this.#perAddress.delete(address);
      else this.#perAddress.set(address, left);
    };
  }

  countOf(matchId: number): number {
    return [...this.#open].filter((viewer) => viewer.matchId === matchId).length;
  }

  /** Ends the viewers of a match, except those under this address (null: all). */
  closeOthers(matchId: number, code: string | null): void {
    for (const viewer of [...this.#open])
      if (viewer.matchId === matchId && viewer.code !== code) viewer.close();
  }
}
