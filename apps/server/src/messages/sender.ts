/** A text message to a phone. */
export interface TextMessage {
  /** Phone number. */
  readonly recipient: string;
  readonly text: string;
  /** The code that it is about, for gateways that have a text of their own around it. */
  readonly code: string;
}

/** The way of text messages out of here. */
export interface MessageSender {
  /** Resolves when the message is on its way; rejects with the reason when it is not. */
  send(message: TextMessage): Promise<void>;
}
