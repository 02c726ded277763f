import type { Report } from '@wakeline/domain/reports/report';
import type { Protocol } from '@wakeline/protocols/protocol';
import type { Random } from '../movement/randomness.ts';
import { type DeviceLink, LINK_TIMES, type LinkTimes, openLink } from './device-link.ts';
import { type FaultPlan, withFaults } from './faults.ts';
import { dialHttp, type NumberedRequest } from './http-wire.ts';
import { dialStream } from './stream-wire.ts';
import type { Dial, Parcel, Target } from './wire.ts';

export interface ConnectOptions {
  readonly protocol: Protocol;
  readonly deviceId: string;
  readonly target: Target;
  /** For stream protocols; default: the first transport of the protocol. */
  readonly transport?: 'tcp' | 'udp';
  /** Maximum reports per frame. */
  readonly batch: number;
  readonly faults: FaultPlan;
  readonly random: Random;
  readonly times?: Partial<LinkTimes>;
}

/** Connects a simulated device to a server. Throws a RangeError if the protocol cannot encode the id. */
export function connectDevice(options: ConnectOptions): DeviceLink {
  const { protocol, deviceId, target } = options;
  if (protocol.kind === 'request') {
    let number = 0;
    return openDeviceLink(dialHttp(target), options, (reports): NumberedRequest => {
      number++;
      return { key: String(number), request: protocol.encode(deviceId, reports) };
    });
  }
  const terminal = protocol.terminal(deviceId);
  const transport = options.transport ?? protocol.transports[0] ?? 'tcp';
  return openDeviceLink(dialStream(terminal, transport, target), options, (reports) =>
    terminal.report(reports),
  );
}

function openDeviceLink<P extends Parcel>(
  dial: Dial<P>,
  { faults, random, batch, times }: ConnectOptions,
  encode: (reports: readonly Report[]) => P,
): DeviceLink {
  return openLink(withFaults(dial, faults, random), encode, { ...LINK_TIMES, ...times, batch, random });
}
