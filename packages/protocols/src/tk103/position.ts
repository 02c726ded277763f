import { addAlarm } from '../add-alarm.ts';
import type { ReportDraft } from '../report-draft.ts';
import { COMMA_ALARMS, IGNITION_OFF, IGNITION_ON } from './alarm-codes.ts';
import { createReceipt } from './instruction.ts';
import { readPosition } from './position-text.ts';
import { createMalformedEvent, createReply, createReportsEvent, type SentenceDecoder } from './sentence.ts';

/**
 * Messages with a position.
 *
 * | command           | before the position                | reply, after the commit                          | source        |
 * | ----------------- | ---------------------------------- | ------------------------------------------------ | ------------- |
 * | BP05 login        | IMEI, 15 digits                    | AP05                                             | KX402 1.5     |
 * | BR00, BR01, BP04  | nothing                            | none                                             | KX402 1.5     |
 * | BO01 alarm        | code, one digit                    | AS01 and the code; repeated until then           | KX402 1.5     |
 * | BQ81 event        | code, one digit                    | none                                             | as in Traccar |
 * | ZC.., DW..        | nothing, or `ALARM`, code, number  | none                                             | as in Traccar |
 */
const LOGIN = 'BP05';
const ALARM = 'BO01';
const EVENT = 'BQ81';
/** The reply to the instruction to locate. */
const LOCATED = 'BP04';

/** Codes of BO01: as in Traccar; 1 is an accident, 4 a speed below the limit. */
const ALARMS = new Map([
  ['1', 'VIBRATION'],
  ['2', 'SOS'],
  ['3', 'VIBRATION'],
  ['5', 'OVERSPEED'],
  ['6', 'OUT'],
] as const);

/** Codes of BQ81, as in Traccar; 2 to 5 are idling, acceleration, braking and temperature. */
const EVENTS = new Map([
  ['0', 'LOWPOWER'],
  ['1', 'OVERSPEED'],
] as const);

export const position: SentenceDecoder = (sentence) => {
  const { command, data, isComma, now } = sentence;
  const code = data.slice(0, 1);
  const reply =
    command === LOGIN
      ? createReply(sentence, 'AP05')
      : command === ALARM
        ? createReply(sentence, `AS01${code}`)
        : null;
  const read = readPosition(data, isComma, now);
  // A device repeats a login or an alarm until it is answered, even if it cannot be decoded.
  if (read === null) return createMalformedEvent(sentence, 'no position', reply);
  if (typeof read === 'string') return createMalformedEvent(sentence, read, reply);
  const { prefix, draft } = read;
  readPrefix(command, prefix.replace(/,$/, ''), draft);
  readCommand(command, draft);
  const event = createReportsEvent(sentence, draft, reply);
  return command === LOCATED ? [event, createReceipt(sentence, null)] : event;
};

function readPrefix(command: string, prefix: string, draft: ReportDraft): void {
  const { attributes } = draft;
  if (prefix === '') return;
  const codes: ReadonlyMap<string, 'VIBRATION' | 'SOS' | 'OVERSPEED' | 'OUT' | 'LOWPOWER'> | null =
    command === ALARM ? ALARMS : command === EVENT ? EVENTS : null;
  if (codes !== null) {
    const notice = codes.get(prefix);
    if (notice !== undefined) addAlarm(draft, notice);
    attributes.alarmType = prefix;
  } else if (command === LOGIN && /^\d{15}$/.test(prefix)) attributes.imei = prefix;
  else attributes.prefix = prefix;
}

function readCommand(command: string, draft: ReportDraft): void {
  const alarm = COMMA_ALARMS.get(command);
  if (alarm !== undefined) addAlarm(draft, alarm);
  if (IGNITION_ON.has(command)) draft.attributes.ignition = true;
  if (IGNITION_OFF.has(command)) draft.attributes.ignition = false;
}
