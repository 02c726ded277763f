/** A text message to a phone. */
export interface TextMessage {
  /** Phone number. */
  readonly recipient: string;
  readonly text: string;
  /** The code in the text, for gateways that add their own text. */
  readonly code: string;
}

/** Sends text messages. */
export interface MessageSender {
  /** Resolves when the message has been accepted; rejects with the reason otherwise. */
  send(message: TextMessage): Promise<void>;
}
