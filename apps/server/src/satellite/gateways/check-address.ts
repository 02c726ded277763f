import { once } from 'node:events';
import { connect as connectTcp } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { CheckResult } from '../queue/gateway.ts';

const TIMEOUT_MS = 10_000;

/** Connects to the host of a URL, with TLS if it has `https:`, and sends nothing: any request could send a message. */
export async function checkAddress(url: string): Promise<CheckResult> {
  const { protocol, hostname, port, host } = new URL(url.replaceAll(/\{\w+\}/g, '0'));
  const isTls = protocol === 'https:';
  const address = {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (isTls ? 443 : 80) : Number(port),
  };
  const socket = isTls ? connectTls({ ...address, servername: address.host }) : connectTcp(address);
  try {
    await once(socket, isTls ? 'secureConnect' : 'connect', { signal: AbortSignal.timeout(TIMEOUT_MS) });
    return { isWorking: true, detail: `connected to ${host}; nothing was sent` };
  } catch (error) {
    const { code, name } = Object(error) as Record<string, unknown>;
    return { isWorking: false, detail: `cannot connect to ${host}: ${String(code ?? name)}` };
  } finally {
    socket.on('error', () => undefined).destroy();
  }
}
