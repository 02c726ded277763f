import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { PROTOCOL_NAMES, type ProtocolName } from '@wakeline/domain/devices/protocols';
import { portVariable } from '../config/variables.ts';

/** Below the ports of outgoing connections (Linux: from 32,768), one of which could take a port before the server starts. */
const FIRST_PORT = 15_000;
const PORTS_END = 32_000;
const MAX_ATTEMPTS = 100;

/** Distinct ports that are free now: a process needs fixed numbers, because 0 disables a device listener. */
export async function freePorts(count: number): Promise<readonly number[]> {
  const servers = await Promise.all(Array.from({ length: count }, () => listenOnFreePort()));
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}

async function listenOnFreePort(): Promise<Server> {
  for (let attempt = 1; ; attempt += 1) {
    const server = createServer().listen(randomInt(FIRST_PORT, PORTS_END), '127.0.0.1');
    try {
      await once(server, 'listening');
      return server;
    } catch (error) {
      if (attempt === MAX_ATTEMPTS) throw error;
    }
  }
}

/** The listeners of a server: those of its protocols, and the one for senders of AIS feeds. */
const LISTENERS = [...PROTOCOL_NAMES, 'ais'] as const;

export type DevicePorts = Readonly<Record<ProtocolName | 'ais', number>>;

/** Free ports for a server and its device listeners. */
export async function freeServerPorts(): Promise<{
  readonly port: number;
  readonly devicePorts: DevicePorts;
}> {
  const [port = 0, ...others] = await freePorts(1 + LISTENERS.length);
  const devicePorts = Object.fromEntries(LISTENERS.map((name, index) => [name, others[index]]));
  return { port, devicePorts: devicePorts as DevicePorts };
}

/** Environment of a server with these device listeners; the others are disabled. */
export function devicePortVariables(ports: Partial<DevicePorts> = {}): Readonly<Record<string, string>> {
  return Object.fromEntries(LISTENERS.map((name) => [portVariable(name), String(ports[name] ?? 0)]));
}
