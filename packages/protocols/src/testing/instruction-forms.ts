import { DEVICE_MODELS } from '@wakeline/domain/devices/models';
import type { InstructionCall, InstructionName } from '@wakeline/domain/instructions/catalogue';
import type { DeviceSession, EncodedInstruction, StreamProtocol, Terminal } from '../protocol.ts';
import { sampleCalls } from './sample-instruction.ts';
import { SESSION_OPTIONS } from './stream-example.ts';

export const NOW = Date.UTC(2026, 0, 1);
/** Ids of 12 and of 15 digits: some protocols have another form for each. */
const DEVICE_IDS = ['013600000051', '860000000000035'];
const PASSWORD = '123456';
const EMPTY_REPORT = {
  time: NOW,
  fix: null,
  battery: null,
  gsm: null,
  satellites: null,
  alarms: [],
  attributes: {},
};

/** An instruction as one kind of device receives it. */
export interface InstructionForm {
  readonly call: InstructionCall;
  /** Empty: without a model of the catalogue. */
  readonly model: string;
  readonly deviceId: string;
  readonly encoded: EncodedInstruction;
  /** The same with the next serial. */
  readonly next: EncodedInstruction;
  /** The session that encoded it, and its device. */
  readonly session: DeviceSession;
  readonly terminal: Terminal;
}

/** The forms of an instruction over all models of a protocol. */
export function instructionForms(
  protocol: StreamProtocol,
  name: InstructionName,
): readonly InstructionForm[] {
  const models = [
    '',
    ...DEVICE_MODELS.filter((model) => model.protocol === protocol.name).map((model) => model.name),
  ];
  return models.flatMap((model) =>
    DEVICE_IDS.flatMap((deviceId) => findForm(protocol, name, model, deviceId) ?? []),
  );
}

function findForm(
  protocol: StreamProtocol,
  name: InstructionName,
  model: string,
  deviceId: string,
): InstructionForm | null {
  const terminal = openTerminal(protocol, deviceId);
  if (terminal === null) return null;
  const session = protocol.session({
    ...SESSION_OPTIONS,
    findDevice: () => ({ model, plainCoordinates: false }),
  });
  connect(session, terminal);
  const encode = (call: InstructionCall, serial: number) =>
    session.encodeInstruction(call, { deviceId, serial, now: NOW, model, password: PASSWORD });
  for (const call of sampleCalls(name)) {
    const encoded = encode(call, 1);
    const next = encode(call, 2);
    if (typeof encoded === 'string' || typeof next === 'string') continue;
    return { call, model, deviceId, encoded, next, session, terminal };
  }
  return null;
}

/** Logs in and reports once, as a server accepts both. */
function connect(session: DeviceSession, terminal: Terminal): void {
  const login = terminal.login();
  const frames = login === null ? [] : [login];
  for (const { bytes } of [...frames, terminal.report([EMPTY_REPORT])]) {
    for (const event of session.receive(bytes, NOW)) {
      if (event.type === 'login' && event.acceptReply !== null) terminal.receive(event.acceptReply);
      if (event.type === 'reports' && event.reply !== null) terminal.receive(event.reply);
    }
  }
}

/** Null if the protocol does not have such ids. */
function openTerminal(protocol: StreamProtocol, deviceId: string): Terminal | null {
  try {
    return protocol.terminal(deviceId);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
