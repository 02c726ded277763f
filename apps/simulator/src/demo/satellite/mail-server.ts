import { once } from 'node:events';
import { SMTPServer } from 'smtp-server';
import { PEER_HOST, type PeerContext } from './peer-context.ts';

const MAX_BYTES = 10_000_000;

/** A mail server that accepts every e-mail and logs its receivers; it delivers none. */
export async function runMailServer(port: number, { log, signal }: PeerContext): Promise<void> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    size: MAX_BYTES,
    onData(stream, { envelope }, done) {
      stream.resume();
      stream.on('end', () => {
        log(`demo: e-mail to ${envelope.rcptTo.map(({ address }) => address).join(', ')}`);
        done();
      });
    },
  });
  // A connection that breaks is the client's to report.
  server.on('error', () => undefined);
  await once(server.listen(port, PEER_HOST), 'listening');
  await once(signal, 'abort');
  await new Promise<void>((resolve) => server.close(() => resolve()));
}
