import { connect } from 'node:net';
import { encodeMoMessage } from '@wakeline/protocols/satellite/iridium/mo-message';
import { imeiOfTerminal } from './satellite-record.ts';

export interface DirectIpLoad {
  readonly port: number;
  readonly terminals: number;
  /** Connections at once. The gateway of Iridium has one for each message. */
  readonly senders: number;
}

/** Sends sessions of all terminals in turn, each over a connection. @throws Error if one is not confirmed */
export async function sendSessions(
  { port, terminals, senders }: DirectIpLoad,
  { first, count }: { readonly first: number; readonly count: number },
): Promise<void> {
  let next = first;
  const run = async () => {
    while (next < first + count) {
      const number = next++;
      await sendSession(port, imeiOfTerminal(number % terminals), number);
    }
  };
  await Promise.all(Array.from({ length: senders }, run));
}

function sendSession(port: number, imei: string, number: number): Promise<void> {
  const bytes = encodeMoMessage({
    imei,
    cdrReference: number + 1,
    status: 'completed',
    momsn: number % 65_536,
    mtmsn: 0,
    sessionTime: Date.now(),
    location: { latitude: 36.05, longitude: 120.3, radius: 4 },
    payload: Buffer.from(`已到港 message ${number}`),
  });
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port });
    let received = '';
    socket.on('error', reject);
    socket.on('data', (chunk) => {
      received += chunk.toString('hex');
    });
    socket.on('close', () =>
      received === '01000405000101' ? resolve() : reject(new Error(`message ${number} was not confirmed`)),
    );
    socket.write(bytes);
  });
}
