/** The names of the fields of an inbound text message; `id` and `card` null: the gateway sends none. */
export interface InboundSmsFields {
  readonly phone: string;
  readonly text: string;
  readonly id: string | null;
  /** Extension code of the number to which it was sent. */
  readonly card: string | null;
}

export const INBOUND_AUTH = ['token', 'hmac-sha256'] as const;

/** How the gateway delivers text messages from phones and devices. */
export interface InboundSmsGateway {
  /** `token`: `header` has the secret; `hmac-sha256`: the signature of the body with it, hexadecimal or base64. */
  readonly auth: (typeof INBOUND_AUTH)[number];
  readonly secret: string;
  readonly header: string;
  readonly fields: InboundSmsFields;
  /** Body of the response that the gateway expects. */
  readonly reply: string;
}
