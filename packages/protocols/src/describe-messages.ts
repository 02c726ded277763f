import type { MessageKind } from '@wakeline/domain/devices/message-kinds';
import type { AttributeValue, Report } from '@wakeline/domain/reports/report';
import { readRequestText } from './http-text.ts';
import type {
  ByteRange,
  DeviceDetails,
  DeviceSession,
  MediaEvent,
  MessageInspection,
  Protocol,
  ReceiptEvent,
  RequestProtocol,
  SessionEvent,
  StreamProtocol,
  UnreadableReport,
} from './protocol.ts';
import { isSecretName } from './secret-names.ts';

/** A message as it was received or sent. */
export interface RecordedMessage {
  /** Epoch milliseconds. */
  readonly time: number;
  readonly direction: 'received' | 'sent';
  readonly bytes: Buffer;
  /** False if only the start of a long message was kept: it cannot be decoded. */
  readonly complete: boolean;
}

/** The decoded values of one report, under the names of `Report` and `Fix`, without those that are null. */
export interface DescribedReport {
  readonly time: number;
  readonly fields: Readonly<Record<string, AttributeValue>>;
}

export interface DescribedMessage extends Omit<MessageInspection, 'secrets'> {
  readonly kind: MessageKind;
  /** The bytes with `*` (0x2a) in place of secrets. */
  readonly bytes: Buffer;
  readonly masked: boolean;
  /** What could not be decoded, and why. */
  readonly details: readonly string[];
  /** Values of a login. */
  readonly fields: Readonly<Record<string, AttributeValue>>;
  readonly reports: readonly DescribedReport[];
}

interface Conversation {
  readonly protocol: Protocol;
  readonly device: DeviceDetails;
  /** An earlier login on the same connection, on which the meaning of its messages depends; null: none. */
  readonly login: Buffer | null;
  /** Of one connection, oldest first. */
  readonly messages: readonly RecordedMessage[];
}

const MASK = 0x2a;
const MASKED_VALUE = '***';

/** Decodes the recorded messages of one connection again, in their order, and masks their secrets. */
export function describeMessages(conversation: Conversation): readonly DescribedMessage[] {
  const { protocol, messages } = conversation;
  const decode =
    protocol.kind === 'stream' ? streamDecoder(protocol, conversation) : requestDecoder(protocol);
  return messages.map((message) => {
    const { secrets, ...inspection } = protocol.inspect(message.bytes);
    const described = message.direction === 'sent' ? SENT : message.complete ? decode(message) : CUT;
    return { ...inspection, ...described, bytes: mask(message.bytes, secrets), masked: secrets.length > 0 };
  });
}

type Decoded = Pick<DescribedMessage, 'kind' | 'details' | 'fields' | 'reports'>;

const EMPTY: Decoded = { kind: 'error', details: [], fields: {}, reports: [] };
const SENT: Decoded = { ...EMPTY, kind: 'reply' };
const PART: Decoded = { ...EMPTY, kind: 'sub-package' };
const CUT: Decoded = { ...EMPTY, details: ['too long to be kept completely'] };

function streamDecoder(protocol: StreamProtocol, { device, login, messages }: Conversation) {
  let opening = login;
  let caused: readonly SessionEvent[] = [];
  let frames = 0;
  function startSession(time: number): DeviceSession {
    const session = protocol.session({
      authCode: () => '',
      findDevice: () => device,
      onFrame: (_, events) => {
        frames++;
        caused = [...caused, ...events];
      },
    });
    if (opening !== null) session.receive(opening, time);
    return session;
  }
  let session = startSession(messages[0]?.time ?? 0);
  return ({ bytes, time }: RecordedMessage): Decoded => {
    caused = [];
    frames = 0;
    session.receive(bytes, time);
    // Part of a report that a later frame completes.
    if (caused.length === 0 && frames > 0) return PART;
    // Bytes that are no frame: what follows them must not be taken for their rest.
    if (caused.length === 0) {
      session = startSession(time);
      return EMPTY;
    }
    if (caused.some((event) => event.type === 'login' && event.purpose !== 'authenticate')) opening = bytes;
    return caused.map(describeEvent).reduce(merge, EMPTY);
  };
}

function requestDecoder(protocol: RequestProtocol) {
  return ({ bytes, time }: RecordedMessage): Decoded => {
    const outcome = protocol.decode({ ...readRequestText(bytes.toString('latin1')), receivedAt: time });
    return outcome.type === 'reports' ? describeReports(outcome) : { ...EMPTY, details: [outcome.detail] };
  };
}

function describeEvent(event: SessionEvent): Decoded {
  switch (event.type) {
    case 'login':
      return { ...EMPTY, kind: event.purpose, fields: maskFields(event.attributes) };
    case 'reports':
      return describeReports(event);
    case 'reply':
      return { ...EMPTY, kind: 'request' };
    case 'receipt':
      return { ...EMPTY, kind: 'receipt', fields: describeReceipt(event) };
    case 'sub-package':
    case 'logout':
      return { ...EMPTY, kind: event.type };
    case 'media':
      return { ...EMPTY, kind: event.kind, fields: describeMedia(event) };
    case 'media-refused':
      return { ...EMPTY, details: [`${event.reason}: ${event.detail}`] };
    case 'decode-error':
      return { ...EMPTY, details: [`${event.error}: ${event.detail}`] };
  }
}

function describeMedia(event: MediaEvent): Readonly<Record<string, AttributeValue>> {
  const { mediaId, channel, trigger, format, content } = event;
  return {
    ...(mediaId !== null && { mediaId }),
    ...(channel !== null && { channel }),
    format,
    bytes: content.length,
    ...(trigger !== null && { trigger }),
  };
}

function describeReceipt({ outcome, text }: ReceiptEvent): Readonly<Record<string, AttributeValue>> {
  return text === null ? { outcome } : { outcome, text };
}

function describeReports({
  reports,
  unreadable,
}: {
  readonly reports: readonly Report[];
  readonly unreadable: readonly UnreadableReport[];
}): Decoded {
  return {
    kind: 'report',
    details: unreadable.map(({ detail }) => detail),
    fields: {},
    reports: reports.map(describeReport),
  };
}

function describeReport({ time, fix, alarms, attributes, ...values }: Report): DescribedReport {
  const fields: Record<string, AttributeValue> = {};
  for (const [name, value] of Object.entries({ ...fix, ...values, ...attributes })) {
    if (value !== null && value !== undefined) fields[name] = value;
  }
  if (alarms.length > 0) fields.alarms = alarms.join(', ');
  return { time, fields: maskFields(fields) };
}

/** A frame can cause several events: the first one that is no error names it. */
function merge(before: Decoded, next: Decoded): Decoded {
  return {
    kind: before.kind === 'error' ? next.kind : before.kind,
    details: [...before.details, ...next.details],
    fields: { ...before.fields, ...next.fields },
    reports: [...before.reports, ...next.reports],
  };
}

function maskFields(fields: Readonly<Record<string, AttributeValue>>): Record<string, AttributeValue> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, isSecretName(name) ? MASKED_VALUE : value]),
  );
}

function mask(bytes: Buffer, secrets: readonly ByteRange[]): Buffer {
  if (secrets.length === 0) return bytes;
  const masked = Buffer.from(bytes);
  for (const { start, end } of secrets) masked.fill(MASK, start, end);
  return masked;
}
