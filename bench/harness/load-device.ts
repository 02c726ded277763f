import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { Report } from '@wakeline/domain/reports/report';
import type { Protocol, Terminal } from '@wakeline/protocols/protocol';
import { localAddressOf } from './local-address.ts';

/** The device side of a protocol, over TCP: how it logs in, and the bytes of its reports. */
export interface LoadDevice {
  /** Resolves when the server has accepted the login, if the protocol has one. */
  logIn(socket: Socket): Promise<void>;
  encode(reports: readonly Report[]): Uint8Array;
}

export function createLoadDevice(protocol: Protocol, deviceId: string): LoadDevice {
  if (protocol.kind === 'stream') {
    const terminal = protocol.terminal(deviceId);
    return {
      logIn: (socket) => logIn(terminal, socket),
      encode: (reports) => terminal.report(reports).bytes,
    };
  }
  return {
    logIn: async () => undefined,
    encode(reports) {
      const { method, target, contentType, body } = protocol.encode(deviceId, reports);
      const type = contentType === null ? '' : `content-type: ${contentType}\r\n`;
      const length = method === 'GET' ? '' : `content-length: ${body.length}\r\n`;
      const head = `${method} ${target} HTTP/1.1\r\nhost: bench\r\n${type}${length}\r\n`;
      return Buffer.concat([Buffer.from(head), body]);
    },
  };
}

async function logIn(terminal: Terminal, socket: Socket): Promise<void> {
  let frame = terminal.login();
  while (frame !== null) {
    socket.write(frame.bytes);
    // A login without a reply is not refused either: the reports that follow show it.
    if (frame.key === null) return;
    const [bytes]: Buffer[] = await once(socket, 'data');
    const reply = terminal.receive(bytes ?? Buffer.alloc(0)).at(-1);
    if (reply?.ok !== true) throw new Error('the server did not accept the login');
    frame = reply.next;
  }
}

/** Connects the device with this number, from 0, without delaying small frames. */
export async function connectLoad(port: number, index: number): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', localAddress: localAddressOf(index), noDelay: true });
  await once(socket, 'connect');
  return socket;
}
