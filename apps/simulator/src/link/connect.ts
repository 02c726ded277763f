import type { Report } from '@wakeline/domain/reports/report';
import type { Protocol, TerminalFrame } from '@wakeline/protocols/protocol';
import type { Random } from '../movement/randomness.ts';
import { type DeviceLink, LINK_TIMES, type LinkTimes, openLink } from './device-link.ts';
import { type FaultPlan, NO_FAULTS, withFaults } from './faults.ts';
import { dialHttp, type NumberedRequest } from './http-wire.ts';
import { ACCEPT_ALL, InstructionResponses } from './instruction-responses.ts';
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
  /** How it responds to instructions; default: it accepts all. */
  readonly responses?: InstructionResponses;
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
  const transport = options.transport ?? protocol.transports[0] ?? 'tcp';
  const terminal = protocol.terminal(deviceId, { transport });
  const responses = options.responses ?? new InstructionResponses(ACCEPT_ALL, options.random);
  const dial = dialStream({ terminal, transport, target, responses });
  const encode = (reports: readonly Report[]) => terminal.report(reports);
  return protocol.unnamedReplies?.includes(transport)
    ? openStopAndWaitLink(dial, options, encode)
    : openDeviceLink(dial, options, encode);
}

const NEXT_REPLY = 'next';

/**
 * A link with one parcel in flight, which any reply acknowledges. The reply to a lost, repeated or reordered parcel would be
 * taken for that of another one; on such a stream a loss or a late reply ends the connection instead.
 */
function openStopAndWaitLink(
  dial: Dial<TerminalFrame>,
  options: ConnectOptions,
  encode: (reports: readonly Report[]) => TerminalFrame,
): DeviceLink {
  const { drop, cut, delay } = options.faults;
  return openDeviceLink(
    (events) => dial({ ...events, replied: (_, ok) => events.replied(NEXT_REPLY, ok) }),
    {
      ...options,
      faults: { ...NO_FAULTS, cut: Math.min(1, cut + drop), delay },
      times: { ...options.times, window: 1 },
    },
    (reports) => ({ ...encode(reports), key: NEXT_REPLY }),
    true,
  );
}

function openDeviceLink<P extends Parcel>(
  dial: Dial<P>,
  { faults, random, batch, times }: ConnectOptions,
  encode: (reports: readonly Report[]) => P,
  reconnectsToResend = false,
): DeviceLink {
  const options = { ...LINK_TIMES, ...times, batch, random, reconnectsToResend };
  return openLink(withFaults(dial, faults, random), encode, options);
}
