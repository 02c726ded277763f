import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { PROTOCOL_NAMES, type ProtocolName } from '@wakeline/domain/devices/protocols';
import { portVariable } from '../config/variables.ts';

/** Distinct ports that are free now: a process needs fixed numbers, because 0 disables a device listener. */
export async function freePorts(count: number): Promise<readonly number[]> {
  const servers = await Promise.all(
    Array.from({ length: count }, async () => {
      const server = createServer().listen(0, '127.0.0.1');
      await once(server, 'listening');
      return server;
    }),
  );
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}

export type DevicePorts = Readonly<Record<ProtocolName, number>>;

/** Free ports for a server and its device listeners. */
export async function freeServerPorts(): Promise<{
  readonly port: number;
  readonly devicePorts: DevicePorts;
}> {
  const [port = 0, ...others] = await freePorts(1 + PROTOCOL_NAMES.length);
  const devicePorts = Object.fromEntries(PROTOCOL_NAMES.map((name, index) => [name, others[index]]));
  return { port, devicePorts: devicePorts as DevicePorts };
}

/** Environment of a server with these device listeners; the others are disabled. */
export function devicePortVariables(ports: Partial<DevicePorts> = {}): Readonly<Record<string, string>> {
  return Object.fromEntries(PROTOCOL_NAMES.map((name) => [portVariable(name), String(ports[name] ?? 0)]));
}
