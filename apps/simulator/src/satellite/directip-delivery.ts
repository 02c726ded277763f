import { connect } from 'node:net';
import { DirectIpFramer } from '@wakeline/protocols/satellite/iridium/framing';
import { decodeMoConfirmation } from '@wakeline/protocols/satellite/iridium/mo-confirmation';
import { encodeMoMessage } from '@wakeline/protocols/satellite/iridium/mo-message';
import type { Target } from '../link/wire.ts';
import type { Deliver } from './mo-queue.ts';

/**
 * Delivers messages to a server by DirectIP: a connection for each, which is closed after the confirmation 0x05. Without one
 * within the timeout, the message is not delivered.
 */
export function directIpDelivery({ host, port }: Target, timeoutMs: number): Deliver {
  return (message, isCut) =>
    new Promise((resolve) => {
      const framer = new DirectIpFramer();
      const socket = connect({ host, port });
      const finish = (isConfirmed: boolean) => {
        socket.destroy();
        resolve(isConfirmed);
      };
      socket.setTimeout(timeoutMs, () => finish(false));
      socket.on('error', () => finish(false));
      socket.on('close', () => finish(false));
      socket.on('connect', () => {
        const bytes = encodeMoMessage(message);
        if (isCut) socket.end(bytes.subarray(0, Math.floor(bytes.length / 2)));
        else socket.write(bytes);
      });
      socket.on('data', (chunk) => {
        framer.feed(chunk);
        const response = framer.next();
        if (response !== null)
          finish(typeof response !== 'string' && decodeMoConfirmation(response) === true);
      });
    });
}
