import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createConnection } from 'node:net';
import type { ManualCommand } from './manual-commands.ts';

export interface SentCommand {
  /** What was received so far, in hexadecimal; of HTTP the status. */
  readonly reply: () => string;
  readonly close: () => void;
}

/** Sends what a command of a page sends, to a local port. */
export async function sendManualCommand(
  { transport, bytes, target }: ManualCommand,
  port: number,
): Promise<SentCommand> {
  if (transport === 'http') {
    const { status } = await fetch(`http://127.0.0.1:${port}${target}`);
    return { reply: () => String(status), close: () => undefined };
  }
  const received: Buffer[] = [];
  const reply = () => Buffer.concat(received).toString('hex');
  if (transport === 'udp') {
    const socket = createSocket('udp4');
    socket.on('message', (message) => received.push(message));
    socket.send(bytes, port, '127.0.0.1');
    return { reply, close: () => socket.close() };
  }
  const socket = createConnection(port, '127.0.0.1');
  socket.on('data', (data) => received.push(data));
  await once(socket, 'connect');
  socket.write(bytes);
  return { reply, close: () => socket.destroy() };
}
