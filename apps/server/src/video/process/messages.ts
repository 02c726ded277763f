/** Why a publisher is refused or closed, as the log names it. */
export const REFUSALS = [
  'stream-app-unknown',
  'stream-key-unknown',
  'stream-key-revoked',
  'stream-key-foreign',
  'stream-match-archived',
  'stream-publisher-present',
  'stream-limit',
  'stream-unavailable',
] as const;
export type Refusal = (typeof REFUSALS)[number];

/** Messages of the video process to the server. */
export type ProcessReport =
  | { readonly type: 'listening'; readonly rtmpPort: number; readonly flvPort: number }
  /** Asks whether the holder of this key may publish. */
  | { readonly type: 'authorize'; readonly requestId: number; readonly key: string; readonly address: string }
  | { readonly type: 'refused'; readonly refusal: Refusal; readonly address: string }
  | { readonly type: 'protocol-error'; readonly message: string; readonly address: string }
  | { readonly type: 'started'; readonly matchId: number; readonly address: string }
  | { readonly type: 'stopped'; readonly matchId: number }
  /** Bits per second of each stream over the last seconds. */
  | { readonly type: 'rates'; readonly rates: readonly (readonly [matchId: number, bitrate: number])[] };

/** Messages of the server to the video process. */
export type ProcessRequest =
  | {
      readonly type: 'start';
      readonly host: string;
      readonly rtmpPort: number;
      readonly maxStreams: number;
      /** In the path of the streams, so that other programs of the machine cannot read them. */
      readonly token: string;
    }
  | {
      readonly type: 'authorized';
      readonly requestId: number;
      readonly matchId: number | null;
      readonly refusal: Refusal | null;
    }
  /** Closes the publisher of a match. */
  | { readonly type: 'close'; readonly matchId: number };
