import type { NoticeType } from '@wakeline/domain/notices/notice-type';
import type { SatelliteNetwork, TerminalGateway } from '@wakeline/domain/satellite/networks';

/** Where a terminal was, as its own receiver or the satellite system determined it. WGS-84. */
export interface TerminalPosition {
  /** Degrees. */
  readonly latitude: number;
  readonly longitude: number;
  /** Metres. */
  readonly altitude: number | null;
  /** Epoch milliseconds; null: when the message was received. */
  readonly time: number | null;
  /** km/h. */
  readonly speed: number | null;
  /** Degrees, 0 <= course < 360. */
  readonly course: number | null;
}

/** A message of a satellite terminal, as a gateway delivered it. */
export interface TerminalMessage {
  readonly network: SatelliteNetwork;
  /** As the network says it. */
  readonly cardNumber: string;
  /** The same for two deliveries of one transmission, unique on the server. */
  readonly key: string;
  readonly gateway: TerminalGateway;
  /** Null: none, as in a message that is only a position. */
  readonly text: string | null;
  readonly raw: Uint8Array;
  /** Epoch milliseconds. */
  readonly receivedAt: number;
  /** Null: not known. */
  readonly writtenAt: number | null;
  readonly position: TerminalPosition | null;
  /** Alarms of the device. Omitted: none. */
  readonly alarms?: readonly NoticeType[];
  /** The device reports that its SOS is over. Omitted: it does not say so. */
  readonly clearsSos?: boolean;
  /** The network's estimate, with its radius in kilometres: never a position of a track. */
  readonly estimate: {
    readonly latitude: number;
    readonly longitude: number;
    readonly radius: number;
  } | null;
  /** Card to which the terminal itself sent it by radio, so nothing is left to send; null: to the platform. */
  readonly receiverCard: string | null;
}
