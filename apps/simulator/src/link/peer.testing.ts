import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import { createServer as createTcpServer, type Socket } from 'node:net';
import type { InstructionCall } from '@wakeline/domain/instructions/catalogue';
import type { Report } from '@wakeline/domain/reports/report';
import type {
  EncodedInstruction,
  MediaEvent,
  Protocol,
  ReceiptEvent,
  RequestProtocol,
  StreamProtocol,
} from '@wakeline/protocols/protocol';

/** A minimal server for a protocol: stores reports by time, like the real one, and acknowledges them. */
export interface Peer {
  readonly port: number;
  /** Stored reports by time. */
  readonly stored: ReadonlyMap<number, Report>;
  /** Number of received reports, including duplicates. */
  readonly arrived: () => number;
  readonly logins: () => number;
  /** Receipts of instructions. */
  readonly receipts: readonly ReceiptEvent[];
  /** Complete photos. */
  readonly photos: readonly MediaEvent[];
  /** Sends an instruction over the last connection on which the device has sent something. */
  send(call: InstructionCall, serial: number): EncodedInstruction;
  /** Lets this time pass for the timeouts of the protocol, milliseconds. */
  advance(milliseconds: number): void;
  /** Closes all connections. */
  cut(): void;
  close(): Promise<void>;
}

export interface PeerBehaviour {
  /** False: frames are neither stored nor answered. Called for each frame. */
  readonly isListening?: () => boolean;
  readonly isRefusing?: () => boolean;
}

export async function startPeer(protocol: Protocol, behaviour: PeerBehaviour = {}): Promise<Peer> {
  const stored = new Map<number, Report>();
  const counts = { arrived: 0, logins: 0 };
  const receipts: ReceiptEvent[] = [];
  const photos: MediaEvent[] = [];
  let advance: Peer['advance'] = () => undefined;
  let send: Peer['send'] = () => {
    throw new Error('no device has connected');
  };
  const store = (reports: readonly Report[]) => {
    counts.arrived += reports.length;
    for (const report of reports) stored.set(report.time, report);
  };
  const sockets = new Set<Socket>();
  const server =
    protocol.kind === 'stream'
      ? createTcpServer((socket) => {
          serveConnection(
            socket,
            protocol,
            behaviour,
            { store, counts, receipts, photos },
            {
              onKnown(sender) {
                send = sender;
              },
              onSession(advanceSession) {
                advance = advanceSession;
              },
            },
          );
        })
      : createServer((request, response) => {
          void handleRequest(request, protocol, store).then((status) => {
            if (behaviour.isListening?.() === false) request.socket.destroy();
            else response.writeHead(status).end();
          });
        });
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    // Connections that a test cuts are not errors of the peer.
    socket.on('error', () => socket.destroy());
  });
  await listen(server);
  return {
    port: (server.address() as AddressInfo).port,
    stored,
    arrived: () => counts.arrived,
    logins: () => counts.logins,
    receipts,
    photos,
    advance: (milliseconds) => advance(milliseconds),
    send: (call, serial) => send(call, serial),
    cut: () => {
      for (const socket of sockets) socket.destroy();
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

function listen(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
}

interface Records {
  readonly store: (reports: readonly Report[]) => void;
  readonly counts: { logins: number };
  readonly receipts: ReceiptEvent[];
  readonly photos: MediaEvent[];
}

interface Callbacks {
  onKnown(send: Peer['send']): void;
  onSession(advance: Peer['advance']): void;
}

function serveConnection(
  socket: Socket,
  protocol: StreamProtocol,
  { isListening, isRefusing }: PeerBehaviour,
  { store, counts, receipts, photos }: Records,
  { onKnown, onSession }: Callbacks,
): void {
  const session = protocol.session({
    authCode: (deviceId) => `code-${deviceId}`,
    findDevice: () => null,
  });
  onSession((milliseconds) => handle(new Uint8Array(), Date.now() + milliseconds));
  socket.on('data', (bytes) => handle(bytes, Date.now()));

  function handle(bytes: Uint8Array, now: number): void {
    for (const event of session.receive(bytes, now)) {
      const { deviceId } = event;
      if (deviceId !== null) {
        onKnown((call, serial) => {
          const target = { deviceId, serial, now: Date.now(), model: '', password: '' };
          const encoded = session.encodeInstruction(call, target);
          if (typeof encoded === 'string') throw new Error(encoded);
          socket.write(encoded.bytes);
          return encoded;
        });
      }
      if (event.type === 'receipt') receipts.push(event);
      else if (event.type === 'media') {
        photos.push(event);
        socket.write(event.reply);
      } else if (event.type === 'login') {
        if (event.purpose !== 'register') counts.logins++;
        if (event.acceptReply) socket.write(event.acceptReply);
      } else if (event.type === 'reports') {
        if (isListening?.() === false) continue;
        const isRefused = isRefusing?.() === true;
        if (!isRefused) store(event.reports);
        const reply = isRefused ? event.rejectReply : event.reply;
        if (reply) socket.write(reply);
      } else if (event.type === 'reply') socket.write(event.reply);
    }
  }
}

async function handleRequest(
  request: IncomingMessage,
  protocol: RequestProtocol,
  store: (reports: readonly Report[]) => void,
): Promise<number> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const outcome = protocol.decode({
    method: request.method ?? 'GET',
    target: request.url ?? '/',
    contentType: request.headers['content-type'] ?? null,
    body: Buffer.concat(chunks),
    receivedAt: Date.now(),
  });
  if (outcome.type === 'decode-error') return 400;
  store(outcome.reports);
  return 200;
}
