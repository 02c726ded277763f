import { GatewayError } from '../../messages/gateway.ts';
import type { MessageSender } from '../../messages/sender.ts';
import { type Channel, DELIVERED, outcome } from './channel.ts';

/** Sends messages by the gateway that the operator has configured. */
export function createSmsChannel(sender: MessageSender): Channel {
  return {
    async send({ phone }, { short, sysName, code }) {
      if (phone === null) return outcome('refused', 'not-configured');
      const text = `【${sysName}】${short}`;
      try {
        await sender.send({ recipient: phone, text, code: code ?? short });
        return DELIVERED;
      } catch (error) {
        if (!(error instanceof GatewayError)) throw error;
        return outcome('retry', 'rejected', error.message);
      }
    },
  };
}
