import { PROTOCOLS } from '@wakeline/protocols/registry';
import type { Config } from '../config.ts';
import type { DevicePorts } from './free-ports.ts';

/** Ports of the device listeners, the same for TCP and UDP; free ones if they are not given, which differ. */
export function fixedDevicePorts(ports: Partial<DevicePorts>): Pick<Config, 'devicePorts' | 'aisPort'> {
  return {
    devicePorts: Object.fromEntries(PROTOCOLS.map(({ name }) => [name, ports[name] ?? 0])),
    aisPort: ports.ais ?? 0,
  };
}
