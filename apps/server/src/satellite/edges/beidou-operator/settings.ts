/** How the platform of a BeiDou operator pushes messages, positions and receipts. */
export interface BeidouPushSettings {
  readonly secret: string;
  /**
   * `token`: `header` has the secret; `hmac-sha256`: it has the signature of `TIME.BODY` with the secret, hexadecimal or
   * base64, and `timeHeader` has TIME.
   */
  readonly auth: 'token' | 'hmac-sha256';
  readonly header: string;
  /** Epoch seconds or milliseconds at which the request was signed. */
  readonly timeHeader: string;
  /** Addresses and networks of the platform; null: any. */
  readonly networks: readonly string[] | null;
  /** Card to which terminals send messages to the platform; null: all messages are to the platform. */
  readonly card: string | null;
}
