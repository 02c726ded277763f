import type { NatsConnection } from './nats-connection.ts';

/**
 * Calls `onLost` when the connection to NATS is lost or closed, and `onRestored` when there is a new one. The server may not
 * have received the subscriptions by then: `flush` resolves when it has.
 */
export function followConnection(
  nats: NatsConnection,
  { onLost, onRestored }: { readonly onLost: () => void; readonly onRestored: () => void },
): void {
  void follow();

  async function follow(): Promise<void> {
    for await (const { type } of nats.status()) {
      if (type === 'disconnect' || type === 'close') onLost();
      else if (type === 'reconnect') onRestored();
    }
  }
}
