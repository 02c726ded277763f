import { address } from './address.ts';
import { alarm } from './alarm.ts';
import { cameraAlarm } from './camera-alarm.ts';
import { cells } from './cells.ts';
import type { Packet } from './framing.ts';
import { information } from './information.ts';
import { lock } from './lock.ts';
import type { MessageDecoder } from './message.ts';
import { modular } from './modules.ts';
import { portReport } from './port-report.ts';
import { isLteStatus, position } from './position.ts';
import { serialData } from './serial-data.ts';
import { serverTime } from './server-time.ts';
import { status } from './status.ts';
import { text } from './text.ts';

const SHORT_DECODERS: readonly MessageDecoder[] = [
  position,
  alarm,
  status,
  cells,
  portReport,
  cameraAlarm,
  address,
  modular,
  information,
  serialData,
  text,
  serverTime,
];

function indexByNumber(decoders: readonly MessageDecoder[]): ReadonlyMap<number, MessageDecoder> {
  return new Map(
    decoders.flatMap((decoder) => decoder.ids.map((id): [number, MessageDecoder] => [id, decoder])),
  );
}

const DECODERS = indexByNumber(SHORT_DECODERS);
/** Numbers with a different meaning in extended frames. */
const EXTENDED_DECODERS = indexByNumber([lock]);
/** Chunks of a picture in extended frames; in short frames a heartbeat. */
const PICTURE = 0x36;

/** The decoder of a message after the login; undefined if it is not supported. */
export function findDecoder(packet: Packet): MessageDecoder | undefined {
  const { id, extended } = packet;
  if (extended && id === PICTURE) return undefined;
  if (isLteStatus(packet)) return position;
  return (extended ? EXTENDED_DECODERS.get(id) : undefined) ?? DECODERS.get(id);
}
