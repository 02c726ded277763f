import { BINARY_REPORTS, binaryReports } from './binary-reports.ts';
import { createReceipt } from './instruction.ts';
import { createDecodeError, createReply, type MessageDecoder } from './message.ts';
import { parameterReports } from './parameter-reports.ts';
import { textReport } from './text-report.ts';

/** AAC: a device that waits for its server to respond. Answered with `AAC,1` (as in Traccar). */
const connectionCheck: MessageDecoder = (message) => [
  { type: 'reply', deviceId: message.deviceId, reply: createReply(message, '1') },
];

/** D00 and D01: part of a picture, and the list of pictures (T622 GPRS protocol V1.2 sections 3.46 and 3.47). */
const picture: MessageDecoder = (message) => [
  createDecodeError(message, 'unknown-message', 'pictures are not supported'),
];

/** Any other command repeats that of an instruction. */
const result: MessageDecoder = (message) => [createReceipt(message)];

const DECODERS: ReadonlyMap<string, MessageDecoder> = new Map([
  ['AAA', textReport],
  [BINARY_REPORTS, binaryReports],
  ['CCE', parameterReports],
  ['AAC', connectionCheck],
  ['D00', picture],
  ['D01', picture],
]);

export function findDecoder(command: string): MessageDecoder {
  return DECODERS.get(command) ?? result;
}
