import { address } from './address.ts';
import { alarm } from './alarm.ts';
import { cameraAlarm } from './camera-alarm.ts';
import { cells } from './cells.ts';
import type { Packet } from './framing.ts';
import { information } from './information.ts';
import { lock } from './lock.ts';
import type { MessageKind } from './message.ts';
import { modular } from './modules.ts';
import { portReport } from './port-report.ts';
import { isLteStatus, position } from './position.ts';
import { serialData } from './serial-data.ts';
import { serverTime } from './server-time.ts';
import { status } from './status.ts';
import { text } from './text.ts';

const KINDS: readonly MessageKind[] = [
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

function byNumber(kinds: readonly MessageKind[]): ReadonlyMap<number, MessageKind> {
  return new Map(kinds.flatMap((kind) => kind.ids.map((id): [number, MessageKind] => [id, kind])));
}

const MESSAGES = byNumber(KINDS);
/** Numbers that mean something else in the long kind of frame. */
const EXTENDED = byNumber([lock]);
/** Parts of a picture, in the long kind of frame: the short one is a heartbeat. */
const PICTURE = 0x36;

/** What a message after the login is; undefined for one that is not understood. */
export function kindOf(packet: Packet): MessageKind | undefined {
  const { id, extended } = packet;
  if (extended && id === PICTURE) return undefined;
  if (isLteStatus(packet)) return position;
  return (extended ? EXTENDED.get(id) : undefined) ?? MESSAGES.get(id);
}
