import { createHash } from 'node:crypto';
import type { Report } from '@wakeline/domain/reports/report';
import type { MessageGateway } from '@wakeline/domain/satellite/networks';
import type { InreachCode } from '@wakeline/protocols/satellite/inreach/message-codes';
import type { InreachEvent } from '@wakeline/protocols/satellite/inreach/outbound';
import { inreachReport } from '@wakeline/protocols/satellite/inreach/report';
import type { Tx } from '../../db/database.ts';
import { receiveFromTerminal, type TerminalOutcome } from './receive-from-terminal.ts';
import type { TerminalPosition } from './terminal-message.ts';

/** `ignored`: an event without text, payload and position, such as a pingback. */
export type InreachOutcome = TerminalOutcome | 'ignored';

/** Both languages, because the text is stored once for all users. Garmin's centre handles the emergency itself. */
const SOS_TEXTS: Readonly<Partial<Record<InreachCode, string>>> = {
  'declare-sos': 'SOS declared 发出求救',
  'confirm-sos': 'SOS confirmed 求救已确认',
  'cancel-sos': 'SOS cancelled 求救已取消',
};
/** Of events without a time: the same payload counts as repeated within an hour. */
const UNTIMED_MS = 3_600_000;

/** Stores an event of an inReach device once: its text, its position, and the start or end of an SOS. */
export async function receiveInreachEvent(
  tx: Tx,
  gateways: ReadonlySet<MessageGateway>,
  event: InreachEvent,
  receivedAt: number,
): Promise<InreachOutcome> {
  const { imei, code, payload, time } = event;
  const text = textOf(event);
  const report = inreachReport(event, receivedAt);
  const position = positionOf(report);
  if (code === 'pingback' || (text === null && payload === null && position === null)) return 'ignored';
  return receiveFromTerminal(tx, gateways, {
    network: 'inreach',
    cardNumber: imei,
    key: keyOf(event, receivedAt),
    gateway: 'inreach',
    text,
    raw: payload ?? Buffer.from(event.text),
    receivedAt,
    writtenAt: time,
    position,
    alarms: report?.alarms ?? [],
    clearsSos: report?.clearsSos === true,
    estimate: null,
    receiverCard: null,
  });
}

function textOf({ code, text }: InreachEvent): string | null {
  const parts = [SOS_TEXTS[code] ?? '', text].filter((part) => part.trim() !== '');
  return parts.length === 0 ? null : parts.join(': ');
}

/** Without a fix, the device repeats an older position. */
function positionOf(report: Report | null): TerminalPosition | null {
  const { fix = null, time = null } = report ?? {};
  if (fix === null || !fix.valid) return null;
  const { latitude, longitude, altitude, speed, course } = fix;
  // A device that has never had a fix reports zeros.
  if (latitude === 0 && longitude === 0) return null;
  return { latitude, longitude, altitude, speed, course, time };
}

/** The service repeats an event with the same IMEI, time and message code. */
function keyOf({ imei, time, codeNumber, text, payload }: InreachEvent, receivedAt: number): string {
  const content = createHash('sha256')
    .update(text)
    .update(payload ?? '')
    .digest('hex')
    .slice(0, 16);
  const at = time ?? `h${Math.floor(receivedAt / UNTIMED_MS)}`;
  return `inreach ${imei}-${at}-${codeNumber}-${content}`;
}
