import type { DeviceMessage, DeviceMessages } from '@wakeline/contract/trackers/messages';
import type { AttributeValue } from '@wakeline/domain/reports/report';
import {
  type DescribedMessage,
  type DescribedReport,
  describeMessages,
} from '@wakeline/protocols/describe-messages';
import type { DeviceDetails, Protocol } from '@wakeline/protocols/protocol';
import type { DeviceConnection } from './connection-table.ts';
import type { DeviceRecord, MessageRecorder, RecordedBytes } from './recorder.ts';

const MASK = '*';

/** The connection and messages of a tracker, decoded again and without secrets. */
export function presentMessages(
  recorder: MessageRecorder,
  protocols: readonly Protocol[],
  { trackerId, accountId, device }: { trackerId: number; accountId: number; device: DeviceDetails },
): DeviceMessages {
  const record = recorder.find(trackerId);
  // What it sent for another account is not shown.
  if (record === null || record.accountId !== accountId)
    return { recordedSince: recorder.since, connection: null, hiddenSince: null, list: [] };
  const list = splitByConnection(record.messages).flatMap((messages) =>
    presentConversation(messages, record, protocols, device),
  );
  const { closedAt, since, protocol, transport, address } = record.connection;
  return {
    recordedSince: recorder.since,
    connection: { protocol, transport, address, since, until: closedAt, lastTime: record.lastAt },
    hiddenSince: null,
    list: list.reverse(),
  };
}

function presentConversation(
  messages: readonly RecordedBytes[],
  { login }: DeviceRecord,
  protocols: readonly Protocol[],
  device: DeviceDetails,
): readonly DeviceMessage[] {
  const connection = messages[0]?.connection;
  const protocol = protocols.find(({ name }) => name === connection?.protocol);
  if (protocol === undefined) return [];
  const isEarlierLogin =
    login !== null &&
    login.connection === connection &&
    !messages.some(({ number }) => number === login.number);
  const described = describeMessages({
    protocol,
    device,
    login: isEarlierLogin ? login.content : null,
    messages: messages.map((message) => ({
      time: message.at,
      direction: message.direction,
      bytes: message.content,
      complete: message.content.length === message.length,
    })),
  });
  return messages.flatMap((message, index) => {
    const description = described[index];
    return description === undefined ? [] : [toDto(message, description, protocol)];
  });
}

function toDto(message: RecordedBytes, description: DescribedMessage, { kind }: Protocol): DeviceMessage {
  const { number, at, direction, connection, length, instruction } = message;
  const { messageId, accepted, details, fields, reports } = description;
  // A password that a user entered can be anywhere in the frame.
  const isSecret = instruction?.isSecret === true;
  const bytes = isSecret ? Buffer.alloc(description.bytes.length, MASK) : description.bytes;
  return {
    number,
    time: at,
    direction,
    protocol: connection.protocol,
    transport: connection.transport,
    address: connection.address,
    kind: instruction === null ? description.kind : 'instruction',
    instruction: instruction?.name ?? null,
    messageId,
    accepted,
    hex: bytes.toString('hex'),
    text: kind === 'request' ? bytes.toString('utf8') : null,
    masked: isSecret || description.masked,
    bytes: length,
    details: [...details],
    fields: finiteFields(fields),
    reports: reports.map(toReportDto),
  };
}

function toReportDto({ time, fields }: DescribedReport): DeviceMessage['reports'][number] {
  return { time: Number.isFinite(time) ? time : null, fields: finiteFields(fields) };
}

/** JSON has no other numbers. */
function finiteFields(fields: Readonly<Record<string, AttributeValue>>): Record<string, AttributeValue> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => typeof value !== 'number' || Number.isFinite(value)),
  );
}

/** Groups messages of the same connection; a device with two open connections alternates. */
function splitByConnection(messages: readonly RecordedBytes[]): readonly (readonly RecordedBytes[])[] {
  const groups: RecordedBytes[][] = [];
  let last: DeviceConnection | null = null;
  for (const message of messages) {
    const group = groups.at(-1);
    // Each HTTP request is a connection of its own, but needs no decoder of its own.
    const continues = message.connection === last || (last?.transport === 'http' && isHttp(message));
    if (group !== undefined && continues) group.push(message);
    else groups.push([message]);
    last = message.connection;
  }
  return groups;
}

function isHttp({ connection }: RecordedBytes): boolean {
  return connection.transport === 'http';
}
